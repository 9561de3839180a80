/** Means over independent replications and the half width of their 95 % interval (Student's t). */
import type { Estimate } from '../../core/measures/measures.ts';
import { studentQuantile } from './student-t.ts';

/** Absent without values; one value alone says nothing about its error, so its half width is infinite. */
export function estimate(values: ArrayLike<number>): Estimate | undefined {
  // Loops, since it is asked for once per level of every histogram and once per frame.
  let [count, sum] = [0, 0];
  for (let i = 0; i < values.length; i++)
    if (Number.isFinite(values[i])) {
      count++;
      sum += values[i]!;
    }
  if (count === 0) return undefined;
  const mean = sum / count;
  if (count === 1) return { mean, halfWidth: Number.POSITIVE_INFINITY };
  let squares = 0;
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) squares += (values[i]! - mean) ** 2;
  const variance = squares / (count - 1);
  return { mean, halfWidth: quantileFor(count - 1) * Math.sqrt(variance / count) };
}

const quantiles = new Map<number, number>();

/** Quantiles are kept: few degrees of freedom occur, each very often. */
function quantileFor(df: number): number {
  const known = quantiles.get(df);
  if (known !== undefined) return known;
  const quantile = studentQuantile(0.975, df);
  quantiles.set(df, quantile);
  return quantile;
}

/** Without the entries that are undefined: a measure without data is absent. */
export function definedOnly<T extends object>(measures: T): T {
  const known = Object.entries(measures).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as T; // the same keys, fewer of the optional ones
}

/** The estimate of a share when nothing was observed. */
export const NOTHING: Estimate = { mean: 0, halfWidth: 0 };
