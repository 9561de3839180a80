/** Means of the part of a scenario that feeds the rest and is not fed back, from the Markov chain of the part alone. */

import { distributionRate, isPoisson } from '../../../core/distributions/index.ts';
import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { log, log1p, pow } from '../../../core/numeric/elementary.ts';
import { isFcfs } from '../../../core/rules/discipline.ts';
import { admitsWhole, blocksSenders, promisesPlaces } from '../../../core/rules/when-full.ts';
import { switchesClasses } from '../../../core/scenario/class-switch.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { type Graph, graphOf, linkShares, reachableFrom, routingRule } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { isStage, type ScenarioNode, type StageNode } from '../../../core/scenario/scenario.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { solveChain } from '../chain/solve-chain.ts';
import type { StageAnswer } from '../contract.ts';
import { type ExactPart, type ExactPartQuestion, PRECISION_MEASURES } from './contract.ts';

/** Solved within a second. */
const MOST_STATES = 100_000;

/** Exact as long as the part is not held up from outside; only distributions of phases, no stand-ins. */
export function solveExactPart(scenario: Scenario, question: ExactPartQuestion): ExactPart | NoAnswer {
  const part = findPart(scenario, question);
  if (!part) return noAnswer('tiedTogether', {});
  const answer = solveChain(part.scenario, { maxStates: MOST_STATES, isQuick: true });
  if (answer.kind === 'noAnswer') return answer;
  return {
    kind: 'exactPart',
    model: Object.values(answer.stages)[0]!.model,
    stages: Object.fromEntries(Object.entries(answer.stages).map(([id, stage]) => [id, meansOf(stage)])),
    edge: part.edge.map((stage) => edgeStage(scenario, stage)),
  };
}

const meansOf = (stage: StageAnswer): ExactPart['stages'][NodeId] =>
  Object.fromEntries(
    PRECISION_MEASURES.flatMap((measure) =>
      stage[measure] === undefined ? [] : [[measure, stage[measure]]],
    ),
  );

function edgeStage(scenario: Scenario, stage: NodeId): ExactPart['edge'][number] {
  const bound = mostFull(scenario, stage);
  return { stage, ...(bound !== undefined && { mostFull: bound }) };
}

/**
 * The smallest part of a scenario that has given stages in it and goes on as if the rest were not there: with every node
 * that feeds it, with every stage behind it that can hold it up, and with every stage that shares a resource with it.
 * Stages behind it that were never seen full count as ones that do not hold it up, which is for the simulation to check.
 */

interface Part {
  /** The part as a scenario of its own: what follows it is sinks of the same ids. */
  readonly scenario: Scenario;
  /** Stages outside that would hold it up if they were full. */
  readonly edge: readonly NodeId[];
}

/** Undefined where tasks of forks or jobs of closed classes tie the part to the rest. */
export function findPart(scenario: Scenario, { stages, neverFull }: ExactPartQuestion): Part | undefined {
  if (scenario.classes?.some(({ closed }) => closed) || switchesClasses(scenario)) return undefined;
  const graph = graphOf(scenario);
  const isLoose = (node: ScenarioNode): boolean =>
    neverFull.includes(node.id) && isStage(node) && !promisesPlaces(node) && !admitsWhole(node);
  let inside = reachableFrom(graph, stages, true);
  for (let size = -1; size < inside.size; ) {
    size = inside.size;
    const tight = holders(graph, inside).filter((node) => !isLoose(node));
    const tied = [...inside, ...tight.map(({ id }) => id), ...sharers(scenario, inside)];
    inside = reachableFrom(graph, tied, true);
  }
  const nodes = scenario.nodes.filter(({ id }) => inside.has(id));
  if (nodes.some(({ kind }) => kind === 'fork' || kind === 'join')) return undefined;
  return {
    scenario: cutOut(scenario, inside),
    edge: holders(graph, inside).map(({ id }) => id),
  };
}

/** Stages outside that an element coming from inside may find full, and then waits where it is. */
function holders(graph: Graph, inside: ReadonlySet<NodeId>): readonly ScenarioNode[] {
  const met = new Set<NodeId>();
  const found: ScenarioNode[] = [];
  const meet = (from: NodeId): void => {
    for (const { to } of graph.outgoing.get(from)!) {
      const node = graph.nodes.get(to)!;
      if (inside.has(to) || met.has(to)) continue;
      met.add(to);
      if (isStage(node) && blocksSenders(node)) found.push(node);
      // Passed at once.
      if (node.kind === 'router' || node.kind === 'fork') meet(to);
    }
  };
  for (const id of inside) meet(id);
  return found;
}

function sharers({ nodes }: Scenario, inside: ReadonlySet<NodeId>): readonly NodeId[] {
  const stages = nodes.filter(isStage);
  const shared = stages.flatMap(({ id, resource }) => (resource && inside.has(id) ? [resource] : []));
  return stages.filter(({ resource }) => resource && shared.includes(resource)).map(({ id }) => id);
}

