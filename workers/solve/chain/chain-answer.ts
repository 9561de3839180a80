/** From the averages of a chain to the answer: measures of stages, flows on links, measures of the network. */
import {
  distributionMean,
  distributionRate,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import type {
  ClassMeasures,
  NetworkClassMeasures,
  NetworkMeasures,
} from '../../../core/measures/measures.ts';
import { fullService } from '../../../core/rules/timing.ts';
import { hasWaited, losesWhenFull } from '../../../core/rules/when-full.ts';
import { classesOf, serviceOf } from '../../../core/scenario/classes.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import type { ClassId, NodeId, Scenario, StageGroup } from '../../../core/scenario/scenario.ts';
import type { GroupAnswer, SolveAnswer, StageAnswer } from '../contract.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { networkMeasures } from '../network-measures.ts';
import { findSaturation } from '../saturation.ts';
import type { ChainAverages, ClassAverages, StageAverages } from './chain-averages.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';
import { chainRemarks } from './chain-remarks.ts';
import { forkedStages } from './fork-branches.ts';
import { type ClassFlows, classFlows, linkFlows } from './network-flows.ts';
import { isStation, type Station } from './routes.ts';

export interface SolvedChain {
  readonly scenario: Scenario;
  readonly network: FlowNetwork;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  /** Name of the model, such as `Markov chain, 29 states`. */
  readonly name: string;
  /** Residual of the balance equations, where they were solved as a whole. */
  readonly residual?: number;
}

export function chainAnswer(solved: SolvedChain): SolveAnswer {
  const { scenario, network, model, averages, name } = solved;
  const flows = classFlows(scenario, model, averages);
  const stations = new Map(scenario.nodes.filter(isStation).map((node) => [node.id, node]));
  const stages: Record<NodeId, StageAnswer> = {};
  model.stages.forEach((stage, i) => {
    const place = { node: stations.get(stage.id)!, stage, sums: averages.stages[i]!, flows };
    stages[stage.id] = { model: name, ...stageAnswer(place, scenario) };
  });
  const saturation = findSaturation(network, 'counted');
  const { measures, isSojournExact } = networkOf({ ...solved, flows, stages });
  return {
    kind: 'answer',
    method: 'chain',
    exact: true,
    stages,
    ...(scenario.groups && { groups: groupMeasures(scenario.groups, averages) }),
    links: linkFlows(scenario, flows),
    network: {
      ...measures,
      ...(saturation && { bottleneck: network.nodes[saturation.bottleneck]!.node.id }),
      ...(saturation?.resource !== undefined && { bottleneckResource: saturation.resource }),
    },
    ...(saturation && { saturationFactor: saturation.factor }),
    verdicts: chainRemarks(solved, isSojournExact),
  };
}

function groupMeasures(groups: readonly StageGroup[], averages: ChainAverages) {
  const found: Record<string, GroupAnswer> = {};
  groups.forEach(({ id }, i) => {
    const levels = averages.groups[i]!;
    const meanOccupancy = levels.reduce((sum, p, n) => sum + n * p, 0);
    found[id] = { meanOccupancy, occupancyDistribution: withoutTail(levels) };
  });
  return found;
}

interface StagePlace {
  readonly node: Station;
  readonly stage: ChainStage;
  readonly sums: StageAverages;
  readonly flows: readonly ClassFlows[];
}

function stageAnswer(place: StagePlace, scenario: Scenario): Omit<StageAnswer, 'model'> {
  const { node, stage, sums, flows } = place;
  const { serverCount: c } = stage;
  const offeredRate = flows.reduce((sum, flow) => sum + flow.offered.get(stage.id)!, 0);
  const loadPerServer = loadOf(place, scenario);
  const all = totalOf(sums.classes);
  const full = sums.occupancy[stage.capacity]!;
  const { lossProbability = 0, ...measures } = measuresOf(all, stage, offeredRate);
  return {
    exact: true,
    saturated: loadPerServer >= 1,
    loadPerServer,
    ...measures,
    ...(offeredRate > 0 && { lossProbability }),
    outputRate: flows.reduce((sum, flow) => sum + flow.output.get(stage.id)!, 0),
    ...(!stage.isDelay && {
      blockedFraction: sums.held / c,
      starvedFraction: Math.max(0, 1 - (all.serving + sums.held) / c),
    }),
    ...(node.kind === 'stage' &&
      node.capacity !== undefined && { fullProbability: full, backPressureProbability: full }),
    occupancyDistribution: withoutTail(sums.occupancy),
    ...(scenario.classes && { byClass: classMeasures(place, scenario) }),
  };
}

/** What its servers would have to do per second for all that is offered, over what they can do. */
function loadOf({ node, stage, flows }: StagePlace, scenario: Scenario): number {
  if (stage.isDelay) return 0;
  const timeOf = (service: ServiceDistribution): number => {
    const stretch = node.kind === 'stage' ? stage.batchMax / fullService(node, distributionRate(service)) : 1;
    return distributionMean(service) * stretch;
  };
  const work = classesOf(scenario).reduce(
    (sum, { id }, k) => sum + flows[k]!.offered.get(node.id)! * timeOf(serviceOf(node, id)),
    0,
  );
  return work / (stage.serverCount * stage.batchMax);
}

const totalOf = (classes: readonly ClassAverages[]): ClassAverages =>
  classes.reduce((sum, part) => ({
    serving: sum.serving + part.serving,
    occupancy: sum.occupancy + part.occupancy,
    waiting: sum.waiting + part.waiting,
    served: sum.served + part.served,
    lost: sum.lost + part.lost,
  }));

function measuresOf(sums: ClassAverages, stage: ChainStage, offeredRate: number) {
  const lossRate = stage.isCut ? 0 : sums.lost;
  return {
    offeredRate,
    arrivalRate: sums.served,
    throughput: sums.served,
    lossRate,
    ...(offeredRate > 0 && { lossProbability: lossRate / offeredRate }),
    ...(!stage.isDelay && { utilization: sums.serving / stage.serverCount }),
    meanOccupancy: sums.occupancy,
    meanQueueLength: sums.waiting,
    // Little's law, which takes all who wait as served.
    ...(sums.served > 0 &&
      !hasWaited(stage.victim) && {
        meanSojournTime: sums.occupancy / sums.served,
        meanWaitingTime: sums.waiting / sums.served,
      }),
  };
}

function classMeasures({ stage, sums, flows }: StagePlace, scenario: Scenario) {
  const found: Record<ClassId, ClassMeasures<number>> = {};
  classesOf(scenario).forEach(({ id }, k) => {
    if (!stage.visits[k]) return;
    const offered = flows[k]!.offered.get(stage.id)!;
    const outputRate = flows[k]!.output.get(stage.id)!;
    found[id] = { ...measuresOf(sums.classes[k]!, stage, offered), outputRate };
  });
  return found;
}

/** Up to the last level with at least 1e-12 at or beyond it. */
export function withoutTail(occupancy: Float64Array): readonly number[] {
  let last = occupancy.length - 1;
  for (let tail = occupancy[last]!; last > 0 && tail < 1e-12; tail += occupancy[last]!) last--;
  return [...occupancy.subarray(0, last + 1)];
}

/** Measures of the whole network, and of each class in it. */

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

function networkOf(question: NetworkQuestion): NetworkTotals {
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
