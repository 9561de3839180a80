/**
 * What visits that were seen say of the services of a queue with one server, first come first served, before any chain runs: a
 * service is no longer than from the later of its arrival and the last departure that was seen before it to its own departure,
 * and as long where nobody hidden was in between. Services of few values then stand out as times that many visits have alike.
 */
import { exp, log } from '../../core/numeric/elementary.ts';
import type { PosteriorProblem, SeenServices } from './contract.ts';
import { MOST_VALUES } from './service-distributions.ts';

/** Visits at least. */
const FEWEST = 20;
/** Times are alike within so much, relative: clocks round, and machines jitter. */
const WIDTHS = [0.01, 0.03, 0.08] as const;
/** How far around is looked for how many there would be by chance, in such widths. */
const AROUND = 4;
/** A value has at least this share of all visits, and so many times those that are around it. */
const LEAST_SHARE = 0.03;
const OUTSTANDING = 4;
/** Values together have this share at least: others waited behind somebody hidden. */
const LEAST_TOGETHER = 0.2;

export function seenServices(
  { first, queue, departure }: Pick<PosteriorProblem, 'first' | 'queue' | 'departure'>,
  number: number,
): SeenServices | undefined {
  const visits: { readonly arrival: number; readonly left: number }[] = [];
  for (let task = 0; task + 1 < first.length; task += 1)
    for (let i = first[task]! + 1; i < first[task + 1]!; i += 1)
      if (queue[i] === number && departure[i]! >= departure[i - 1]!)
        visits.push({ arrival: departure[i - 1]!, left: departure[i]! });
  if (visits.length < FEWEST) return undefined;
  visits.sort((one, other) => one.arrival - other.arrival || one.left - other.left);
  let before = Number.NEGATIVE_INFINITY;
  const bounds: number[] = [];
  for (const { arrival, left } of visits) {
    const bound = left - Math.max(arrival, before);
    if (bound > 0) bounds.push(bound);
    before = Math.max(before, left);
  }
  // Instants that a coarse clock makes equal leave services of 0, which say nothing of how long they take.
  if (2 * bounds.length < visits.length) return undefined;
  bounds.sort((one, other) => one - other);
  const values = valuesOf(bounds.map(log));
  const isFine = values.length === 0 || tickOf(departure) <= FINE * values[0]!;
  return { least: bounds[0]!, values: isFine ? values : [] };
}

/** A clock that ticks in steps of a larger share of the least value makes all times alike, whatever services are. */
const FINE = 0.02;
/** Instants are multiples of a tick when they are so near to them, in ticks. */
const NEAR_TICK = 0.01;

/** The step of a coarse clock: the least time between two instants, where all others are multiples of it; else 0. */
function tickOf(instants: Float64Array): number {
  const sorted = instants.filter((time) => !Number.isNaN(time)).sort();
  const rounding = 1e-12 * Math.max(Math.abs(sorted[0]!), Math.abs(sorted.at(-1)!));
  let tick = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i += 1) {
    const gap = sorted[i]! - sorted[i - 1]!;
    if (gap > rounding && gap < tick) tick = gap;
  }
  const isMultiple = (time: number): boolean => {
    const ticks = (time - sorted[0]!) / tick;
    return Math.abs(ticks - Math.round(ticks)) < NEAR_TICK + (2 * rounding * ticks) / tick;
  };
  return sorted.every(isMultiple) ? tick : 0;
}

/** Values that stand out among the logarithms of all bounds, which are in order. */
function valuesOf(logs: readonly number[]): readonly number[] {
  for (const width of WIDTHS) {
    const peaks = peaksOf(logs, width);
    const together = peaks.reduce((sum, { count }) => sum + count, 0);
    // Services below the least value would have been seen.
    const below = peaks[0] ? countBetween(logs, Number.NEGATIVE_INFINITY, peaks[0].at - width) : 0;
    if (
      peaks.length > 0 &&
      peaks.length <= MOST_VALUES &&
      together >= LEAST_TOGETHER * logs.length &&
      below <= LEAST_SHARE * logs.length
    )
      return peaks.map(({ at }) => exp(at));
  }
  return [];
}

interface Peak {
  readonly at: number;
  readonly count: number;
}

/** The fullest window again and again, until none stands out of what is around it. */
function peaksOf(logs: readonly number[], width: number): readonly Peak[] {
  const peaks: Peak[] = [];
  const taken = logs.map(() => false);
  for (;;) {
    let best: { from: number; to: number } | undefined;
    for (let from = 0, to = 0; from < logs.length; from += 1) {
      if (to < from) to = from;
      while (to < logs.length && logs[to]! - logs[from]! <= width && !taken[to]) to += 1;
      if (!taken[from] && to - from > (best ? best.to - best.from : 0)) best = { from, to };
    }
    if (!best || best.to - best.from < Math.max(5, LEAST_SHARE * logs.length)) break;
    const at = logs[(best.from + best.to - 1) >> 1]!;
    const count = best.to - best.from;
    const near = countBetween(logs, at - AROUND * width, at + AROUND * width);
    // Neighbours of a peak that is wider than the window belong to it.
    const around = (near - countBetween(logs, at - width, at + width)) / (2 * AROUND - 2);
    for (let i = 0; i < logs.length; i += 1) if (Math.abs(logs[i]! - at) <= width) taken[i] = true;
    if (count >= OUTSTANDING * around + 5) peaks.push({ at, count });
    else break;
  }
  return peaks.sort((one, other) => one.at - other.at);
}

function countBetween(logs: readonly number[], low: number, high: number): number {
  let count = 0;
  for (const one of logs) if (one >= low && one <= high) count += 1;
  return count;
}
