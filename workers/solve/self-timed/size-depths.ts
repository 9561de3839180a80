/**
 * The depths of FIFOs against throughput, exactly: every trade-off that no cheaper depths reach. From the least depths on, only
 * the FIFOs are deepened that made somebody wait in the period (storage dependencies), the cheapest depths first
 * (Stuijk, Geilen & Basten 2008, "Throughput-buffering trade-off exploration for cyclo-static and synchronous
 * dataflow graphs", IEEE Transactions on Computers 57(10)).
 */
import FlatQueue from 'flatqueue';
import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { gcdOf } from '../../../core/numeric/gcd.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { cyclicParts } from '../../../core/scenario/cycles.ts';
import { consumedOf, initialTokensOf, producedOf } from '../../../core/scenario/defaults.ts';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { compilePlan } from './compile-plan.ts';
import { EventGraph } from './event-graph.ts';
import { SelfTimedMachine } from './machine.ts';
import type { Plan } from './plan.ts';
import { runUntilPeriodic, type Sums } from './run-until-periodic.ts';
import { MOST_INSTANTS, notRepeated } from './solve-self-timed.ts';

export interface DepthPoint {
  /** In the order of `links` of the answer. */
  readonly depths: readonly number[];
  /** Sum of what the depths cost. */
  readonly cost: number;
  /** Firings of the measured stage per second. */
  readonly throughput: number;
}

export interface DepthProgress {
  readonly evaluated: number;
  /** Depths of less cost than this have all been looked at. */
  readonly cost: number;
  readonly front: readonly DepthPoint[];
  /** As in the answer. */
  readonly fastest: number;
}

export interface DepthsAnswer {
  readonly kind: 'depths';
  readonly links: readonly Pick<Link, 'from' | 'to'>[];
  /** Id of the stage whose firings are counted. */
  readonly measured: string;
  /** Cheapest first, each faster than the one before. */
  readonly front: readonly DepthPoint[];
  /** The last of the front cannot be made faster by any depths. */
  readonly complete: boolean;
  /** No depths are faster, firings per second; Infinity where that is not known. */
  readonly fastest: number;
  readonly evaluated: number;
}

/** By depth. */
export type FifoCost = (depth: number) => number;

export interface DepthsQuestion {
  /** Ends at the first depths that reach it, firings per second. */
  readonly wanted?: number;
  /** Cost of each sized link at a depth, never less for more; the depth when absent. */
  readonly costs?: readonly FifoCost[];
  /** Returns false to stop with the front found so far. */
  readonly tell?: (progress: DepthProgress) => boolean;
}

/** A FIFO that is sized. */
interface Fifo {
  readonly pool: number;
  readonly link: Link;
  readonly least: number;
  readonly step: number;
  readonly cost: FifoCost;
}

export function sizeDepths(scenario: Scenario, question: DepthsQuestion = {}): DepthsAnswer | NoAnswer {
  const unknown = refuseKinds('selfTimed', scenario);
  if (unknown) return unknown;
  const plan = compilePlan(scenario);
  if ('kind' in plan) return plan;
  const fifos = fifosOf(scenario, plan, question.costs);
  const measured = plan.stations.findIndex(({ kind }) => kind === 'dataflow');
  if (fifos.length === 0 || measured < 0) return noAnswer('noFifos', {});
  const explored = explore(evaluatorOf(plan, fifos, measured), fifos, question);
  if ('kind' in explored) return explored;
  return {
    kind: 'depths',
    links: fifos.map(({ link: { from, to } }) => ({ from, to })),
    measured: scenario.nodes[plan.stations[measured]!.node]!.id,
    ...explored,
  };
}

