/** What a distribution chart is given. */
import { levelQuantile } from '../../../core/numeric/levels.ts';

/** Where a curve comes from; it decides how the curve is drawn, everywhere alike. */
export type SeriesKind = 'model' | 'simulation' | 'measured' | 'baseline';

export interface DistributionSeries {
  readonly kind: SeriesKind;
  /** Written at the curve. */
  readonly name: string;
  /** P[n], n = 0, 1, ...: fraction of time at each level; levels beyond the end have 0. */
  readonly values: ArrayLike<number>;
  /** Ends of the 95 % interval of each P[n], as long as `values`. */
  readonly low?: ArrayLike<number>;
  readonly high?: ArrayLike<number>;
  /** Mean occupancy where it is known better than from `values`; `open`: it is not known, and none is marked. */
  readonly mean?: number | 'open';
  /** Belongs to an earlier drawing: drawn faint. */
  readonly older?: boolean;
}

/** What the height of a curve at n says: P[N = n], P[N <= n] or P[N >= n]. */
export type DistributionView = 'pmf' | 'cdf' | 'tail';

export interface LevelRange {
  /** First and last level, both included. */
  readonly from: number;
  readonly to: number;
}

/** The highest level that any series or the capacity speaks of. */
export function supportEnd(series: readonly DistributionSeries[], capacity?: number): number {
  return series.reduce((end, one) => Math.max(end, one.values.length - 1), capacity ?? 0);
}

/**
 * The levels worth showing first: up to where every series has all but a sliver of its time, and up to the capacity
 * when that is not far beyond. At least five levels.
 */
export function naturalRange(
  series: readonly DistributionSeries[],
  options: { readonly capacity?: number | undefined; readonly log: boolean },
): LevelRange {
  const covered = options.log ? 1 - 1e-6 : 0.9995;
  const reached = series.reduce((end, one) => Math.max(end, levelQuantile(one.values, covered)), 0);
  const { capacity } = options;
  if (capacity !== undefined && capacity <= Math.max(8, reached * 1.5))
    return { from: 0, to: Math.max(capacity, reached) };
  return { from: 0, to: Math.max(4, Math.ceil(reached * 1.04)) };
}
