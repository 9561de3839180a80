/**
 * Capacities of all stages of a drawing together, cost against throughput. The decomposition by blocking is asked some hundred
 * times for the throughput (allocate-slots.ts), which gives slots for a share of the greatest within seconds. Each is then
 * simulated beside stages with practically unlimited capacity, pair by pair with the same random numbers: where the share is missed, the
 * decomposition is asked for less loss, and where that does not help all slots are doubled; then all beyond the least are cut by one
 * factor, and after doubling each for itself, as long as the share is kept.
 * Fresh random numbers, by which nothing was chosen, give the share and its 95 % interval.
 *
 * Throughput: services of the stages from which elements reach a sink without another stage.
 * Refuses what the decomposition refuses, what cannot be simulated, and drawings in which nothing comes out.
 */
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { nameOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { type SizedQueue, sizedQueues, withDepths } from '../../core/scenario/fifo-depths.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import { estimate } from '../numeric/estimates.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import { planRun } from '../simulate/plan-run.ts';
import { replicateNow } from '../simulate/replicate.ts';
import { lockingRing } from '../solve/networks/locking-ring.ts';
import { mixedNetwork, openNetwork } from '../solve/networks/open-network.ts';
import { blockingMeans, solveBlocking } from '../solve/networks/solve-blocking.ts';
import type { FifoCost } from '../solve/self-timed/size-depths.ts';
import type { DepthsFound, DepthsQuestion, FoundDepths } from './contract.ts';
import { leastHolding } from './seek-increasing.ts';

/** Shares of the greatest throughput that depths are sought for, the largest first. */
export const SHARES = [0.999, 0.99, 0.95, 0.9, 0.75, 0.5] as const;

export const costOf = (depths: readonly number[], costs: readonly FifoCost[]): number =>
  depths.reduce((sum, depth, i) => sum + costs[i]!(depth), 0);

/** Slots of a practically unlimited stage. */
const MOST_SLOTS = 2 ** 20;
/** How often the loss asked of the decomposition is halved where its slots miss the share; -1 doubles the loss. */
const HALVINGS = { from: -1, to: 4 } as const;
/** Doublings of all slots, at most, where halving the loss is not enough. */
const MOST_DOUBLINGS = 6;
/** Step in which the slots that were found are cut, per cent. */
const STEP = 5;
const REPLICATIONS = 6;
/** Events of one replication. */
const EVENTS = 400_000;
/** Replications for the interval; their random numbers took no part in the choice. */
const FRESH_REPLICATIONS = 12;

export function findCapacities(
  question: DepthsQuestion,
  costs: readonly FifoCost[],
  tell?: (found: DepthsFound) => void,
): DepthsFound | NoAnswer {
  const { scenario, wanted } = question;
  const open = openNetwork(scenario);
  const ring = lockingRing(open.scenario, graphOf(open.scenario));
  if (ring) return noAnswer('deadlock', { circle: ring.map(nameOf) }, ring[0]!.id);
  const refusal = solveBlocking(open);
  if (refusal.kind === 'noAnswer') return refusal;
  const measured = lastStages(scenario);
  const approximate = approximateThroughput(scenario, measured);
  const deep = approximate.queues.map(() => MOST_SLOTS);
  const greatest = approximate.at(deep);
  if (!(greatest > 0)) return noAnswer('nothingMoves', {});
  const simulated = SimulatedShares.of(scenario, approximate.queues, measured);
  if ('kind' in simulated) return simulated;

  const front = new Map<number, FoundDepths>();
  const found = (complete: boolean): DepthsFound => ({
    ...{ kind: 'depths', by: 'decomposition', queues: approximate.queues, measured, complete },
    front: cheapestFirst([...front.values()]),
    evaluated: approximate.evaluated() + simulated.evaluated(),
  });
  const allocate = (target: number): readonly number[] | undefined =>
    allocateSlots({
      ...{ least: approximate.least, most: MOST_SLOTS, costs },
      ...{ throughput: approximate.at, target: target * greatest },
    });
  const shares = [
    ...(wanted !== undefined && wanted <= greatest ? [wanted / greatest] : []),
    ...SHARES.filter((share) => wanted === undefined || share * greatest <= wanted),
  ];
  const put = (share: number, depths: readonly number[], more: Partial<FoundDepths>): void => {
    const throughput = approximate.at(depths);
    const point = { depths, cost: costOf(depths, costs), throughput, predicted: throughput / greatest };
    front.set(share, { ...point, ...more });
  };
  // All that the decomposition says first; the least shares are found soonest.
  for (const share of shares.toReversed()) {
    const slots = allocate(share);
    if (!slots) continue;
    put(share, slots, {});
    tell?.(found(false));
  }
  for (const share of [...front.keys()]) {
    const depths = confirmed(share, { allocate, simulated, least: approximate.least });
    put(share, depths, simulated.fresh(depths));
    tell?.(found(false));
  }
  return found(wanted === undefined || wanted <= greatest);
}

interface Confirming {
  readonly allocate: (target: number) => readonly number[] | undefined;
  readonly simulated: SimulatedShares;
  readonly least: readonly number[];
}

/** Slots that keep the share in the simulation; if none do, the most that were looked at. */
function confirmed(share: number, { allocate, simulated, least }: Confirming): readonly number[] {
  const known = new Map<number, readonly number[]>();
  const slotsAt = (halvings: number): readonly number[] => {
    const before = known.get(halvings);
    if (before) return before;
    // Powers of two by shifts: the same digits in every engine.
    const loss = (2 * (1 - share)) / (1 << (halvings + 1));
    // Twice the loss of a share below one half would leave nothing.
    const slots = allocate(Math.max(share / 2, 1 - loss)) ?? least;
    known.set(halvings, slots);
    return slots;
  };
  const keeps = (slots: readonly number[]): boolean => simulated.at(slots) >= share;
  let halvings = 0;
  while (halvings < HALVINGS.to && !keeps(slotsAt(halvings))) halvings++;
  if (halvings === 0 && keeps(slotsAt(HALVINGS.from))) halvings = HALVINGS.from;
  let enough = slotsAt(halvings);
  let doublings = 0;
  for (; doublings < MOST_DOUBLINGS && !keeps(enough); doublings++) enough = enough.map((slots) => 2 * slots);
  if (!keeps(enough)) return enough;
  const cut = (steps: number): readonly number[] =>
    enough.map((slots, i) => least[i]! + Math.ceil(((slots - least[i]!) * STEP * steps) / 100));
  const even = cut(leastHolding({ from: 0, to: 100 / STEP }, (steps) => keeps(cut(steps))));
  if (doublings === 0) return even;
  // After doubling, the decomposition no longer tells which stage needs its slots.
  const order = [...even.keys()].sort((a, b) => even[b]! - even[a]!);
  return order.reduce((slots, i) => {
    const fewer = leastHolding({ from: least[i]!, to: slots[i]! }, (each) => keeps(slots.with(i, each)));
    return slots.with(i, fewer);
  }, even);
}

/** Throughput by the capacities of the limited stages, approximated; `least`: capacities with which they can serve. */
export function approximateThroughput(scenario: Scenario, measured: readonly NodeId[]) {
  const queues = sizedQueues(scenario);
  const known = new Map<string, number>();
  const at = (depths: readonly number[]): number => {
    const key = depths.join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const network = mixedNetwork(openNetwork(withDepths(scenario, queues, depths)), 'counted');
    const means = blockingMeans(network);
    // Where it does not settle it says nothing, and more slots are asked for.
    const throughput = means
      ? network.nodes.reduce(
          (sum, { node }, i) => sum + (measured.includes(node.id) ? means.flows.accepted[i]! : 0),
          0,
        )
      : 0;
    known.set(key, throughput);
    return throughput;
  };
  // Room for what is in service.
  const least = queues.map((queue) => {
    const node = scenario.nodes.filter(isStage).find(({ id }) => 'stage' in queue && id === queue.stage)!;
    return serverCountOf(node) * largestBatch(node.bulk);
  });
  return { queues, least, at, evaluated: () => known.size };
}

/** From which elements reach a sink, or nothing further, without another stage. */
function lastStages(scenario: Scenario): readonly NodeId[] {
  const { outgoing } = graphOf(scenario);
  const nodes = new Map(scenario.nodes.map((node) => [node.id, node]));
  const ends = (id: NodeId, seen: ReadonlySet<NodeId>): boolean => {
    const links = outgoing.get(id) ?? [];
    if (links.length === 0) return true;
    return links.some(
      ({ to }) => !isStage(nodes.get(to)!) && !seen.has(to) && ends(to, new Set([...seen, to])),
    );
  };
  return scenario.nodes.filter((node) => isStage(node) && ends(node.id, new Set())).map(({ id }) => id);
}

/** Throughput over that of practically unlimited stages, in replications with the same random numbers. */
class SimulatedShares {
  readonly #rate: (depths: readonly number[], replication: number) => number;
  readonly #deep: readonly number[];
  readonly #known = new Map<string, number>();

  private constructor(
    queues: readonly SizedQueue[],
    rate: (depths: readonly number[], replication: number) => number,
  ) {
    const deep = queues.map(() => MOST_SLOTS);
    this.#rate = rate;
    this.#deep = Array.from({ length: REPLICATIONS + FRESH_REPLICATIONS }, (_, i) => rate(deep, i));
  }

  static of(
    scenario: Scenario,
    queues: readonly SizedQueue[],
    measured: readonly NodeId[],
  ): SimulatedShares | NoAnswer {
    const deep = withDepths(
      scenario,
      queues,
      queues.map(() => MOST_SLOTS),
    );
    const planned = planRun(deep, { replications: REPLICATIONS });
    if ('kind' in planned) return planned;
    const first = replicateNow(deep, planned, 0);
    if (first.kind === 'noAnswer') return first;
    const part = Math.min(1, EVENTS / first.events);
    const plan: SimulationPlan = {
      ...planned,
      horizon: planned.horizon * part,
      warmup: planned.warmup * part,
    };
    return new SimulatedShares(queues, (depths, replication) => {
      const run = replicateNow(withDepths(scenario, queues, depths), plan, replication);
      // A deadlock.
      if (run.kind === 'noAnswer') return 0;
      return measured.reduce((sum, id) => sum + run.stages[id]!.served, 0) / run.duration;
    });
  }

  /** Mean, by which depths are chosen. */
  at(depths: readonly number[]): number {
    const key = depths.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let share = 0;
    for (let i = 0; i < REPLICATIONS; i++) share += this.#rate(depths, i) / this.#deep[i]! / REPLICATIONS;
    this.#known.set(key, share);
    return share;
  }

  fresh(depths: readonly number[]): Pick<FoundDepths, 'throughput' | 'halfWidth' | 'share'> {
    const rates = Array.from({ length: FRESH_REPLICATIONS }, (_, i) => this.#rate(depths, REPLICATIONS + i));
    const { mean: throughput, halfWidth } = estimate(rates)!;
    return {
      throughput,
      halfWidth,
      share: estimate(rates.map((rate, i) => rate / this.#deep[REPLICATIONS + i]!))!,
    };
  }

  evaluated(): number {
    return this.#known.size;
  }
}

/** Each faster than all that are cheaper. */
function cheapestFirst(points: readonly FoundDepths[]): readonly FoundDepths[] {
  const sorted = points.toSorted((a, b) => a.cost - b.cost || b.throughput - a.throughput);
  return sorted.filter((point, i) =>
    sorted.slice(0, i).every(({ throughput }) => throughput < point.throughput),
  );
}

/**
 * Slots dealt out to queues so that a throughput is reached at little cost: marginal allocation, then less wherever it can
 * be less, then trades between two queues. Takes for granted that more slots never lower the throughput. Good, not proven to be least.
 *
 * Source: B. Fox 1966, Discrete optimization via marginal analysis, Management Science 13(3), 210-216 (greatest gain per cost);
 * steps double, so that some ten steps a queue lead to thousands of slots.
 */

interface SlotsQuestion {
  /** Fewest slots of each queue, and the most of any, that are looked at. */
  readonly least: readonly number[];
  readonly most: number;
  /** Cost of each queue by its number of slots; never falls with more. */
  readonly costs: readonly ((slots: number) => number)[];
  readonly throughput: (slots: readonly number[]) => number;
  /** Throughput to be reached. */
  readonly target: number;
}

/** Most queues between which slots are traded: the number of pairs grows with the square. */
const MOST_TRADING = 24;

/** Undefined where even the most of everything does not reach the target. */
export function allocateSlots(question: SlotsQuestion): readonly number[] | undefined {
  const { least, most, throughput, target } = question;
  if (throughput(least.map(() => most)) < target) return undefined;
  const enough = lessOfEach(dealt(question), question);
  return least.length > MOST_TRADING ? enough : traded(enough, question);
}

/** Doubles what gains most for its cost, until the target is reached. */
function dealt({ least, most, costs, throughput, target }: SlotsQuestion): readonly number[] {
  let slots = least;
  for (let now = throughput(slots); now < target; now = throughput(slots)) {
    let [best, gain] = [-1, Number.NEGATIVE_INFINITY];
    for (const [i, from] of slots.entries()) {
      const to = Math.min(most, 2 * from);
      if (to === from) continue;
      const more = throughput(slots.with(i, to)) - now;
      // What costs nothing more is taken if it gains at all.
      const here = more / Math.max(costs[i]!(to) - costs[i]!(from), Number.MIN_VALUE);
      if (here > gain) [best, gain] = [i, here];
    }
    // A single queue may gain nothing where two together do.
    slots = gain > 0 ? doubled(slots, most, best) : slots.map((each) => Math.min(most, 2 * each));
  }
  return slots;
}

const doubled = (slots: readonly number[], most: number, i: number): readonly number[] =>
  slots.with(i, Math.min(most, 2 * slots[i]!));

/** Lessens each queue as far as the others allow, the most expensive first. */
function lessOfEach(from: readonly number[], question: SlotsQuestion): readonly number[] {
  const { costs } = question;
  const order = [...from.keys()].sort((a, b) => costs[b]!(from[b]!) - costs[a]!(from[a]!));
  return order.reduce((slots, i) => slots.with(i, fewest(slots, i, question)), from);
}

/** Fewest slots of queue i that reach the target beside those of the others. */
const fewest = (slots: readonly number[], i: number, { least, throughput, target }: SlotsQuestion): number =>
  leastHolding({ from: least[i]!, to: slots[i]! }, (fewer) => throughput(slots.with(i, fewer)) >= target);

/** Trades slots of one queue for fewer of another, by smaller and smaller steps, as long as that costs less. */
function traded(from: readonly number[], question: SlotsQuestion): readonly number[] {
  const { least, most, costs, throughput, target } = question;
  let slots = from;
  let step = 1;
  while (2 * step <= Math.max(...from) / 2) step *= 2;
  for (; step >= 1; step = step / 2) {
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      for (const i of slots.keys())
        for (const j of slots.keys()) {
          const more = slots[i]! + step;
          if (i === j || more > most) continue;
          const paid = costs[i]!(more) - costs[i]!(slots[i]!);
          const saved = (fewer: number): number => costs[j]!(slots[j]!) - costs[j]!(fewer);
          // The most that costs less; one look at the throughput is enough where that is too few.
          const enough =
            leastHolding({ from: least[j]!, to: slots[j]! }, (fewer) => saved(fewer) <= paid) - 1;
          const wider = slots.with(i, more);
          if (enough < least[j]! || throughput(wider.with(j, enough)) < target) continue;
          const fewer = fewest(wider.with(j, enough), j, question);
          slots = wider.with(j, fewer);
          isBetter = true;
        }
    }
  }
  return lessOfEach(slots, question);
}