/** What becomes of each sized depth one step of its cost less: the proof that a point is least; none where one of them stays open. */
export function smallerNeighbours(
  scenario: Scenario,
  answer: DepthsAnswer,
  point: DepthPoint,
  costs?: readonly FifoCost[],
): readonly DepthPoint[] {
  const plan = compilePlan(scenario);
  if ('kind' in plan) return [];
  const fifos = fifosOf(scenario, plan, costs);
  const measured = plan.stations.findIndex(({ node }) => scenario.nodes[node]!.id === answer.measured);
  const evaluator = evaluatorOf(plan, fifos, measured);
  const found: DepthPoint[] = [];
  for (const [i, fifo] of fifos.entries()) {
    const less = deepestBelow(fifo, fifo.cost(point.depths[i]!));
    if (less === undefined) continue;
    const depths = point.depths.with(i, less);
    const evaluated = evaluator.evaluate(depths);
    if ('kind' in evaluated) return [];
    found.push({ depths, cost: costOf(fifos, depths), throughput: evaluated.throughput });
  }
  return found;
}

function fifosOf(scenario: Scenario, plan: Plan, costs: readonly FifoCost[] | undefined): readonly Fifo[] {
  const isActor = (id: string) =>
    scenario.nodes.some((node) => node.id === id && node.kind === 'stage' && isDataflow(node));
  return plan.pools
    .flatMap(({ link: at, promises, initial }, pool) => {
      const link = at === undefined ? undefined : scenario.links[at]!;
      // A link to itself is state, not a FIFO between two stages.
      if (!link || !isActor(link.to) || link.from === link.to) return [];
      return [{ pool, link, initial, asks: promises && isActor(link.from) }];
    })
    .map(({ pool, link, asks }, i) => ({ pool, link, cost: costs?.[i] ?? slots, ...leastOf(link, asks) }));
}

/**
 * The least depth without a deadlock of the two alone, and the step that matters: with constant rates p and c that ask for room
 * first, p + c - g + d mod g, d initial tokens, g the greatest common divisor (Adé, Lauwereins & Peperstraete 1997).
 */
function leastOf(link: Link, asks: boolean): { readonly least: number; readonly step: number } {
  const [produced, consumed, initial] = [producedOf(link), consumedOf(link), initialTokensOf(link)];
  const [given, taken] = [Math.max(...produced), Math.max(...consumed)];
  if (!asks || produced.length > 1 || consumed.length > 1)
    return { least: Math.max(taken, asks ? given : 1, initial), step: 1 };
  const common = Number(gcdOf(BigInt(given), BigInt(taken)));
  return { least: Math.max(given + taken - common + (initial % common), initial), step: common };
}

const slots: FifoCost = (depth) => depth;

const costOf = (fifos: readonly Fifo[], depths: readonly number[]): number =>
  fifos.reduce((sum, { cost }, i) => sum + cost(depths[i]!), 0);

/** The last depth that costs at most so much; undefined where the least costs more. More depth for nothing is never slower. */
function deepestWithin({ least, step, cost }: Fifo, most: number): number | undefined {
  if (cost(least) > most) return undefined;
  let [within, beyond] = [0, 1];
  while (cost(least + beyond * step) <= most) [within, beyond] = [beyond, 2 * beyond];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (cost(least + middle * step) <= most) within = middle;
    else beyond = middle;
  }
  return least + within * step;
}

const roomiest = (fifo: Fifo, depth: number): number => deepestWithin(fifo, fifo.cost(depth))!;

/** The last depth that costs less than that. */
function deepestBelow(fifo: Fifo, cost: number): number | undefined {
  let [below, at] = [-1, 0];
  const depthOf = (steps: number) => fifo.least + steps * fifo.step;
  while (fifo.cost(depthOf(at)) < cost) [below, at] = [at, 2 * at + 1];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    if (fifo.cost(depthOf(middle)) < cost) below = middle;
    else at = middle;
  }
  return below < 0 ? undefined : depthOf(below);
}

type Explored = Pick<DepthsAnswer, 'front' | 'complete' | 'evaluated' | 'fastest'>;

/** No depths are faster than the front is so far unless one of these FIFOs is deeper than here. */
type Limit = readonly { readonly at: number; readonly depth: number }[];

/** Depths from which on, and up to which, others are looked for. */
interface Range {
  readonly depths: readonly number[];
  readonly most: readonly number[];
}

