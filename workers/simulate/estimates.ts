/** Means over independent replications and the half width of their 95 % interval (Student's t). */
import type { Estimate } from '../contract/measures.ts';
import { studentQuantile } from '../numeric/student-t.ts';

/** Absent without values; one value alone says nothing about its error, so its half width is infinite. */
export function estimate(values: readonly number[]): Estimate | undefined {
  const known = values.filter((value) => Number.isFinite(value));
  if (known.length === 0) return undefined;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (known.length === 1) return { mean, halfWidth: Number.POSITIVE_INFINITY };
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
  return { mean, halfWidth: quantileFor(known.length - 1) * Math.sqrt(variance / known.length) };
}

const quantiles = new Map<number, number>();

/** The same few degrees of freedom are asked for once per level of every histogram. */
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

/** Of a share of nothing. */
export const NOTHING: Estimate = { mean: 0, halfWidth: 0 };
