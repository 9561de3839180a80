/**
 * Bounds that hold whatever happens, by network calculus: how many elements a stage ever holds, how long any of them
 * stays, how long it is under way. Streams are bounded from source to sink; where they meet they are added, and where
 * they part by chance each branch may get all of them. Filters may let everything pass.
 * Source: J.-Y. Le Boudec and P. Thiran, Network Calculus (2001), chapters 1 and 6.
 *
 * Refuses distributions without bound, by name; cycles; overdrives (Poisson); schedules; joins, closed classes and shared resources;
 * and stages that can receive more than they serve (`unstable`).
 */
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { refuseKinds } from '../../core/engines/capabilities.ts';
import { invalidScenario, type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { type Verdict, warning } from '../../core/measures/verdicts.ts';
import { isFcfs } from '../../core/rules/discipline.ts';
import { copiesElements, takesTurns } from '../../core/rules/routing.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { classesOf, isClosed, serviceOf } from '../../core/scenario/classes.ts';
import { nodesOnCycles } from '../../core/scenario/cycles.ts';
import { conversionFactorOf, nameOf } from '../../core/scenario/defaults.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { flowOrder, type Graph, graphOf, routingRule } from '../../core/scenario/graph.ts';
import type { DelayNode, NodeId, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { type ArrivalCurve, scaled } from './arrival-curve.ts';
import { concatenated, delayBound, inWholeElements } from './bounds.ts';
import type { BoundsAnswer, PathBound, RateLatency, StageBounds } from './contract.ts';
import { converted, everyOf, type Flow, sourceFlow, together } from './flow.ts';
import { boundDelay, boundStage, refuseService } from './stage-bounds.ts';

export function solveBounds(scenario: Scenario): BoundsAnswer | NoAnswer {
  const unable = refuseKinds('bounds', scenario);
  if (unable) return unable;
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  if (fault) return invalidScenario(fault);
  const graph = graphOf(scenario);
  const refusal = refuse(scenario, graph);
  if (refusal) return refusal;
  const output = new Map<NodeId, Flow>();
  const stages: Record<NodeId, StageBounds> = {};
  for (const id of flowOrder(scenario)) {
    const node = graph.nodes.get(id)!;
    if (node.kind === 'source') {
      const flow = sourceFlow(node);
      if ('kind' in flow) return flow;
      output.set(id, flow);
      continue;
    }
    const incoming = graph.incoming.get(id)!.flatMap(({ from }) => {
      const flow = output.get(from);
      return flow ? [branchOf(flow, graph.nodes.get(from)!, graph)] : [];
    });
    // Nothing ever comes.
    if (incoming.length === 0) continue;
    const input = together(incoming);
    if (node.kind !== 'stage' && node.kind !== 'delay') {
      output.set(id, input);
      continue;
    }
    const found = bound(node, distributionsOf(node, scenario), input);
    if ('kind' in found) return found;
    stages[id] = found.bounds;
    output.set(id, found.output);
  }
  return {
    kind: 'worstCase',
    stages,
    sources: pathBounds(scenario, graph, stages),
    verdicts: verdictsOf(scenario, graph, stages),
  };
}

function bound(node: StageNode | DelayNode, distributions: readonly ServiceDistribution[], input: Flow) {
  const refusal = refuseService(node, distributions);
  if (refusal) return refusal;
  if (node.kind === 'delay') return boundDelay(distributions, input);
  const found = boundStage(node, distributions, converted(input, largestFactor(node)));
  return found ?? noAnswer('overloadedInWorstCase', { name: nameOf(node) }, node.id);
}

const largestFactor = (stage: StageNode): number =>
  Math.max(
    conversionFactorOf(stage),
    ...Object.keys(stage.byClass ?? {}).map((jobClass) => conversionFactorOf(stage, jobClass)),
  );

/** Different distributions of the classes. */
const distributionsOf = (node: StageNode | DelayNode, scenario: Scenario): readonly ServiceDistribution[] => [
  ...new Set(classesOf(scenario).map(({ id }) => serviceOf(node, id))),
];

/** What goes along one link of a node. */
function branchOf(flow: Flow, from: ScenarioNode, graph: Graph): Flow {
  const links = graph.outgoing.get(from.id)!;
  const rule = routingRule(from);
  if (links.length === 1 || copiesElements(rule)) return flow;
  return takesTurns(rule) ? everyOf(flow, links.length) : { most: flow.most };
}

function refuse(scenario: Scenario, graph: Graph): NoAnswer | undefined {
  const closed = classesOf(scenario).find(isClosed);
  if (closed) return noAnswer('boundsClosedClass', { name: nameOf(closed) });
  const cycle = nodesOnCycles(graph);
  if (cycle.length > 0)
    return noAnswer('boundsCycle', { nodes: cycle.map((id) => nameOf(graph.nodes.get(id)!)) }, cycle[0]);
  for (const node of scenario.nodes) {
    const facts = { name: nameOf(node) };
    if ((node.kind === 'source' || node.kind === 'stage') && node.schedule)
      return noAnswer('boundsSchedule', facts, node.id);
    if (node.kind !== 'stage') continue;
    if (node.overdriveRate) return noAnswer('boundsOverdrive', facts, node.id);
    if (node.resource !== undefined) return noAnswer('boundsResource', facts, node.id);
  }
  return undefined;
}

/** A stage that may fill up holds up others, which no bound upstream knows of. */
function verdictsOf(
  { nodes }: Scenario,
  graph: Graph,
  stages: Readonly<Record<NodeId, StageBounds>>,
): readonly Verdict[] {
  return nodes.flatMap((node): readonly Verdict[] => {
    if (node.kind !== 'stage' || node.capacity === undefined || stages[node.id]?.fits !== false) return [];
    const facts = {
      name: nameOf(node),
      capacity: node.capacity,
      backlog: stages[node.id]!.backlog,
      loses: losesWhenFull(node),
      senders: graph.incoming.get(node.id)!.map(({ from }) => nameOf(graph.nodes.get(from)!)),
    };
    return [warning('capacity-not-certain', facts, node.id)];
  });
}

/** The longest time from a source to a sink. */

type Stages = Readonly<Record<NodeId, StageBounds>>;

function pathBounds({ nodes }: Scenario, graph: Graph, stages: Stages): readonly PathBound[] {
  const longest = new Map<NodeId, number>();
  const from = (id: NodeId): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    const own = stages[id] ? (stages[id].delay ?? Number.POSITIVE_INFINITY) : 0;
    const rest = Math.max(0, ...graph.outgoing.get(id)!.map(({ to }) => from(to)));
    longest.set(id, own + rest);
    return own + rest;
  };
  return nodes.flatMap(({ id, kind }): readonly PathBound[] => {
    if (kind !== 'source') return [];
    const sum = from(id);
    const asOne = lineBound(graph, stages, id);
    if (asOne !== undefined && asOne < sum) return [{ source: id, delay: asOne, by: 'concatenation' }];
    return [{ source: id, by: 'sum', ...(sum < Number.POSITIVE_INFINITY && { delay: sum }) }];
  });
}

/**
 * The stages of a line that nobody else joins as one: their service curves follow each other, all in units of the
 * source. Undefined where the drawing is no such line, or where elements change their order or wait for a batch.
 */
function lineBound(graph: Graph, stages: Stages, source: NodeId): number | undefined {
  const curves: RateLatency[] = [];
  let arrivals: ArrivalCurve | undefined;
  let perElement = 1;
  for (let id = source; ; ) {
    const links = graph.outgoing.get(id)!;
    const node = graph.nodes.get(id)!;
    if (node.kind === 'stage') {
      const conversionFactor = conversionFactorOf(node);
      if (node.bulk || node.byClass || !isFcfs(node) || !Number.isInteger(conversionFactor)) return undefined;
      perElement *= conversionFactor;
      const { service, arrivals: native } = stages[id]!;
      curves.push({ rate: service!.rate / perElement, latency: service!.latency });
      arrivals ??= scaled(native, 1 / perElement);
    } else if (node.kind === 'sink') {
      return arrivals && delayBound(arrivals, inWholeElements(concatenated(curves), perElement));
    } else if (node.kind !== 'source' && node.kind !== 'router') return undefined;
    if (links.length !== 1 || graph.incoming.get(links[0]!.to)!.length !== 1) return undefined;
    id = links[0]!.to;
  }
}
