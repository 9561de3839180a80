/** How a measure is spread over the points that have an answer. */

import { deviation, mean, quantile } from 'd3';
import { POINT_STATUSES, type PointStatus } from '../../../workers/explore/contract.ts';
import type { PointColumn } from '../../../workers/explore/explore-words.ts';
import { type ExploredPoints, statusOf } from './explore-points.ts';
import { cellOf } from './point-columns.ts';

export interface Spread {
  /** In order. */
  readonly values: Float64Array;
  readonly mean: number;
  /** Standard deviation of the points with n - 1 in the denominator; NaN for a single point. */
  readonly deviation: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
}

/** Undefined where no point has a value. */
export function spreadOf(points: ExploredPoints, column: PointColumn): Spread | undefined {
  const known: number[] = [];
  for (let point = 0; point < points.table.points; point++) {
    const value = cellOf(points, column, point);
    if (statusOf(points, point) === 'answer' && Number.isFinite(value)) known.push(value);
  }
  const values = Float64Array.from(known).sort();
  const at = (share: number): number => quantile(values, share) ?? Number.NaN;
  if (values.length === 0) return undefined;
  return {
    values,
    mean: mean(values) ?? Number.NaN,
    deviation: deviation(values) ?? Number.NaN,
    ...{ p5: at(0.05), median: at(0.5), p95: at(0.95) },
  };
}

/** Points that are made, by what came out. */
export function statusCounts({ statuses }: ExploredPoints): Readonly<Record<PointStatus, number>> {
  const counts = POINT_STATUSES.map(() => 0);
  for (const status of statuses) if (status < counts.length) counts[status]! += 1;
  return Object.fromEntries(POINT_STATUSES.map((name, i) => [name, counts[i]!])) as Record<
    PointStatus,
    number
  >;
}
