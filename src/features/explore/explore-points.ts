/** The points of a study that are made so far, column by column, each in its own place whenever it came. */

import { joinedRanges, type PointRange } from '../../../core/study/point-ranges.ts';
import {
  POINT_STATUSES,
  type PointBatch,
  type PointStatus,
  type StudyTable,
} from '../../../workers/explore/contract.ts';

/** Status of a point that is not made yet. */
const NOT_MADE = 255;

/** Rows are points: entry `point * columns + column`. Filled in place; `done` is replaced. */
export interface ExploredPoints {
  readonly table: StudyTable;
  readonly inputs: Float64Array;
  readonly values: Float64Array;
  readonly halfWidths?: Float64Array;
  readonly statuses: Uint8Array;
  readonly reasons: Map<number, string>;
  done: readonly PointRange[];
}

export function emptyPoints(table: StudyTable): ExploredPoints {
  const { points, inputs, measures, intervals } = table;
  return {
    table,
    inputs: new Float64Array(points * inputs.length).fill(Number.NaN),
    values: new Float64Array(points * measures.length).fill(Number.NaN),
    ...(intervals && { halfWidths: new Float64Array(points * measures.length).fill(Number.NaN) }),
    statuses: new Uint8Array(points).fill(NOT_MADE),
    reasons: new Map(),
    done: [],
  };
}

export function addBatch(points: ExploredPoints, batch: PointBatch): void {
  const { inputs, measures } = points.table;
  points.inputs.set(batch.inputs, batch.from * inputs.length);
  points.values.set(batch.values, batch.from * measures.length);
  if (batch.halfWidths) points.halfWidths?.set(batch.halfWidths, batch.from * measures.length);
  points.statuses.set(batch.statuses, batch.from);
  for (const [point, reason] of Object.entries(batch.reasons)) points.reasons.set(Number(point), reason);
  points.done = joinedRanges([...points.done, { from: batch.from, to: batch.to }]);
}

export const madeCount = ({ done }: ExploredPoints): number =>
  done.reduce((sum, { from, to }) => sum + to - from, 0);

/** Undefined while the point is not made. */
export const statusOf = ({ statuses }: ExploredPoints, point: number): PointStatus | undefined =>
  POINT_STATUSES[statuses[point]!];

/** NaN where there is none. */
export const inputOf = ({ inputs, table }: ExploredPoints, point: number, column: number): number =>
  inputs[point * table.inputs.length + column]!;

export const measureOf = ({ values, table }: ExploredPoints, point: number, column: number): number =>
  values[point * table.measures.length + column]!;

export const halfWidthOf = (points: ExploredPoints, point: number, column: number): number | undefined => {
  const half = points.halfWidths?.[point * points.table.measures.length + column];
  return half === undefined || Number.isNaN(half) ? undefined : half;
};
