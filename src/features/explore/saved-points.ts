/** Finished points on their way into a study's file, and back. */

import type { SavedNumber, SavedPoint, StudyResults } from '../../../core/study/study.ts';
import { POINT_STATUSES, type PointBatch, type StudyTable } from '../../../workers/explore/contract.ts';
import { type ExploredPoints, halfWidthOf, inputOf, measureOf, statusOf } from './explore-points.ts';

/** With more, the points stay out of the file: whoever opens it makes them again. */
export const MOST_SAVED = 20_000;

/** Those that are made; undefined where there are none, or too many. */
export function savedPoints(points: ExploredPoints): StudyResults | undefined {
  const { table, done } = points;
  const made = done.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
  if (made.length === 0 || made.length > MOST_SAVED) return undefined;
  return { key: table.key, points: made.map((point) => savedPoint(points, point)) };
}

function savedPoint(points: ExploredPoints, point: number): SavedPoint {
  const { inputs, measures, intervals } = points.table;
  const reason = points.reasons.get(point);
  return {
    point,
    status: statusOf(points, point)!,
    ...(reason !== undefined && { reason }),
    inputs: inputs.map((_, column) => savedNumber(inputOf(points, point, column))),
    values: measures.map((_, column) => savedNumber(measureOf(points, point, column))),
    ...(intervals && {
      halfWidths: measures.map((_, column) => savedNumber(halfWidthOf(points, point, column) ?? Number.NaN)),
    }),
  };
}

/** As batches of one point each that follow each other; none where the results are of another study, or do not fit it. */
export function batchesOf(table: StudyTable, { key, points }: StudyResults): readonly PointBatch[] {
  if (key !== table.key) return [];
  const { inputs, measures, intervals } = table;
  return points.flatMap(({ point, status, reason, ...saved }): PointBatch[] => {
    const fits =
      point < table.points &&
      saved.inputs.length === inputs.length &&
      saved.values.length === measures.length &&
      (intervals ? saved.halfWidths?.length === measures.length : saved.halfWidths === undefined);
    if (!fits) return [];
    return [
      {
        ...{ from: point, to: point + 1 },
        inputs: Float64Array.from(saved.inputs, numberOf),
        values: Float64Array.from(saved.values, numberOf),
        ...(saved.halfWidths && { halfWidths: Float64Array.from(saved.halfWidths, numberOf) }),
        statuses: Uint8Array.of(POINT_STATUSES.indexOf(status)),
        reasons: reason === undefined ? {} : { [point]: reason },
      },
    ];
  });
}

/** JSON has neither NaN nor infinity. */
const savedNumber = (value: number): SavedNumber =>
  Number.isNaN(value) ? null : Number.isFinite(value) ? value : 'unbounded';

const numberOf = (saved: SavedNumber): number => {
  if (saved === null) return Number.NaN;
  return saved === 'unbounded' ? Number.POSITIVE_INFINITY : saved;
};
