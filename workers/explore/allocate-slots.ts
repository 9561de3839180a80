/**
 * Slots dealt out to queues so that a throughput is reached at little cost: marginal allocation, then less wherever it can
 * be less, then trades between two queues. Takes for granted that more slots never lower the throughput. Good, not proven to be least.
 *
 * Source: B. Fox 1966, Discrete optimization via marginal analysis, Management Science 13(3), 210-216 (greatest gain per cost);
 * steps double, so that some ten steps a queue lead to thousands of slots.
 */
import { leastHolding } from './seek-increasing.ts';

export interface SlotsQuestion {
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