/**
 * The cheapest depths first; where a limit that is known holds, they need not be evaluated, and the next are those that break it.
 * Ends at depths whose throughput stays open, with the front of all cheaper ones.
 */
function explore(
  evaluator: Evaluator,
  fifos: readonly Fifo[],
  { wanted, tell }: DepthsQuestion,
): Explored | NoAnswer {
  const first = fifos.map((fifo) => roomiest(fifo, fifo.least));
  const open = new Map<number, Range[]>([
    [costOf(fifos, first), [{ depths: first, most: fifos.map(() => Number.POSITIVE_INFINITY) }]],
  ]);
  const costs = new FlatQueue<number>();
  costs.push(costOf(fifos, first), costOf(fifos, first));
  const limits: Limit[] = [];
  const front: DepthPoint[] = [];
  const fastest = evaluator.fastest();
  let evaluated = 0;
  let looked = 0;
  const reached = () => front.at(-1)?.throughput ?? 0;
  const enough = Math.min(fastest * (1 - ROUNDING), wanted ?? Number.POSITIVE_INFINITY);
  const result = (complete: boolean) => ({ front, complete, evaluated, fastest });
  const addTo = (depths: readonly number[], most: readonly number[]): void => {
    const price = costOf(fifos, depths);
    const there = open.get(price);
    if (there) there.push({ depths, most });
    else {
      open.set(price, [{ depths, most }]);
      costs.push(price, price);
    }
  };
  for (let cost = costs.pop(); cost !== undefined; cost = costs.pop()) {
    for (const { depths, most } of open.get(cost)!) {
      if (++looked % LOOKED_TOLD === 0 && tell && !tell({ evaluated, cost, front, fastest }))
        return result(false);
      let limit = shortestOf(limits, depths);
      if (!limit) {
        const found = evaluator.evaluate(depths);
        evaluated++;
        if ('kind' in found) return front.length > 0 ? result(false) : found;
        const { throughput, waits } = found;
        limit = waits.map((at) => ({ at, depth: depths[at]! }));
        limits.push(limit);
        if (throughput > reached()) {
          if (front.at(-1)?.cost === cost) front.pop();
          front.push({ depths, cost, throughput });
        }
      }
      // One range for each FIFO of the limit that may be the first to break it, so that no depths are come to twice.
      let below = most;
      for (const { at, depth } of limit) {
        const next = roomiest(fifos[at]!, depth + fifos[at]!.step);
        if (next <= below[at]!) addTo(depths.with(at, next), below);
        below = below.with(at, Math.min(below[at]!, depth));
      }
    }
    open.delete(cost);
    if (reached() >= enough) return result(reached() >= fastest * (1 - ROUNDING));
    if (tell && !tell({ evaluated, cost, front, fastest })) return result(false);
  }
  return result(true);
}

/** Of a quotient of whole numbers. */
const ROUNDING = 1e-12;
const LOOKED_TOLD = 64;

/** Of the limits that cover some depths that with the fewest FIFOs, which leaves the fewest ways on. */
function shortestOf(limits: readonly Limit[], depths: readonly number[]): Limit | undefined {
  let shortest: Limit | undefined;
  for (const limit of limits)
    if (
      !(shortest && limit.length >= shortest.length) &&
      limit.every(({ at, depth }) => depths[at]! <= depth)
    )
      shortest = limit;
  return shortest;
}

interface Evaluated {
  readonly throughput: number;
  /** FIFOs, by their place in the list, one of which must be deeper for more. */
  readonly waits: readonly number[];
}

interface Evaluator {
  /** Refuses by name where no schedule was found. */
  readonly evaluate: (depths: readonly number[]) => Evaluated | NoAnswer;
  /** What no depths exceed; Infinity where that is not known. */
  readonly fastest: () => number;
}

