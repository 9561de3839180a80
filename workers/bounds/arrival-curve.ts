/**
 * Arrival curves: in any time t > 0 no more than alpha(t) elements come. Concave and piecewise linear, kept as the token
 * buckets of which they are the smallest, by falling rate.
 * Source: J.-Y. Le Boudec and P. Thiran, Network Calculus (2001), sections 1.2 and 3.1.
 */
import type { TokenBucket } from './contract.ts';

export type ArrivalCurve = readonly TokenBucket[];

/** The buckets that are the smallest somewhere, each rate smaller and each burst larger than the one before. */
export function arrivalCurve(buckets: readonly TokenBucket[]): ArrivalCurve {
  const sorted = [...buckets].sort((a, b) => a.burst - b.burst || a.rate - b.rate);
  const kept: TokenBucket[] = [];
  for (const bucket of sorted) {
    const last = kept.at(-1);
    if (last && bucket.rate >= last.rate) continue;
    while (kept.length > 1 && crossing(kept.at(-2)!, bucket) <= crossing(kept.at(-2)!, kept.at(-1)!))
      kept.pop();
    kept.push(bucket);
  }
  return kept;
}

/** Time at which the second becomes the smaller. */
const crossing = (a: TokenBucket, b: TokenBucket): number => (b.burst - a.burst) / (a.rate - b.rate);

export const valueAt = (curve: ArrivalCurve, t: number): number =>
  Math.min(...curve.map(({ rate, burst }) => burst + rate * t));

/** Times at which the slope falls, and 0. */
export const cornersOf = (curve: ArrivalCurve): readonly number[] => [
  0,
  ...curve.slice(1).map((bucket, i) => crossing(curve[i]!, bucket)),
];

/** Elements per second in the long run. */
export const longRunRate = (curve: ArrivalCurve): number => curve.at(-1)!.rate;

/** Sum of several streams: between two corners one bucket of each counts. */
export function sumOf(curves: readonly ArrivalCurve[]): ArrivalCurve {
  const corners = [...new Set(curves.flatMap(cornersOf))];
  return arrivalCurve(
    corners.map((t) => {
      const active = curves.map((curve) => bucketAfter(curve, t));
      return {
        rate: active.reduce((sum, { rate }) => sum + rate, 0),
        burst: active.reduce((sum, { burst }) => sum + burst, 0),
      };
    }),
  );
}

function bucketAfter(curve: ArrivalCurve, t: number): TokenBucket {
  const corners = cornersOf(curve);
  let i = corners.length - 1;
  while (corners[i]! > t) i--;
  return curve[i]!;
}

/** `factor` elements for each, and at most `more` on top in any time. */
export const scaled = (curve: ArrivalCurve, factor: number, more = 0): ArrivalCurve =>
  curve.map(({ rate, burst }) => ({ rate: factor * rate, burst: factor * burst + more }));

/** Elements that may be late by up to `jitter`: alpha(t + jitter). */
export const delayed = (curve: ArrivalCurve, jitter: number): ArrivalCurve =>
  curve.map(({ rate, burst }) => ({ rate, burst: burst + rate * jitter }));
