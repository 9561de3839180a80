/** Measures of the whole network, and of each class in it. */

import type { NetworkClassMeasures, NetworkMeasures } from '../../../core/measures/measures.ts';
import { hasWaited, losesWhenFull } from '../../../core/rules/when-full.ts';
import { classesOf } from '../../../core/scenario/classes.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import type { ClassId, NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { networkMeasures } from '../network-measures.ts';
import type { ChainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';
import { forkedStages } from './fork-branches.ts';
import type { ClassFlows } from './network-flows.ts';

interface NetworkQuestion {
  readonly scenario: Scenario;
  readonly network: FlowNetwork;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  readonly flows: readonly ClassFlows[];
  readonly stages: Readonly<Record<NodeId, StageAnswer>>;
}

interface NetworkTotals {
  readonly measures: NetworkMeasures<number>;
  readonly isSojournExact: boolean;
}

export function networkOf(question: NetworkQuestion): NetworkTotals {
  const { scenario, stages, flows } = question;
  const throughput = flows.reduce((sum, _, k) => sum + intoSinks(question, k), 0);
  const lossRate = Object.values(stages).reduce((sum, stage) => sum + (stage.lossRate ?? 0), 0);
  const sojourn = timeThrough(question, throughput);
  const measures = {
    throughput,
    lossRate,
    ...(sojourn && { meanSojournTime: sojourn.mean }),
    ...(scenario.classes && { byClass: classTotals(question) }),
  };
  return { measures, isSojournExact: sojourn?.exact ?? true };
}

const intoSinks = ({ scenario, flows }: NetworkQuestion, k: number): number =>
  scenario.nodes.reduce((sum, { id, kind }) => sum + (kind === 'sink' ? flows[k]!.offered.get(id)! : 0), 0);

/** One class of open jobs has the sum over stages to fall back on; of several only Little's law tells. */
function timeThrough(question: NetworkQuestion, throughput: number) {
  const { network, model, stages } = question;
  if (model.stages.some(({ victim }) => hasWaited(victim))) return undefined;
  if (model.joins.length > 0) return forkedTime(question, throughput);
  if (model.classes.length === 1 && !model.classes[0]!.isClosed) {
    const summed = networkMeasures(network, flowsInOrder(question), stages).meanSojournTime;
    return sojournOf(network, stages, throughput, summed);
  }
  const open = model.classes.flatMap(({ isClosed }, k) => (isClosed ? [] : [k]));
  if (!(throughput > 0) || !open.every((k) => keepsClass(question, k))) return undefined;
  const inside = open.reduce((sum, k) => sum + population(question, k), 0);
  return { mean: inside / throughput, exact: true };
}

/** Visits of a closed class to the start of its rounds, 1/s. */
const roundRate = ({ flows, model }: NetworkQuestion, k: number, start: number): number =>
  flows[k]!.output.get(model.stages[start]!.id)!;

/** Jobs of one class in the network. */
const population = ({ averages }: NetworkQuestion, k: number): number =>
  averages.stages.reduce((sum, { classes }) => sum + classes[k]!.occupancy, 0);

/** All of the class that enters reaches a sink, one for one. */
function keepsClass({ model, averages }: NetworkQuestion, k: number): boolean {
  return model.stages.every(({ visits, isCut }, i) => {
    const visit = visits[k];
    return (
      !visit ||
      (visit.factor === 1 && visit.pass === 1 && (isCut || averages.stages[i]!.classes[k]!.lost === 0))
    );
  });
}

/** Little's law, an element in tasks counted once: by the task that comes to its join on the first link. */
function forkedTime(question: NetworkQuestion, throughput: number) {
  const { scenario, model, averages } = question;
  if (!(throughput > 0) || !keepsClass(question, 0)) return undefined;
  const graph = graphOf(scenario);
  const others = new Set(forkedStages(scenario, graph));
  for (const { id, kind } of scenario.nodes) {
    let at = kind === 'join' ? graph.incoming.get(id)![0]!.from : id;
    while (kind === 'join' && others.delete(at)) at = graph.incoming.get(at)![0]!.from;
  }
  const inside = model.stages.reduce(
    (sum, { id }, i) => sum + (others.has(id) ? 0 : averages.stages[i]!.classes[0]!.occupancy),
    averages.joined.reduce((sum, tasks) => sum + tasks, 0),
  );
  return { mean: inside / throughput, exact: true };
}

function flowsInOrder({ network, flows, stages }: NetworkQuestion): Flows {
  const [{ offered, output }] = flows as readonly [ClassFlows];
  const values = (of: ReadonlyMap<NodeId, number>) =>
    Float64Array.from(network.nodes, ({ node }) => of.get(node.id)!);
  const accepted = Float64Array.from(
    network.nodes,
    ({ node }) => stages[node.id]?.throughput ?? offered.get(node.id)!,
  );
  return { offered: values(offered), accepted, output: values(output) };
}

function classTotals(question: NetworkQuestion): Readonly<Record<ClassId, NetworkClassMeasures<number>>> {
  const { scenario, model } = question;
  const found: Record<ClassId, NetworkClassMeasures<number>> = {};
  classesOf(scenario).forEach(({ id }, k) => {
    const { isClosed, population: jobs, start, chain } = model.classes[k]!;
    const throughput = isClosed ? roundRate(question, k, start) : intoSinks(question, k);
    const inside = isClosed ? jobs : population(question, k);
    // How long a round or a trip takes that has been of several classes is not told by flows.
    const isTimed = throughput > 0 && chain.length === 1 && (isClosed || keepsClass(question, k));
    found[id] = { throughput, ...(isTimed && { meanSojournTime: inside / throughput }) };
  });
  return found;
}

/** The mean time through the network, and whether it is exact. */

interface Sojourn {
  readonly mean: number;
  readonly exact: boolean;
}

/**
 * Where everything that is admitted reaches a sink once, Little's law for the whole network gives it. Else `summed`,
 * the ages put together stage by stage (network-measures.ts), which is exact as long as what becomes of an element
 * tells nothing of the time it has spent.
 */
function sojournOf(
  network: FlowNetwork,
  stages: Readonly<Record<NodeId, StageAnswer>>,
  throughput: number,
  summed: number | undefined,
): Sojourn | undefined {
  if (throughput > 0 && network.nodes.every((node) => keepsAll(node, network))) {
    const inside = Object.values(stages).reduce((sum, { meanOccupancy }) => sum + (meanOccupancy ?? 0), 0);
    return { mean: inside / throughput, exact: true };
  }
  if (summed === undefined) return undefined;
  return { mean: summed, exact: network.nodes.every((node) => losesBlindly(node, network)) };
}

/** All that enters the node goes on, one for one; only what comes from outside may be lost at the door. */
function keepsAll(flowNode: FlowNode, network: FlowNetwork): boolean {
  const { node, conversion, pass } = flowNode;
  if (node.kind !== 'stage') return true;
  return conversion === 1 && pass === 1 && (!losesWhenFull(node) || entersFromOutside(flowNode, network));
}

/** Ages do not depend on what is filtered, lost, multiplied, or where it goes. */
function losesBlindly(flowNode: FlowNode, network: FlowNetwork): boolean {
  const { node, blockers, conversion, links, pass } = flowNode;
  if (node.kind !== 'stage') return true;
  if (blockers.length > 0 && (pass < 1 || links.length > 1 || leadsToRouter(flowNode, network))) return false;
  const outside = entersFromOutside(flowNode, network);
  return outside || (!losesWhenFull(node) && (conversion === 1 || node.capacity === undefined));
}

const leadsToRouter = ({ links }: FlowNode, { nodes }: FlowNetwork): boolean =>
  links.some(({ to }) => nodes[to]!.node.kind === 'router');

/** Nothing but sources sends to it, so that all who come are of age 0. */
function entersFromOutside(flowNode: FlowNode, { nodes }: FlowNetwork): boolean {
  const index = nodes.indexOf(flowNode);
  const reached = new Set([index]);
  for (const to of reached) {
    for (const [from, sender] of nodes.entries()) {
      if (!sender.links.some((link) => link.to === to)) continue;
      if (sender.node.kind === 'stage') return false;
      if (sender.node.kind === 'router') reached.add(from);
    }
  }
  return true;
}
