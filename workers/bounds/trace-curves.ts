/** Exact curves of times that are replayed in order, round and round. */

import { type ArrivalCurve, arrivalCurve } from './arrival-curve.ts';
import type { RateLatency } from './contract.ts';

/** Longer traces are looked at in windows that grow by a fiftieth, which can only loosen the curve. */
const ONE_BY_ONE = 2000;

/**
 * The smallest concave arrival curve of events with these times between them: above all points (shortest window that
 * holds n events, n), and as fast as the trace in the long run.
 */
export function traceArrivals(gaps: readonly number[]): ArrivalCurve {
  const period = gaps.reduce((sum, gap) => sum + gap, 0);
  const rate = gaps.length / period;
  const sizes = windowSizes(gaps.length);
  // n events span n - 1 gaps. Sizes between two looked at fit in no less time than the smaller.
  const points = sizes.map((n, i) => ({
    t: withoutRounding(extremeSum(gaps, n - 1, Math.min), period),
    n: (sizes[i + 1] ?? n + 1) - 1,
  }));
  const burst = Math.max(...points.map(({ t, n }) => n - rate * t));
  const hull: { readonly t: number; readonly n: number }[] = [];
  for (const point of points) {
    while (hull.length > 0 && hull.at(-1)!.t === point.t) hull.pop();
    while (hull.length > 1 && slope(hull.at(-2)!, hull.at(-1)!) <= slope(hull.at(-2)!, point)) hull.pop();
    hull.push(point);
  }
  const edges = hull.slice(1).map((point, i) => {
    const steep = slope(hull[i]!, point);
    return { rate: steep, burst: point.n - steep * point.t };
  });
  return arrivalCurve([...edges.filter((edge) => edge.rate > rate * (1 + 1e-9)), { rate, burst }]);
}

/** The rate-latency curve at the mean rate of services with these times: n of them in a row take no longer than the longest n. */
export function traceService(times: readonly number[]): RateLatency {
  const rate = times.length / times.reduce((sum, time) => sum + time, 0);
  const sizes = windowSizes(times.length);
  const latency = Math.max(
    ...sizes.map((n, i) => extremeSum(times, (sizes[i + 1] ?? n + 1) - 1, Math.max) - (n - 1) / rate),
  );
  return { rate, latency };
}

function windowSizes(length: number): readonly number[] {
  const sizes: number[] = [];
  for (let n = 1; n <= length; n += length <= ONE_BY_ONE ? 1 : Math.max(1, Math.floor(n / 50))) sizes.push(n);
  return sizes;
}

/** What rounding leaves of no time is none. */
const withoutRounding = (t: number, period: number): number => (t < 1e-12 * period ? 0 : t);

/** Smallest or largest sum of `count` neighbours in the ring. */
function extremeSum(
  values: readonly number[],
  count: number,
  pick: (a: number, b: number) => number,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i % values.length]!;
  let found = sum;
  for (let i = 0; i < values.length; i++) {
    sum += values[(i + count) % values.length]! - values[i]!;
    found = pick(found, sum);
  }
  return found;
}

const slope = (a: { readonly t: number; readonly n: number }, b: typeof a): number =>
  (b.n - a.n) / (b.t - a.t);
