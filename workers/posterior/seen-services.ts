/**
 * What visits that were seen say of the services of a queue, first come first served, before any chain runs: with K servers a
 * service is no longer than from its arrival, or from when fewer than K of those that were seen to come before it were still
 * there, to its own departure; with one server it is as long where nobody hidden was in between. Services of few values then
 * stand out as times that many visits have alike.
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
/** Visits of which hardly anybody hidden came before, so many at least, tell values from sums of them. */
const ENOUGH_NEAR = 25;
/** A value that is none by chance, and no sum, has so many of them, and at least so many times its share of all visits. */
const FEWEST_NEAR = 2;
const LEAST_NEAR = 0.5;

interface SeenVisit {
  readonly task: number;
  readonly arrival: number;
  readonly left: number;
}

export function seenServices(
  { first, queue, departure }: Pick<PosteriorProblem, 'first' | 'queue' | 'departure'>,
  number: number,
  servers: number,
): SeenServices | undefined {
  const visits: SeenVisit[] = [];
  /** How many of the tasks before were not seen as a whole. */
  const hiddenBefore = new Int32Array(first.length);
  for (let task = 0; task + 1 < first.length; task += 1) {
    // A task whose path is not known has no steps.
    let isWhole = first[task + 1]! > first[task]! + 1;
    for (let i = first[task]! + 1; i < first[task + 1]!; i += 1) {
      isWhole &&= queue[i]! >= 0 && departure[i]! >= departure[i - 1]!;
      if (queue[i] === number && departure[i]! >= departure[i - 1]!)
        visits.push({ task, arrival: departure[i - 1]!, left: departure[i]! });
    }
    hiddenBefore[task + 1] = hiddenBefore[task]! + (isWhole ? 0 : 1);
  }
  if (visits.length < FEWEST) return undefined;
  visits.sort((one, other) => one.arrival - other.arrival || one.left - other.left);
  const latest = new Float64Array(servers).fill(Number.NEGATIVE_INFINITY);
  const bounds: { readonly bound: number; readonly between: number }[] = [];
  for (const [i, { task, arrival, left }] of visits.entries()) {
    const bound = left - Math.max(arrival, latest[0]!);
    const before = visits[Math.max(0, i - servers)]!.task;
    const between = hiddenBefore[Math.max(task, before)]! - hiddenBefore[Math.min(task, before)]!;
    if (bound > 0) bounds.push({ bound, between });
    if (left > latest[0]!) {
      latest[0] = left;
      latest.sort();
    }
  }
  // Instants that a coarse clock makes equal leave services of 0, which say nothing of how long they take.
  if (2 * bounds.length < visits.length) return undefined;
  bounds.sort((one, other) => one.bound - other.bound);
  const logs = bounds.map(({ bound }) => log(bound));
  const values = valuesOf(
    logs,
    nearest(bounds).map(({ bound }) => log(bound)),
    servers,
  );
  const isFine = values.length === 0 || tickOf(departure) <= FINE * values[0]!;
  return { least: bounds[0]!.bound, values: isFine ? values : [], width: widthOf(logs, values.map(log)) };
}

/** Those of whom the fewest hidden tasks came before, as long as they are enough. */
function nearest<One extends { readonly between: number }>(bounds: readonly One[]): readonly One[] {
  const between = bounds.map((one) => one.between).sort((one, other) => one - other);
  const most = between[Math.min(ENOUGH_NEAR, between.length) - 1]!;
  return bounds.filter((one) => one.between <= most);
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

/**
 * Values that stand out among the logarithms of all bounds, and are found among the near ones too: others are sums of services, of
 * somebody hidden as well. All are in order.
 */
function valuesOf(logs: readonly number[], near: readonly number[], servers: number): readonly number[] {
  for (const width of WIDTHS) {
    const isApart = ({ at }: Peak, others: readonly Peak[]): boolean =>
      others.every((other) => Math.abs(other.at - at) > width);
    const isAmongNear = ({ at, count }: Peak): boolean => {
      const of = countBetween(near, at - width, at + width);
      return of >= FEWEST_NEAR && of / near.length >= LEAST_NEAR * (count / logs.length);
    };
    const found = peaksOf(logs, width).filter(isAmongNear);
    // With several servers somebody hidden may have come long before.
    const peaks = servers === 1 ? found : found.filter((peak) => !isSum(peak, found, width));
    for (const one of peaksOf(near, width)) if (isApart(one, peaks)) peaks.push(one);
    peaks.sort((one, other) => one.at - other.at);
    const together = peaks.reduce((sum, { count }) => sum + count, 0);
    // Services below the least value would have been seen.
    const below = peaks[0] ? countBetween(logs, Number.NEGATIVE_INFINITY, peaks[0].at - width) : 0;
    // Values that are so near each other are one that varies more.
    const isOne = peaks.some(({ at }, i) => i > 0 && at - peaks[i - 1]!.at < AROUND * width);
    if (isOne && width < WIDTHS.at(-1)!) continue;
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

/** Is it two of the others one after the other, and much less frequent than either? */
const isSum = (peak: Peak, others: readonly Peak[], width: number): boolean =>
  others.some((one) =>
    others.some(
      (two) =>
        Math.abs(log(exp(one.at) + exp(two.at)) - peak.at) < 2 * width &&
        2 * peak.count < Math.min(one.count, two.count),
    ),
  );

/** How far services near a value are from it (root mean square); near is within the widest peak. */
function widthOf(logs: readonly number[], values: readonly number[]): number {
  let [squares, count] = [0, 0];
  for (const one of logs) {
    const off = values.reduce(
      (least, value) => Math.min(least, Math.abs(one - value)),
      Number.POSITIVE_INFINITY,
    );
    if (off > WIDTHS.at(-1)! / 2) continue;
    squares += off * off;
    count += 1;
  }
  return count > 0 ? Math.sqrt(squares / count) : 0;
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
