/**
 * The cheapest of many designs where more of a parameter never hurts, as with servers and the time that jobs take: the
 * least value of each parameter while all others have their largest (by bisection; no design with less can do), and from
 * there on all designs in the order of their price, until one holds. That is the best one if more never hurts, which every
 * two designs that were looked at must agree with.
 */
import FlatQueue from 'flatqueue';
import type { Look } from './goal-look.ts';
import type { GoalQuestion } from './goal-question.ts';

type Design = readonly number[];

interface Cheapest {
  readonly best: Look;
  /** No design that was looked at fails where one with less of everything holds. */
  readonly isAgreed: boolean;
}

/** Undefined where even the most of everything does not hold, or after so many designs. */
export function seekIncreasing(
  { ranges, look }: GoalQuestion,
  priceOf: (design: Design) => number,
  most: number,
): Cheapest | undefined {
  const looked = new Map<string, Look>();
  const see = (design: Design): Look => {
    const found = look(design);
    looked.set(design.join(' '), found);
    return found;
  };
  const top = ranges.map(({ to }) => to);
  if (!see(top).holds) return undefined;
  const least = ranges.map((_, i) => leastHolding(ranges[i]!, (value) => see(top.with(i, value)).holds));
  const waiting = new FlatQueue<Design>();
  const known = new Set<string>();
  const put = (design: Design): void => {
    const key = design.join(' ');
    if (known.has(key)) return;
    known.add(key);
    waiting.push(design, priceOf(design));
  };
  put(least);
  for (let design = waiting.pop(); design && looked.size < most; design = waiting.pop()) {
    const found = see(design);
    if (found.holds) return { best: found, isAgreed: isAgreed([...looked.values()]) };
    for (const [i, value] of design.entries()) if (value < ranges[i]!.to) put(design.with(i, value + 1));
  }
  return undefined;
}

/** The least whole number that holds, where what holds for one holds for all larger ones; `to` is known to. */
export function leastHolding(
  { from, to }: { from: number; to: number },
  holds: (value: number) => boolean,
): number {
  let [low, high] = [from - 1, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function isAgreed(looked: readonly Look[]): boolean {
  const failing = looked.filter(({ holds }) => !holds);
  return looked
    .filter(({ holds }) => holds)
    .every((good) => failing.every((bad) => bad.design.some((value, i) => value < good.design[i]!)));
}
