/**
 * Bounds that hold whatever happens, by network calculus: how many elements a stage ever holds, how long any of them
 * stays, how long it is under way. Streams are bounded from source to sink; where they meet they are added, and where
 * they part by chance each branch may get all of them. Filters may let everything pass.
 * Source: J.-Y. Le Boudec and P. Thiran, Network Calculus (2001), chapters 1 and 6.
 *
 * Refuses distributions without bound, by name; cycles; overdrives (Poisson); schedules; joins, closed classes and shared resources;
 * and stages that can receive more than they serve (`unstable`).
 */
import {
  distributionRange,
  formOf,
  replayedTimes,
  type ServiceDistribution,
} from '../../core/distributions/index.ts';
import { refuseKinds } from '../../core/engines/capabilities.ts';
import { invalidScenario, type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { type Verdict, warning } from '../../core/measures/verdicts.ts';
import { batchSizes, batchVaries, largestBatch } from '../../core/rules/bulk.ts';
import { isFcfs, preempts, sharesServers } from '../../core/rules/discipline.ts';
import { copiesElements, takesTurns } from '../../core/rules/routing.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { classesOf, isClosed, serviceOf } from '../../core/scenario/classes.ts';
import { nodesOnCycles } from '../../core/scenario/cycles.ts';
import {
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { flowOrder, type Graph, graphOf, routingRule } from '../../core/scenario/graph.ts';
import type { DelayNode, NodeId, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { type ArrivalCurve, scaled, valueAt } from './arrival-curve.ts';
import {
  backlogBound,
  busyBound,
  concatenated,
  delayBound,
  inWholeElements,
  isBounded,
  outputCurve,
} from './bounds.ts';
import type { BoundsAnswer, PathBound, RateLatency, StageBounds } from './contract.ts';
import { afterStay, converted, everyOf, type Flow, sourceFlow, together } from './flow.ts';
import { traceService } from './trace-curves.ts';

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

/** Service curves of stages, and what they make of the elements that come. */

interface BoundedStage {
  readonly bounds: StageBounds;
  readonly output: Flow;
}

/**
 * `distributions`: of all classes that come. c servers that each take at most S for b elements: rate c b / S, and since the last
 * result may just have been handed over, latency S. With upTo a batch under way may be a small one: 2 S. Servers that are shared: `boundShared`. A trace on one
 * server keeps its long-run rate. Undefined where more comes than is served.
 */
function boundStage(
  stage: StageNode,
  distributions: readonly ServiceDistribution[],
  input: Flow,
): BoundedStage | undefined {
  if (sharesWork(stage)) return boundShared(stage, distributions, input);
  const service = serviceCurve(stage, distributions);
  if (!isBounded(input.most, service)) return undefined;
  // Elements that wait for the batch to fill are on top of what the curve serves.
  const waiting = fewestOf(stage) - 1;
  const backlog = wholeElements(backlogBound(input.most, service) + waiting);
  const delay = stayBound(stage, input, service);
  const most = outputCurve(input.most, service).map(({ rate, burst }) => ({ rate, burst: burst + waiting }));
  const passesAll = passProbabilityOf(stage) === 1 && !stage.byClass;
  const { least } = input;
  return {
    bounds: {
      arrivals: input.most,
      service,
      backlog,
      ...(delay !== undefined && { delay }),
      ...(stage.capacity !== undefined && { fits: stage.capacity >= backlog }),
    },
    output: {
      most,
      ...(least &&
        delay !== undefined &&
        passesAll && { least: { rate: least.rate, latency: least.latency + delay } }),
    },
  };
}

/** Whether several elements may be begun and none done while all servers work: no curve counts what they finish. */
const sharesWork = (stage: StageNode): boolean => sharesServers(stage) || preempts(stage);

/**
 * A bound by work, where none of c servers idles while c elements are there. An element that stays t s sees its own
 * service, at most S, and for the rest of t all servers busy, with what is left of c - 1 others and all that comes:
 * c (t - S) <= (c - 1) S + S alpha(t). Nobody stays longer, so the stage acts as a delay of that length.
 */
function boundShared(
  stage: StageNode,
  distributions: readonly ServiceDistribution[],
  { most, least }: Flow,
): BoundedStage | undefined {
  const c = serverCountOf(stage);
  const S = Math.max(...distributions.map((distribution) => distributionRange(distribution).longest));
  const delay = busyBound(most, { rate: c / S, latency: ((2 * c - 1) * S) / c });
  if (delay === Number.POSITIVE_INFINITY) return undefined;
  const backlog = wholeElements(valueAt(most, delay));
  const passesAll = passProbabilityOf(stage) === 1 && !stage.byClass;
  return {
    bounds: {
      arrivals: most,
      service: { rate: c / S, latency: delay },
      backlog,
      delay,
      ...(stage.capacity !== undefined && { fits: stage.capacity >= backlog }),
    },
    output: afterStay({ most, ...(least && passesAll && { least }) }, delay),
  };
}

/** M/G/infinity without the M: everybody stays between the shortest and the longest time. */
function boundDelay(distributions: readonly ServiceDistribution[], input: Flow): BoundedStage {
  const ranges = distributions.map(distributionRange);
  const delay = Math.max(...ranges.map(({ longest }) => longest));
  const jitter = delay - Math.min(...ranges.map(({ shortest }) => shortest));
  return {
    bounds: { arrivals: input.most, backlog: wholeElements(valueAt(input.most, delay)), delay },
    output: afterStay(input, jitter),
  };
}

/** Why no time bounds the services; undefined where one does. */
function refuseService(
  node: StageNode | DelayNode,
  distributions: readonly ServiceDistribution[],
): NoAnswer | undefined {
  const distribution = distributions.find(
    (one) => distributionRange(one).longest === Number.POSITIVE_INFINITY,
  );
  return (
    distribution &&
    noAnswer('serviceUnbounded', { name: nameOf(node), distribution: formOf(distribution) }, node.id)
  );
}

function serviceCurve(stage: StageNode, distributions: readonly ServiceDistribution[]): RateLatency {
  const { bulk } = stage;
  const serverCount = serverCountOf(stage);
  const [distribution] = distributions as readonly [ServiceDistribution];
  const replayed = distributions.length === 1 ? replayedTimes(distribution) : undefined;
  if (replayed && serverCount === 1 && !bulk) return traceService(replayed);
  const S = Math.max(...distributions.map((one) => distributionRange(one).longest));
  const b = largestBatch(bulk);
  const mayBeSmall = batchVaries(bulk) || bulk?.timeout !== undefined;
  return { rate: (serverCount * b) / S, latency: mayBeSmall ? 2 * S : S };
}

/** Elements without which an idle server does not start. */
const fewestOf = ({ bulk }: StageNode): number => Math.max(1, batchSizes(bulk).least);

function stayBound(stage: StageNode, { most, least }: Flow, service: RateLatency): number | undefined {
  const served = isFcfs(stage) ? delayBound(most, inWholeElements(service)) : busyBound(most, service);
  const missing = fewestOf(stage) - 1;
  const filled = least ? least.latency + missing / least.rate : Number.POSITIVE_INFINITY;
  const filling = missing === 0 ? 0 : Math.min(stage.bulk?.timeout ?? Number.POSITIVE_INFINITY, filled);
  const stay = served + filling;
  return stay < Number.POSITIVE_INFINITY ? stay : undefined;
}

/** Elements come whole. */
const wholeElements = (bound: number): number => Math.floor(bound * (1 + 1e-12) + 1e-9);
