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
  /** Depths in the order of `links` of the answer. */
  readonly depths: readonly number[];
  /** Sum of what the depths cost. */
  readonly cost: number;
  /** Firings of the measured stage per second. */
  readonly throughput: number;
}

export interface FrontPoint extends DepthPoint {
  /** No cheaper depths are as fast. */
  readonly isLeast: boolean;
}

export interface DepthProgress {
  readonly evaluated: number;
  /** Depths of less cost than this have all been looked at. */
  readonly cost: number;
  readonly front: readonly FrontPoint[];
  /** As in the answer. */
  readonly fastest: number;
  readonly isExact: boolean;
}

export interface DepthsAnswer {
  readonly kind: 'depths';
  readonly links: readonly Pick<Link, 'from' | 'to'>[];
  /** Id of the stage whose firings are counted. */
  readonly measured: string;
  /** Cheapest first, each faster than the one before. */
  readonly front: readonly FrontPoint[];
  /** The last of the front cannot be made faster by any depths. */
  readonly complete: boolean;
  /** No depths are faster, firings per second; Infinity where that is not known. */
  readonly fastest: number;
  readonly evaluated: number;
  /** Its waits are cycles of an event graph, in which no FIFO that is deeper makes anything slower. Elsewhere that may happen. */
  readonly isExact: boolean;
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
    if ('kind' in evaluated || evaluated.isOpen) return [];
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

/** Several depths cost the same, as those of a block of memory do. */
const hasSteps = ({ least, step, cost }: Fifo): boolean =>
  [1, 2, 4, 8, 16, 32, 64].some((steps) => cost(least + steps * step) === cost(least + (steps - 1) * step));

/** The roomiest of those that cost as much as the first that is deeper. */
function firstBeyond(fifo: Fifo, depth: number): number {
  const { least, step } = fifo;
  return roomiest(fifo, depth < least ? least : least + (Math.floor((depth - least) / step) + 1) * step);
}

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

type Explored = Pick<DepthsAnswer, 'front' | 'complete' | 'evaluated' | 'fastest' | 'isExact'>;

/** First the depths that are asked for most, those of the fastest or the wanted throughput; then the front of all cheaper ones. */
function explore(
  evaluator: Evaluator,
  fifos: readonly Fifo[],
  { wanted = Number.POSITIVE_INFINITY, tell }: DepthsQuestion,
): Explored | NoAnswer {
  const fastest = evaluator.fastest();
  const isFastest = (point: FrontPoint | undefined) => (point?.throughput ?? 0) >= fastest * (1 - ROUNDING);
  const target = Math.min(fastest, wanted);
  const searchOfLast = new CheapestDepths(evaluator, fifos, true);
  const search = new CheapestDepths(evaluator, fifos);
  let [front, last]: [readonly FrontPoint[], FrontPoint | undefined] = [[], undefined];
  const known = (cost: number): DepthProgress => ({
    ...{ front: last ? [...front, last] : front, fastest, cost },
    isExact:
      evaluator.cycle !== undefined && [...front, ...(last ? [last] : [])].every(({ isLeast }) => isLeast),
    evaluated: searchOfLast.evaluated + search.evaluated,
  });
  const result = (complete: boolean): Explored => {
    const { front: all, evaluated, isExact } = known(0);
    return { front: all, evaluated, fastest, complete, isExact };
  };
  const goesOn = (cost: number): boolean => tell?.(known(cost)) ?? true;
  if (evaluator.cycle && Number.isFinite(target) && target > 0) {
    let isStopped = false;
    const found = searchOfLast.next(atLeast(target, evaluator.tick), () => {
      isStopped = !goesOn(0);
      return !isStopped && (evaluator.isExact || searchOfLast.evaluated < MOST_EXECUTED);
    });
    if (isStopped) return result(false);
    if (typeof found === 'object' && !('kind' in found)) last = found;
  }
  for (let goal = above(NOTHING); ; ) {
    const found = search.next(goal, goesOn, last?.cost);
    if (found === undefined) {
      if (last) last = { ...last, isLeast: search.isProven };
      return result(!last || isFastest(last));
    }
    if (found === 'stopped') return result(false);
    if ('kind' in found) return known(0).front.length > 0 ? result(false) : found;
    front = [...front.filter(({ cost }) => cost < found.cost), found];
    if (last && found.throughput >= last.throughput) last = undefined;
    if (found.throughput >= target * (1 - ROUNDING)) return result(isFastest(found));
    if (!goesOn(found.cost)) return result(false);
    goal = above(found);
  }
}

/** Executions after which the fastest depths are no longer sought first: too many settings do not keep what their slowest cycle promises. */
const MOST_EXECUTED = 60;

/** What depths are sought for. */
interface Goal {
  readonly isMet: (rate: Evaluated) => boolean;
  /** Iterations of a cycle of so many ticks, in a graph where each stage fires once in an iteration. */
  readonly iterations: (ticks: number) => number;
}

const above = (rate: Rate): Goal => ({
  isMet: (other) => isFaster(other, rate),
  iterations: (ticks) => Number((BigInt(rate.firings) * BigInt(ticks)) / BigInt(rate.ticks)) + 1,
});

/** Firings per second. */
function atLeast(throughput: number, tick: number): Goal {
  const least = throughput * (1 - ROUNDING);
  return {
    isMet: (other) => other.throughput >= least,
    iterations: (ticks) => Math.ceil(least * ticks * tick),
  };
}

/** What depths must have to meet the goal. */
type Need = OneDeeper | PlacesOnCycle;

/** One of these FIFOs, by their place in the list, is deeper than that. */
interface OneDeeper {
  readonly kind: 'oneDeeper';
  readonly at: readonly number[];
  readonly depths: readonly number[];
}

/** The depths on a cycle of waits, each as often as the cycle goes through it, are so many places together. */
interface PlacesOnCycle {
  readonly kind: 'places';
  readonly at: readonly number[];
  readonly passes: readonly number[];
  /** Iterations that the cycle goes back without them, and its ticks. */
  readonly fixed: number;
  readonly ticks: number;
  least: number;
}

/** Depths from which on, and up to which, others are looked for. */
interface Range {
  readonly depths: readonly number[];
  readonly most: readonly number[];
}

/** A need that the first depths of a range do not meet, how much they lack, and the FIFOs that can be deeper within the range. */
interface Lack {
  readonly need: Need;
  readonly missing: number;
  readonly free: readonly Deeper[];
}

interface Deeper {
  readonly at: number;
  readonly passes: number;
  /** Deeper than that, and the first depth that is. */
  readonly than: number;
  readonly next: number;
}

/**
 * Depths that meet a goal, the cheapest first. They meet all needs that are known; each that does not meet the goal tells one need
 * more, by the cycle that makes it so slow. Ranges are parted so that no depths are come to twice, and wait by what their needs
 * cost at least.
 */
class CheapestDepths {
  readonly #evaluator: Evaluator;
  readonly #fifos: readonly Fifo[];
  readonly #open = new Map<number, Range[]>();
  readonly #bounds = new FlatQueue<number>();
  readonly #needs: Need[] = [];
  readonly #slopes: readonly Map<string, number>[];
  #goal = above(NOTHING);
  /** A FIFO that is deeper is taken to slow nothing down, which is quick and may leave out what is cheaper. */
  readonly #guesses: boolean;
  /** No depths were left out that may meet the goal. */
  isProven: boolean;
  #last: { readonly key: string; readonly found: Evaluated | NoAnswer } | undefined;
  evaluated = 0;