/** By the slowest cycle of the firings of an iteration where there is such a graph, else by self-timed execution. */
function evaluatorOf(plan: Plan, fifos: readonly Fifo[], measured: number): Evaluator {
  const executed = executionOf(plan, fifos, measured);
  const graph = EventGraph.of(plan);
  if (!graph) return executed;
  const placeOf = new Map(fifos.map(({ pool }, i) => [pool, i]));
  const firings = graph.firingsOf(measured) / plan.tick;
  const speedWith = (depthOf: (at: number) => number): Evaluated | undefined => {
    const speed = graph.speed((pool) => {
      const at = placeOf.get(pool);
      return at === undefined ? plan.pools[pool]!.capacity : depthOf(at);
    });
    return (
      speed && {
        throughput: speed.iterations * firings,
        waits: speed.limiting.flatMap((pool) => placeOf.get(pool) ?? []),
      }
    );
  };
  return {
    evaluate: (depths) => speedWith((at) => depths[at]!) ?? executed.evaluate(depths),
    fastest: () => speedWith(() => Number.POSITIVE_INFINITY)?.throughput ?? executed.fastest(),
  };
}

/** Throughput with these depths, and the FIFOs that somebody waited for on a cycle of waits. */
function executionOf(plan: Plan, fifos: readonly Fifo[], measured: number): Evaluator {
  const evaluate = (depths: readonly number[]): (Evaluated & { readonly bound: number }) | NoAnswer => {
    const pools = [...plan.pools];
    fifos.forEach(({ pool }, i) => {
      pools[pool] = { ...pools[pool]!, capacity: depths[i]! };
    });
    const machine = new SelfTimedMachine({ ...plan, pools });
    const run = runUntilPeriodic(machine, MOST_INSTANTS);
    if (run.kind === 'tooLong') return notRepeated(machine, run.instants);
    const limiting = run.kind === 'periodic' ? limitingPools(machine) : undefined;
    const waits = fifos.flatMap(({ pool }, i) =>
      (limiting ? limiting.has(pool) : machine.pools[pool]!.line.length > 0) ? [i] : [],
    );
    if (run.kind !== 'periodic') return { throughput: 0, waits, bound: Number.POSITIVE_INFINITY };
    const { period } = run;
    const throughput = period.stations[measured]!.firings / (period.time * plan.tick);
    return { throughput, waits, bound: loadBound(plan, period, measured) };
  };
  return {
    evaluate,
    // Depths many times the least prove it: nobody waits for room on a cycle, or a stage is busy all the time.
    fastest: () => {
      for (const times of [2, 4, 8, 16, 32]) {
        const found = evaluate(fifos.map(({ least }) => least * times));
        if ('kind' in found) break;
        const { throughput, waits, bound } = found;
        if (waits.length === 0 || throughput >= bound * (1 - ROUNDING)) return throughput;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

/** Firings of the measured stage per second with the busiest stage never idle; the ratios of firings hold in every period. */
function loadBound(plan: Plan, { stations }: Sums, measured: number): number {
  const counted = stations[measured]!.firings;
  return plan.stations.reduce((least, station, i) => {
    if (station.kind !== 'dataflow') return least;
    const { services, servers } = station;
    const time = services.reduce((sum, ticks) => sum + ticks, 0) / services.length;
    return Math.min(least, (servers * counted) / (time * plan.tick * stations[i]!.firings));
  }, Number.POSITIVE_INFINITY);
}

/** Pools whose room somebody waited for on a cycle of waits: only these keep the period as long as it is. */
function limitingPools({ plan, tokenWaits, roomWaits }: SelfTimedMachine): ReadonlySet<number> {
  const nodes = plan.names.length;
  const next = new Map<string, string[]>(plan.names.map((_, node) => [String(node), []]));
  for (const key of tokenWaits ?? []) next.get(String(Math.floor(key / nodes)))!.push(String(key % nodes));
  for (const key of roomWaits)
    next.get(String(plan.pools[Math.floor(key / nodes)]!.node))!.push(String(key % nodes));
  const parts = cyclicParts(next);
  const found = [...roomWaits].filter((key) => {
    const [taker, waiter] = [String(plan.pools[Math.floor(key / nodes)]!.node), String(key % nodes)];
    return parts.some((part) => part.has(taker) && part.has(waiter));
  });
  return new Set(found.map((key) => Math.floor(key / nodes)));
}