function cutOut(scenario: Scenario, inside: ReadonlySet<NodeId>): Scenario {
  const { format, schemaVersion, name, classes, resources } = scenario;
  const links = scenario.links.filter(({ from }) => inside.has(from));
  const next = new Set(links.map(({ to }) => to));
  return {
    format,
    schemaVersion,
    name,
    nodes: scenario.nodes.flatMap((node): ScenarioNode[] => {
      if (inside.has(node.id)) return [withoutBus(node)];
      return next.has(node.id) ? [{ id: node.id, kind: 'sink' }] : [];
    }),
    links,
    ...(classes && { classes }),
    ...(resources && { resources }),
  };
}

/** Drops what concerns the drawing only: the bus that a stage stands for. */
function withoutBus(node: ScenarioNode): ScenarioNode {
  if (!isStage(node)) return node;
  const { bus: _, ...stage } = node;
  return stage;
}

/**
 * A bound on the share of time that a finite stage is full, whatever else goes on in the scenario; undefined where it is
 * not known. For a stage with one exponential server, fed by exponential servers and Poisson sources, and followed by a
 * line of such stages as far as they can hold each other up.
 *
 * Its arrivals are a thinned Poisson process of the rate L that all senders have when they are never idle. Were the line
 * behind it handed through one element after the other, without any overlap, nothing would leave the stage sooner (by
 * induction over the elements). So it never holds more than an M/G/1 queue with rate L and the sum X of the services of
 * the line, and for that, as its numbers after departures are a random walk reflected at 0,
 *   P[N >= K] <= z^(1 - K)  with  E[exp(L (z - 1) X)] = z, z > 1.
 * Source: J. Kingman, Proc. Cambridge Phil. Soc. 60 (1964); Asmussen, Applied Probability and Queues, 2nd edition (2003),
 * theorem XIII.5.1.
 */
export function mostFull(scenario: Scenario, id: NodeId): number | undefined {
  if ((scenario.classes?.length ?? 0) > 1) return undefined;
  const graph = graphOf(scenario);
  const stage = graph.nodes.get(id)!;
  if (!isStage(stage) || stage.capacity === undefined) return undefined;
  const arrivals = peakRate(stage, graph);
  const services = lineBehind(stage, graph);
  if (arrivals === undefined || services === undefined) return undefined;
  const base = decay(arrivals, services);
  return base === undefined ? undefined : Math.min(1, pow(base, 1 - stage.capacity));
}

/** Largest rate at which arrivals can ever come, 1/s. */
function peakRate(stage: StageNode, graph: Graph): number | undefined {
  const rates = graph.incoming.get(stage.id)!.map(({ from }) => {
    const sender = graph.nodes.get(from)!;
    const links = graph.outgoing.get(from)!;
    const share = linkShares(routingRule(sender), links)[links.findIndex(({ to }) => to === stage.id)]!;
    if (sender.kind === 'source')
      return isPoisson(sender.interarrival) && !sender.schedule && batchSizeOf(sender) === 1
        ? share * distributionRate(sender.interarrival)
        : undefined;
    if (!isStage(sender) || !isPlain(sender) || routingRule(sender) !== 'probabilistic') return undefined;
    return share * serverCountOf(sender) * passProbabilityOf(sender) * distributionRate(sender.service);
  });
  return rates.reduce<number | undefined>(
    (sum, rate) => (sum === undefined || rate === undefined ? undefined : sum + rate),
    overdriveRateOf(stage),
  );
}

/** Rates of the services that an element must see before the next may leave the stage. */
function lineBehind(stage: StageNode, graph: Graph): readonly number[] | undefined {
  const rates: number[] = [];
  const passed = new Set<NodeId>();
  for (let at = stage; ; ) {
    if (passed.has(at.id) || !isPlain(at) || serverCountOf(at) > 1 || conversionFactorOf(at) !== 1)
      return undefined;
    passed.add(at.id);
    rates.push(distributionRate(at.service));
    const next = graph.outgoing.get(at.id)!.map(({ to }) => graph.nodes.get(to)!);
    if (next.some(({ kind }) => kind === 'router' || kind === 'fork')) return undefined;
    const finite = next.filter(isStage).filter(blocksSenders);
    if (finite.length === 0) return rates;
    const [only] = finite;
    const isLine = next.length === 1 && graph.incoming.get(only!.id)!.length === 1 && !only!.overdriveRate;
    if (!isLine || promisesPlaces(only!)) return undefined;
    at = only!;
  }
}

/** One by one, in the order of coming, in exponential times that are always the same. */
const isPlain = (stage: StageNode): boolean =>
  isPoisson(stage.service) &&
  isFcfs(stage) &&
  !(stage.bulk || stage.schedule || stage.resource || stage.byClass);

/** The z > 1 above; undefined where the line is too slow for its arrivals at their peak. */
function decay(arrivals: number, services: readonly number[]): number | undefined {
  const load = services.reduce((sum, rate) => sum + arrivals / rate, 0);
  if (load >= 1 || arrivals === 0) return undefined;
  // Convex, 0 with a falling slope at z = 1, and beyond all bounds where the slowest service has no moment.
  const excess = (z: number): number =>
    services.reduce((sum, rate) => sum - log1p((-arrivals * (z - 1)) / rate), -log(z));
  const end = 1 + Math.min(...services) / arrivals;
  const lowest = (high: number): number => (excess(high) > 0 ? high : lowest((high + end) / 2));
  const high = lowest((1 + end) / 2);
  let low = (1 + high) / 2;
  while (excess(low) > 0) low = (1 + low) / 2;
  return findRoot(excess, low, high);
}