  constructor(evaluator: Evaluator, fifos: readonly Fifo[], guesses = false) {
    this.#guesses = guesses;
    // Where several depths cost the same only the roomiest is looked at, and it may be a slower one.
    this.isProven = evaluator.isExact || !fifos.some(hasSteps);
    this.#evaluator = evaluator;
    this.#fifos = fifos;
    this.#slopes = fifos.map(() => new Map());
    const depths = fifos.map((fifo) => roomiest(fifo, fifo.least));
    this.#add({ depths, most: depths.map(() => Number.POSITIVE_INFINITY) }, 0);
  }

  /**
   * Depths that cost less than `below` and meet the goal, which is no less than the one before; undefined where there are none, a
   * refusal where the throughput of some stays open. `goesOn` hears what all that are left cost at least.
   */
  next(
    goal: Goal,
    goesOn: (cost: number) => boolean,
    below = Number.POSITIVE_INFINITY,
  ): (FrontPoint & Rate) | NoAnswer | 'stopped' | undefined {
    this.#goal = goal;
    for (const need of this.#needs)
      if (need.kind === 'places') need.least = goal.iterations(need.ticks) - need.fixed;
    let looked = 0;
    for (let bound = this.#bounds.peek(); bound !== undefined && bound < below; bound = this.#bounds.peek()) {
      const ranges = this.#open.get(bound)!;
      for (let range = ranges.pop(); range; range = ranges.pop()) {
        if (++looked % LOOKED_TOLD === 0 && !goesOn(bound)) return 'stopped';
        const seen = this.#look(range);
        if (!seen) continue;
        if (seen.bound > bound) this.#add(range, seen.bound);
        else if (seen.lack) for (const part of this.#partsOf(range, seen.lack)) this.#add(part, bound);
        else {
          const found = this.#evaluate(range.depths);
          if (found && 'short' in found)
            for (const part of this.#deeper(range, found.short)) this.#add(part, bound);
          else ranges.push(range);
          if (found && !('short' in found)) return found;
          if (!goesOn(bound)) return 'stopped';
        }
      }
      this.#bounds.pop();
      this.#open.delete(bound);
    }
    return undefined;
  }

  #add(range: Range, bound: number): void {
    const there = this.#open.get(bound);
    if (there) there.push(range);
    else {
      this.#open.set(bound, [range]);
      this.#bounds.push(bound, bound);
    }
  }

  /** What depths of the range cost at least that meet the needs, and the need that leaves the fewest ways; undefined where none meet them. */
  #look({ depths, most }: Range): { readonly bound: number; readonly lack?: Lack } | undefined {
    const lacks: Lack[] = [];
    for (const need of this.#needs) {
      const missing = missingOf(need, depths);
      if (missing <= 0) continue;
      const lack = { need, missing, free: this.#freeOf(need, depths, most) };
      if (lack.free.length === 0 || roomOf(lack, most, depths) < missing) return undefined;
      lacks.push(lack);
    }
    lacks.sort((a, b) => a.free.length - b.free.length);
    // Needs that no FIFO meets together cost the sum.
    const taken = new Set<number>();
    let bound = costOf(this.#fifos, depths);
    for (const lack of lacks) {
      if (lack.free.some(({ at }) => taken.has(at))) continue;
      for (const { at } of lack.free) taken.add(at);
      bound += Math.min(...lack.free.map((deeper) => this.#priceOf(lack, deeper, depths[deeper.at]!)));
    }
    return { bound, ...(lacks[0] && { lack: lacks[0] }) };
  }

  #freeOf(need: Need, depths: readonly number[], most: readonly number[]): readonly Deeper[] {
    return need.at.flatMap((at, i) => {
      const [than, passes] = need.kind === 'places' ? [depths[at]!, need.passes[i]!] : [need.depths[i]!, 1];
      const next = firstBeyond(this.#fifos[at]!, than);
      return next <= most[at]! ? [{ at, passes, than, next }] : [];
    });
  }

  /** At least, to meet the need by this FIFO alone or by that part of it that this one meets. */
  #priceOf({ need, missing }: Lack, { at, passes, next }: Deeper, depth: number): number {
    const { cost } = this.#fifos[at]!;
    if (need.kind === 'oneDeeper') return cost(next) - cost(depth);
    return (this.#slope(at, depth, Math.ceil(missing / passes)) * missing) / passes;
  }

  /** Least cost of a place more, of up to so many. */
  #slope(at: number, depth: number, places: number): number {
    const key = `${depth} ${places}`;
    const known = this.#slopes[at]!.get(key);
    if (known !== undefined) return known;
    const fifo = this.#fifos[at]!;
    let [least, from] = [Number.POSITIVE_INFINITY, depth];
    do {
      from = roomiest(fifo, from + fifo.step);
      least = Math.min(least, (fifo.cost(from) - fifo.cost(depth)) / Math.min(from - depth, places));
    } while (from - depth < places);
    this.#slopes[at]!.set(key, least);
    return least;
  }

  /** One for each FIFO that may be the first to be deeper: by all that those after it cannot give. */
  #partsOf({ depths, most }: Range, lack: Lack): readonly Range[] {
    let below = most;
    return lack.free.flatMap(({ at, passes, than, next }, i) => {
      const rest = lack.missing - roomOf({ ...lack, free: lack.free.slice(i + 1) }, most, depths);
      const fifo = this.#fifos[at]!;
      const needed = lack.need.kind === 'places' ? depths[at]! + Math.ceil(rest / passes) : next;
      const deep = Math.max(next, firstBeyond(fifo, needed - 1));
      const part = { depths: depths.with(at, deep), most: below };
      below = below.with(at, Math.min(below[at]!, than));
      return deep <= most[at]! ? [part] : [];
    });
  }

  /** The run of its first depths is that of all others unless a FIFO is deeper that somebody waited for. */
  #deeper(range: Range, short: readonly number[]): readonly Range[] {
    const need = oneDeeper(short, range.depths);
    return this.#partsOf(range, { need, missing: 1, free: this.#freeOf(need, range.depths, range.most) });
  }

  /**
   * Where the depths do not meet the goal: undefined after one more need, or the FIFOs that were too short in their run. A refusal
   * where their throughput stays open.
   */
  #evaluate(
    depths: readonly number[],
  ): (FrontPoint & Rate) | { readonly short: readonly number[] } | NoAnswer | undefined {
    this.evaluated++;
    const { cycle, isExact } = this.#evaluator;
    const most = cycle?.(depths);
    if (most && !this.#goal.isMet(most)) {
      this.#needs.push(this.#needOf(most, depths));
      return undefined;
    }
    const found = most && isExact ? most : this.#executed(depths);
    if ('kind' in found) return found;
    const { throughput, firings, ticks, limiting, isOpen, short } = found;
    if (!isOpen && this.#goal.isMet(found)) {
      const cost = costOf(this.#fifos, depths);
      return { depths, cost, throughput, firings, ticks, isLeast: this.isProven };
    }
    if (isOpen || !short || this.#guesses) this.isProven = false;
    if (short && !(this.#guesses && limiting.size > 0)) return { short };
    this.#needs.push(oneDeeper([...limiting.keys()], depths));
    return undefined;
  }

  /** The last is asked for again when it has met a goal and the next is higher. */
  #executed(depths: readonly number[]): Evaluated | NoAnswer {
    const key = depths.join();
    if (this.#last?.key !== key) this.#last = { key, found: this.#evaluator.evaluate(depths) };
    return this.#last.found;
  }

  #needOf({ limiting, firings, ticks }: Evaluated, depths: readonly number[]): Need {
    const at = [...limiting.keys()];
    if (!this.#evaluator.isSingleRate) return this.#weakest(at, depths);
    const passes = [...limiting.values()];
    const fixed = firings - at.reduce((sum, i, n) => sum + passes[n]! * depths[i]!, 0);
    return { kind: 'places', at, passes, fixed, ticks, least: this.#goal.iterations(ticks) - fixed };
  }

  /** Each as deep as still does not meet the goal; without those that are no help at any depth. */
  #weakest(at: readonly number[], depths: readonly number[]): Need {
    const most = this.#fifos.map(() => Number.POSITIVE_INFINITY);
    for (const i of at) most[i] = depths[i]!;
    const misses = (i: number, depth: number): boolean => {
      const speed = this.#evaluator.cycle!(most.with(i, depth));
      return speed !== undefined && !this.#goal.isMet(speed);
    };
    for (const i of at) {
      const { step } = this.#fifos[i]!;
      if (misses(i, Number.POSITIVE_INFINITY)) most[i] = Number.POSITIVE_INFINITY;
      else {
        let [slow, fast] = [0, 1];
        while (misses(i, depths[i]! + fast * step)) [slow, fast] = [fast, 2 * fast];
        while (fast - slow > 1) {
          const middle = Math.floor((slow + fast) / 2);
          if (misses(i, depths[i]! + middle * step)) slow = middle;
          else fast = middle;
        }
        most[i] = depths[i]! + slow * step;
      }
    }
    return oneDeeper(
      at.filter((i) => Number.isFinite(most[i]!)),
      most,
    );
  }
}

const oneDeeper = (at: readonly number[], depths: readonly number[]): OneDeeper => ({
  ...{ kind: 'oneDeeper', at, depths: at.map((i) => depths[i]!) },
});

/** Places, or 1 where none is deeper; not above 0 where the need is met. */
const missingOf = (need: Need, depths: readonly number[]): number =>
  need.kind === 'places'
    ? need.least - need.at.reduce((sum, i, n) => sum + need.passes[n]! * depths[i]!, 0)
    : need.at.some((i, n) => depths[i]! > need.depths[n]!)
      ? 0
      : 1;

const roomOf = ({ free }: Lack, most: readonly number[], depths: readonly number[]): number =>
  free.reduce((sum, { at, passes }) => sum + passes * (most[at]! - depths[at]!), 0);

/** Bound of the relative rounding error of a quotient of whole numbers. */
const ROUNDING = 1e-12;
const LOOKED_TOLD = 64;

/** Firings of the measured stage. */
interface Rate {
  readonly firings: number;
  readonly ticks: number;
}

const NOTHING: Rate = { firings: 0, ticks: 1 };

const isFaster = (one: Rate, other: Rate): boolean =>
  BigInt(one.firings) * BigInt(other.ticks) > BigInt(other.firings) * BigInt(one.ticks);

interface Evaluated extends Rate {
  /** Firings per second. */
  readonly throughput: number;
  /** FIFOs, by their place in the list, one of which must be deeper for more, and how often the slowest cycle goes through each. */
  readonly limiting: ReadonlyMap<number, number>;
  /** FIFOs that somebody waited for since the start: the run is the same with any others deeper. Where a cycle bounds the run. */
  readonly short?: readonly number[];
  /** The schedule did not repeat in the instants that it had. */
  readonly isOpen?: true;
}

interface Evaluator {
  /** s. */
  readonly tick: number;
  /** By the slowest cycle of waits; undefined where there is no such graph, or its numbers are too large. */
  readonly cycle?: (depths: readonly number[]) => Evaluated | undefined;
  /** The cycle tells the throughput; else what it is not above. */
  readonly isExact: boolean;
  /** Each place more is one more on each pass of a cycle. */
  readonly isSingleRate: boolean;
  /** Refuses by name where no schedule was found. */
  readonly evaluate: (depths: readonly number[]) => Evaluated | NoAnswer;
  /** What no depths exceed; Infinity where that is not known. */
  readonly fastest: () => number;
}

/** By the slowest cycle of the firings of an iteration where there is such a graph, else by self-timed execution. */
function evaluatorOf(plan: Plan, fifos: readonly Fifo[], measured: number): Evaluator {
  const graph = EventGraph.of(plan);
  const executed = executionOf(plan, fifos, measured, graph !== undefined);
  if (!graph) return executed;
  const { isExact, isSingleRate } = graph;
  const placeOf = new Map(fifos.map(({ pool }, i) => [pool, i]));
  const firings = graph.firingsOf(measured);
  const cycle = (depths: readonly number[]): Evaluated | undefined => {
    const speed = graph.speed((pool) => {
      const at = placeOf.get(pool);
      return at === undefined ? plan.pools[pool]!.capacity : depths[at]!;
    });
    if (!speed) return undefined;
    const rate = { firings: speed.iterations * firings, ticks: speed.ticks };
    const limiting = [...speed.limiting].flatMap(([pool, passes]) => {
      const at = placeOf.get(pool);
      return at === undefined ? [] : [[at, passes] as const];
    });
    return { ...rate, throughput: throughputOf(rate, plan), limiting: new Map(limiting) };
  };
  return {
    ...{ tick: plan.tick, cycle, isExact, isSingleRate },
    evaluate: (depths) => (isExact && cycle(depths)) || executed.evaluate(depths),
    // With room for everything nothing is held, so that a bound is reached.
    fastest: () => cycle(fifos.map(() => Number.POSITIVE_INFINITY))?.throughput ?? executed.fastest(),
  };
}

/** A deadlock has no firings in no ticks. */
const throughputOf = ({ firings, ticks }: Rate, { tick }: Plan): number =>
  firings === 0 ? 0 : firings / (ticks * tick);

/** Pipelines that are held may take very long to repeat; where a bound is known as well, other depths are looked at instead. */
const MOST_INSTANTS_OF_MANY = 50_000;

/** Throughput with these depths, and the FIFOs that somebody waited for on a cycle of waits. */
function executionOf(plan: Plan, fifos: readonly Fifo[], measured: number, isBounded: boolean): Evaluator {
  const evaluate = (depths: readonly number[]): (Evaluated & { readonly bound: number }) | NoAnswer => {
    const pools = [...plan.pools];
    fifos.forEach(({ pool }, i) => {
      pools[pool] = { ...pools[pool]!, capacity: depths[i]! };
    });
    const machine = new SelfTimedMachine({ ...plan, pools });
    const run = runUntilPeriodic(machine, isBounded ? MOST_INSTANTS_OF_MANY : MOST_INSTANTS);
    const short = isBounded && {
      short: fifos.flatMap(({ pool }, i) => (machine.pools[pool]!.wasShort ? [i] : [])),
    };
    const nothing = { ...NOTHING, throughput: 0, bound: Number.POSITIVE_INFINITY, ...short };
    if (run.kind === 'tooLong')
      return isBounded
        ? { ...nothing, limiting: new Map(), isOpen: true }
        : notRepeated(machine, run.instants);
    const waited = run.kind === 'periodic' ? limitingPools(machine) : undefined;
    const limiting = new Map(
      fifos.flatMap(({ pool }, i) =>
        (waited ? waited.has(pool) : machine.pools[pool]!.line.length > 0) ? [[i, 1] as const] : [],
      ),
    );
    if (run.kind !== 'periodic') return { ...nothing, limiting };
    const { period } = run;
    const rate = { firings: period.stations[measured]!.firings, ticks: period.time };
    return {
      ...rate,
      throughput: throughputOf(rate, plan),
      ...{ limiting, ...short },
      bound: loadBound(plan, period, measured),
    };
  };
  return {
    ...{ tick: plan.tick, isExact: false, isSingleRate: false, evaluate },
    // Depths many times the least prove it: nobody waits for room on a cycle, or a stage is busy all the time.
    fastest: () => {
      for (const times of [2, 4, 8, 16, 32]) {
        const found = evaluate(fifos.map(({ least }) => least * times));
        if ('kind' in found) break;
        const { throughput, limiting, bound } = found;
        if (limiting.size === 0 || throughput >= bound * (1 - ROUNDING)) return throughput;
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
