/**
 * From a scenario to what the self-timed machine runs, or why it cannot: every time constant, every way determined. Kinds
 * that are not listed in core/engines are refused before; what depends on more than a kind is refused here, by name.
 */
import { constantTime, distributionMean, type Location } from '../../../core/distributions/index.ts';
import { type NoAnswer, noAnswer, type SelfTimedObjection } from '../../../core/measures/refusals.ts';
import { gcdOf } from '../../../core/numeric/gcd.ts';
import { batchSizes } from '../../../core/rules/bulk.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { copiesElements, takesTurns } from '../../../core/rules/routing.ts';
import { isPipelined, pipelineLatencyOf, timePerElementOf } from '../../../core/rules/timing.ts';
import { losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import {
  batchSizeOf,
  capacityOf,
  consumedOf,
  conversionFactorOf,
  depthOf,
  initialTokensOf,
  nameOf,
  overdriveRateOf,
  passProbabilityOf,
  producedOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { openAfter } from '../../../core/scenario/fork-regions.ts';
import { flowOrder, type Graph, graphOf, linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type {
  DelayNode,
  Link,
  NodeId,
  Scenario,
  ScenarioNode,
  SourceNode,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import { wayLatencyOf } from '../../../core/scenario/way-latency.ts';
import type { JoinPlan, Plan, PoolPlan, Ratio, SourcePlan, StationPlan, Way } from './plan.ts';

export function compilePlan(scenario: Scenario): Plan | NoAnswer {
  const graph = graphOf(scenario);
  const objection = firstObjection(scenario, graph);
  if (objection) return objection;
  return new PlanCompiler(scenario, graph).compile();
}

const object = (node: ScenarioNode, because: SelfTimedObjection): NoAnswer =>
  noAnswer('selfTimedDoesNotApply', { name: nameOf(node), because }, node.id);

function firstObjection(scenario: Scenario, graph: Graph): NoAnswer | undefined {
  const { classes = [], nodes } = scenario;
  for (const node of nodes) {
    const because =
      classes.length > 1 || classes.some(({ closed }) => closed) ? 'classes' : objectionTo(node, graph);
    if (because) return object(node, because);
  }
  return undefined;
}

function objectionTo(node: ScenarioNode, graph: Graph): SelfTimedObjection | undefined {
  if ('schedule' in node && node.schedule) return 'schedule';
  if ('byClass' in node && node.byClass) return 'classes';
  if (node.kind === 'stage') {
    const because = objectionToStage(node);
    if (because) return because;
  }
  if (node.kind === 'fork' && leadsToJoin(node.id, graph) && !isBracket(node.id, graph)) return 'fork';
  if (node.kind === 'join' && !isClosedBracket(node.id, graph)) return 'fork';
  return isRandom(node, graph) ? 'routing' : undefined;
}

function objectionToStage(stage: StageNode): SelfTimedObjection | undefined {
  if (stage.resource !== undefined) return 'resource';
  if (overdriveRateOf(stage) > 0) return 'overdrive';
  if (stage.bulk?.timeout !== undefined) return 'timeout';
  const passes = passProbabilityOf(stage);
  if (passes > 0 && passes < 1) return 'filter';
  return undefined;
}

function isRandom(node: ScenarioNode, graph: Graph): boolean {
  const links = graph.outgoing.get(node.id)!;
  const rule = routingRule(node);
  if (links.length < 2 || takesTurns(rule) || copiesElements(rule)) return false;
  return linkShares(rule, links).some((share) => share > 0 && share < 1);
}

/** Tasks that come to no join are not put together again: dataflow stages take them as any tokens. */
const leadsToJoin = (fork: NodeId, graph: Graph): boolean =>
  [...openAfter(graph, fork)].some((id) => graph.nodes.get(id)!.kind === 'join');

/** Every task comes to one and the same join, in order, and nothing is lost on the way: FIFOs in front of a join then tell the tasks apart. */
function isBracket(fork: NodeId, graph: Graph): boolean {
  const join = joinOf(fork, graph);
  return join !== undefined && graph.incoming.get(join)!.length === graph.outgoing.get(fork)!.length;
}

function joinOf(fork: NodeId, graph: Graph): NodeId | undefined {
  const ends = graph.outgoing.get(fork)!.map(({ to }) => endOfBranch(to, graph));
  return ends.every((end) => end === ends[0]) ? ends[0] : undefined;
}

/** The join at which a branch without side ways ends. */
function endOfBranch(start: NodeId, graph: Graph): NodeId | undefined {
  let at = start;
  for (let steps = 0; steps <= graph.nodes.size; steps++) {
    const node = graph.nodes.get(at)!;
    if (node.kind === 'join') return at;
    if (graph.incoming.get(at)!.length > 1 || !keepsTasks(node)) return undefined;
    const next = node.kind === 'fork' ? joinOf(at, graph) : at;
    if (next === undefined) return undefined;
    const links = graph.outgoing.get(next)!;
    if (links.length !== 1) return undefined;
    at = links[0]!.to;
  }
  return undefined;
}

const keepsTasks = (node: ScenarioNode): boolean =>
  node.kind !== 'sink' &&
  (node.kind !== 'stage' || (!isDataflow(node) && !losesWhenFull(node) && passProbabilityOf(node) === 1));

const isClosedBracket = (join: NodeId, graph: Graph): boolean =>
  [...graph.nodes.values()].some(({ id, kind }) => kind === 'fork' && joinOf(id, graph) === join);

type Station = StageNode | DelayNode;

class PlanCompiler {
  readonly #scenario: Scenario;
  readonly #graph: Graph;
  readonly #indexOf: ReadonlyMap<NodeId, number>;
  readonly #linkAt: ReadonlyMap<Link, number>;
  readonly #scale = new TickScale();
  readonly #pools: PoolPlan[] = [];
  readonly #poolOf = new Map<NodeId, number>();
  readonly #fifoOf = new Map<Link, number>();
  readonly #joins: JoinPlan[] = [];

  constructor(scenario: Scenario, graph: Graph) {
    this.#scenario = scenario;
    this.#graph = graph;
    this.#indexOf = new Map(scenario.nodes.map(({ id }, i) => [id, i]));
    this.#linkAt = new Map(scenario.links.map((link, i) => [link, i]));
  }

  compile(): Plan | NoAnswer {
    const { nodes, links } = this.#scenario;
    for (const node of nodes) for (const time of timesOf(node)) this.#scale.add(time);
    this.#scale.close();
    for (const node of nodes) this.#makePools(node);
    for (const node of nodes) this.#makeJoin(node);
    const order = flowOrder(this.#scenario, this.#graph);
    const sources = nodes.flatMap((node) => (node.kind === 'source' ? [this.#source(node)] : []));
    const stations = nodes.flatMap((node) =>
      node.kind === 'stage' || node.kind === 'delay' ? [this.#station(node, -order.indexOf(node.id))] : [],
    );
    const slowest = Math.max(...nodes.flatMap(timesOf).map((time) => this.#scale.ticksOf(time)));
    if (slowest > MOST_TICKS) return noAnswer('timesTooFine', { ticks: slowest });
    return {
      ...{ tick: this.#scale.seconds, names: nodes.map(nameOf), linkCount: links.length },
      ...{ pools: this.#pools, sources, stations, joins: this.#joins },
    };
  }

  #makePools(node: ScenarioNode): void {
    const at = this.#indexOf.get(node.id)!;
    const pool = { node: at, capacity: Number.POSITIVE_INFINITY, promises: false, loses: false, initial: 0 };
    if (node.kind === 'delay') this.#addPool(node.id, pool);
    if (node.kind !== 'stage') return;
    if (isDataflow(node)) {
      for (const link of this.#graph.incoming.get(node.id)!) this.#makeFifo(node, link);
      return;
    }
    const rules = { capacity: capacityOf(node), promises: promisesPlaces(node), loses: losesWhenFull(node) };
    this.#addPool(node.id, { ...pool, ...rules });
  }

  #makeFifo(node: StageNode, link: Link): void {
    this.#fifoOf.set(link, this.#pools.length);
    this.#pools.push({
      ...{ node: this.#indexOf.get(node.id)!, link: this.#linkAt.get(link)!, loses: false },
      ...{ capacity: depthOf(link), promises: promisesPlaces(node), initial: initialTokensOf(link) },
    });
  }

  #addPool(id: NodeId, pool: PoolPlan): void {
    this.#poolOf.set(id, this.#pools.length);
    this.#pools.push(pool);
  }

  #makeJoin(node: ScenarioNode): void {
    if (node.kind !== 'join') return;
    const links = this.#graph.incoming.get(node.id)!;
    const inputs = links.map((link) => {
      this.#pools.push({
        ...{ node: this.#indexOf.get(node.id)!, link: this.#linkAt.get(link)! },
        ...{ capacity: depthOf(link), promises: false, loses: false, initial: 0 },
      });
      return this.#pools.length - 1;
    });
    this.#joins.push({ node: this.#indexOf.get(node.id)!, inputs, next: this.#wayFrom(node)! });
  }

  #source(node: SourceNode): SourcePlan {
    return {
      node: this.#indexOf.get(node.id)!,
      interval: this.#scale.ticksOf(meanOf(node.interarrival)),
      batch: batchSizeOf(node),
      way: this.#wayFrom(node)!,
    };
  }

  #station(node: Station, priority: number): StationPlan {
    if (node.kind === 'stage' && isDataflow(node)) return this.#actor(node, priority);
    const isDelay = node.kind === 'delay';
    const { least, most } = batchSizes(isDelay ? undefined : node.bulk);
    const base = this.#scale.ticksOf(meanOf(node.service));
    return {
      kind: 'queue',
      node: this.#indexOf.get(node.id)!,
      servers: isDelay ? Number.POSITIVE_INFINITY : serverCountOf(node),
      latency: isDelay ? 0 : this.#scale.ticksOf(fractionOf(wayLatencyOf(node))),
      priority,
      pool: this.#poolOf.get(node.id)!,
      ...{ least, most, service: base },
      perElement: isDelay ? 0 : this.#scale.ticksOf(fractionOf(timePerElementOf(node))),
      way: this.#wayFrom(node)!,
      passes: isDelay || passProbabilityOf(node) > 0,
    };
  }

  #actor(node: StageNode, priority: number): StationPlan {
    const inputs = this.#graph.incoming
      .get(node.id)!
      .map((link) => ({ pool: this.#fifoOf.get(link)!, take: consumedOf(link) }));
    const outputs = this.#graph.outgoing
      .get(node.id)!
      .map((link) => ({ way: this.#along(link), give: producedOf(link) }));
    const services = firingTimesOf(node).map((time) => this.#scale.ticksOf(time));
    const lengths = [services, ...inputs.map(({ take }) => take), ...outputs.map(({ give }) => give)].map(
      ({ length }) => length,
    );
    return {
      ...{ kind: 'dataflow', node: this.#indexOf.get(node.id)!, priority, inputs, outputs },
      servers: serverCountOf(node),
      latency: this.#scale.ticksOf(fractionOf(pipelineLatencyOf(node))),
      services,
      phases: lengths.reduce((all, length) => (all * length) / Number(gcdOf(BigInt(all), BigInt(length))), 1),
    };
  }

  #wayFrom(node: ScenarioNode): Way | undefined {
    const rule = routingRule(node);
    const all = this.#graph.outgoing.get(node.id)!;
    const isFree = takesTurns(rule) || copiesElements(rule);
    const shares = linkShares(rule, all);
    const links = isFree ? all : all.filter((_, i) => shares[i]! > 0);
    const ways = links.map((link) => this.#along(link));
    if (ways.length < 2) return ways[0];
    return takesTurns(rule)
      ? { kind: 'turns', node: this.#indexOf.get(node.id)!, ways }
      : { kind: 'copies', areTasks: node.kind === 'fork', ways };
  }

  #along(link: Link): Way {
    return { kind: 'link', link: this.#linkAt.get(link)!, to: this.#into(link) };
  }

  #into(link: Link): Way {
    const node = this.#graph.nodes.get(link.to)!;
    switch (node.kind) {
      case 'source':
      case 'sink':
        return { kind: 'sink' };
      case 'delay':
        return { kind: 'pool', pool: this.#poolOf.get(node.id)!, factor: ONE };
      case 'stage':
        if (isDataflow(node)) return { kind: 'pool', pool: this.#fifoOf.get(link)!, factor: ONE };
        return { kind: 'pool', pool: this.#poolOf.get(node.id)!, factor: ratioOf(conversionFactorOf(node)) };
      case 'join':
        return this.#intoJoin(link);
      case 'router':
      case 'fork':
        return this.#wayFrom(node) ?? { kind: 'sink' };
    }
  }

  /** A join that follows a join has not been made yet: its number and inputs follow from the order of the file. */
  #intoJoin(link: Link): Way {
    const joins = this.#scenario.nodes.filter(({ kind }) => kind === 'join');
    const input = this.#graph.incoming.get(link.to)!.indexOf(link);
    return { kind: 'join', join: joins.findIndex(({ id }) => id === link.to), input };
  }
}

const ONE: Ratio = { over: 1, under: 1 };

function ratioOf(factor: number): Ratio {
  const { over, under } = fractionOf(factor);
  return { over: Number(over), under: Number(under) };
}

const meanOf = (distribution: StageNode['service'] | SourceNode['interarrival']): Fraction =>
  meanTime(constantTime(distribution) ?? { mean: distributionMean(distribution) });

/** Times of the firings of a dataflow stage, by phase. */
const firingTimesOf = ({ firingTimes, service }: StageNode): readonly Fraction[] =>
  firingTimes?.map(fractionOf) ?? [meanOf(service)];

function timesOf(node: ScenarioNode): readonly Fraction[] {
  switch (node.kind) {
    case 'source':
      return [meanOf(node.interarrival)];
    case 'delay':
      return [meanOf(node.service)];
    case 'stage':
      return [
        ...firingTimesOf(node),
        ...(isPipelined(node) ? [fractionOf(pipelineLatencyOf(node))] : []),
        ...(timePerElementOf(node) > 0 ? [fractionOf(timePerElementOf(node))] : []),
      ];
    case 'router':
    case 'fork':
    case 'join':
    case 'sink':
      return [];
  }
}

/** Longest time, ticks: beyond it, sums over a period exceed the whole numbers that doubles hold. */
const MOST_TICKS = 1e11;

/**
 * Times as whole numbers of a common tick, so that a schedule repeats exactly or not at all: typed decimals and rates are
 * ratios of whole numbers, and the tick is their greatest common divisor.
 */

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const fraction = (over: bigint, under: bigint): Fraction => {
  const common = gcdOf(over, under);
  return common === 0n ? { over: 0n, under: 1n } : { over: over / common, under: under / common };
};

const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);
const inverse = ({ over, under }: Fraction): Fraction => ({ over: under, under: over });

/** Digits that people type; a longer decimal is a computed number. */
const TYPED_DIGITS = 12;
/** Computed numbers are taken for a ratio with no larger denominator. */
const LARGEST_UNDER = 1_000_000;

/** Relative, of a number that a product or a quotient or two have rounded: 3 * 1e-9 is 3.0000000000000004e-9. */
const COMPUTED = 2 * Number.EPSILON;

/** A number >= 0 as it is written; one with more digits than people type as the decimal or the ratio that rounds to it, if there is a simple one. */
function fractionOf(value: number): Fraction {
  const written = decimalOf(value);
  if (written.over.toString().length <= TYPED_DIGITS) return written;
  const typed = Number(value.toPrecision(TYPED_DIGITS));
  if (Math.abs(typed - value) <= COMPUTED * value) return decimalOf(typed);
  return simpleRatio(value) ?? scaledRatio(value) ?? written;
}

/** A third of a nanosecond: a simple ratio of a power of ten, whose own denominator would be too large. */
function scaledRatio(value: number): Fraction | undefined {
  const [mantissa, exponent] = value.toExponential().split('e').map(Number);
  const ratio = simpleRatio(mantissa!);
  return ratio && times(ratio, decimalOf(Number(`1e${exponent}`)));
}

function decimalOf(value: number): Fraction {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', part = ''] = mantissa.split('.');
  const shift = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return shift >= 0 ? fraction(digits * powerOfTen(shift), 1n) : fraction(digits, powerOfTen(-shift));
}

const powerOfTen = (exponent: number): bigint => BigInt(`1${'0'.repeat(exponent)}`);

/** By continued fractions; undefined where none rounds to the number. */
function simpleRatio(value: number): Fraction | undefined {
  let [over, under, lastOver, lastUnder] = [1, 0, 0, 1];
  let rest = value;
  for (;;) {
    const whole = Math.floor(rest);
    [over, lastOver] = [whole * over + lastOver, over];
    [under, lastUnder] = [whole * under + lastUnder, under];
    if (under > LARGEST_UNDER || !Number.isSafeInteger(over)) return undefined;
    if (Math.abs(over / under - value) <= COMPUTED * value) return fraction(BigInt(over), BigInt(under));
    rest = 1 / (rest - whole);
    if (!Number.isFinite(rest)) return undefined;
  }
}

/** The mean time that a location states, s. */
function meanTime({ rate, mean, factors }: Location): Fraction {
  if (mean !== undefined) return fractionOf(mean);
  if (rate !== undefined) return inverse(fractionOf(rate));
  const { elementsPerClock, clock, divisor = 1, multiplier = 1 } = factors!;
  const perSecond = times(
    times(fractionOf(elementsPerClock), fractionOf(clock)),
    times(inverse(fractionOf(divisor)), fractionOf(multiplier)),
  );
  return inverse(perSecond);
}

/** Collects times and gives each as a number of ticks once all are known. */
class TickScale {
  #under = 1n;
  #common = 0n;
  readonly #times: Fraction[] = [];

  add(time: Fraction): void {
    this.#times.push(time);
    this.#under = (this.#under / gcdOf(this.#under, time.under)) * time.under;
  }

  close(): void {
    for (const { over, under } of this.#times)
      this.#common = gcdOf(this.#common, over * (this.#under / under));
    if (this.#common === 0n) this.#common = 1n;
  }

  ticksOf({ over, under }: Fraction): number {
    return Number((over * (this.#under / under)) / this.#common);
  }

  /** Length of one tick, s. */
  get seconds(): number {
    const { over, under } = fraction(this.#common, this.#under);
    return Number(over) / Number(under);
  }
}
