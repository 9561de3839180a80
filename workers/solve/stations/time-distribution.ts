/**
 * The distribution of a time, known by its tail, and its percentiles: the roots of P[T > t] = 1 - p, to 1e-10 of their size
 * or of the tail's, where the tail is that accurate; NaN where the tail is. A tail that starts below 1 - p has the percentile 0.
 */

import type { TimePercentiles } from '../../../core/measures/measures.ts';
import { exp, log } from '../../../core/numeric/elementary.ts';
import { exponentialTransform, type TimeTransform } from './time-transform.ts';

export interface TimeDistribution {
  /** P[T > t], t >= 0, s; non-increasing. */
  readonly tail: (t: number) => number;
  /** s; where the search for percentiles starts. */
  readonly mean: number;
  /** The t at which the tail falls to this share, where there is a formula for it; undefined where it does not hold. */
  readonly exceededBy?: (beyond: number) => number | undefined;
  /** Where that t is about, > 0: the search begins there. */
  readonly near?: (beyond: number) => number | undefined;
  /** Absent where it is not known. */
  readonly transform?: TimeTransform;
}

export function percentilesOf(distribution: TimeDistribution): TimePercentiles {
  const p50 = percentile(distribution, BEYOND.p50, 0);
  const p90 = percentile(distribution, BEYOND.p90, p50);
  const p99 = percentile(distribution, BEYOND.p99, p90);
  return { p50, p90, p99, p999: percentile(distribution, BEYOND.p999, p99) };
}

/** One of them alone. */
export const percentileOf = (distribution: TimeDistribution, name: keyof TimePercentiles): number =>
  percentile(distribution, BEYOND[name], 0);

/** Share of the times beyond each. */
const BEYOND: Readonly<Record<keyof TimePercentiles, number>> = {
  p50: 0.5,
  p90: 0.1,
  p99: 0.01,
  p999: 0.001,
};

/** The t at which the tail falls to `beyond`; `from` is known to lie at or before it. */
function percentile(
  { tail, mean, exceededBy, near }: TimeDistribution,
  beyond: number,
  from: number,
): number {
  const known = exceededBy?.(beyond);
  if (known !== undefined) return known;
  // Logarithms, in which tails are nearly straight; a tail rounded to 0 or below counts as the smallest.
  const excess = (t: number) => log(Math.max(tail(t), Number.MIN_VALUE) / beyond);
  const start = near?.(beyond) ?? 0;
  if (start > from) {
    const found = { t: start, excess: excess(start) };
    const other = found.excess > 0 ? start * (1 + ASIDE) : Math.max(from, start * (1 - ASIDE));
    const beside = { t: other, excess: excess(other) };
    if (found.excess > 0 !== beside.excess > 0)
      return falsePosition(
        excess,
        ...(found.excess > 0 ? ([found, beside] as const) : ([beside, found] as const)),
      );
  }
  let low = { t: from, excess: excess(from) };
  if (!(low.excess > 0)) return low.excess <= 0 ? from : Number.NaN;
  let step = mean;
  let high = { t: from + step, excess: excess(from + step) };
  while (high.excess > 0) {
    step *= 2;
    [low, high] = [high, { t: high.t + step, excess: excess(high.t + step) }];
  }
  return falsePosition(excess, low, high);
}

interface Point {
  readonly t: number;
  readonly excess: number;
}

/** Regula falsi with the Illinois halving: few evaluations, each of which may be an inversion. To 1e-10 of t. */
function falsePosition(f: (t: number) => number, low: Point, high: Point): number {
  let [a, b] = [low, high];
  for (let step = 0; step < MOST_STEPS && Math.abs(b.t - a.t) > 1e-10 * b.t; step++) {
    const t = b.t - (b.excess * (b.t - a.t)) / (b.excess - a.excess);
    const found = { t, excess: f(t) };
    if (!(Math.abs(found.excess) > 1e-10)) return t;
    a = found.excess > 0 === b.excess > 0 ? { t: a.t, excess: a.excess / 2 } : b;
    b = found;
  }
  return b.t;
}

const MOST_STEPS = 200;

/** How far from where it is about the percentile may be, as a share. */
const ASIDE = 0.05;

/** 0 with probability 1 - `share`, else exponential at `rate`. */
export const exponentialTime = (rate: number, share = 1): TimeDistribution => ({
  tail: (t) => share * exp(-rate * t),
  mean: share / rate,
  exceededBy: (beyond) => Math.max(0, log(share / beyond)) / rate,
  transform: exponentialTransform(rate, share),
});

/** Stretches every second of the time to `factor` seconds. */
export const stretched = ({ tail, mean, transform }: TimeDistribution, factor: number): TimeDistribution => ({
  tail: (t) => tail(t / factor),
  mean: mean * factor,
  ...(transform && { transform: (t, count) => transform(t / factor, count) }),
});
