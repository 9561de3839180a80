/** A point in words: its inputs, its measures with intervals, and why it has none. */
import { estimateText, type PointColumn } from '../../../workers/explore/explore-words.ts';
import { type ExploredPoints, halfWidthOf, statusOf } from './explore-points.ts';
import { cellOf } from './point-columns.ts';

export interface PointWords {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly text: string }[];
  readonly reason?: string;
}

export function pointWords(
  points: ExploredPoints,
  columns: readonly PointColumn[],
  point: number,
): PointWords {
  const title = `Design ${point + 1}`;
  if (statusOf(points, point) === undefined) return { title, rows: [], reason: 'not made yet' };
  const reason = points.reasons.get(point);
  const rows = columns.map((column) => ({ name: column.words, text: textOf(points, column, point) }));
  return { title, rows, ...(reason !== undefined && { reason }) };
}

function textOf(points: ExploredPoints, column: PointColumn, point: number): string {
  const half = column.kind === 'measure' ? halfWidthOf(points, point, column.place) : undefined;
  return estimateText(column, cellOf(points, column, point), half);
}

export const sentenceOf = ({ title, rows, reason }: PointWords): string =>
  [title, ...rows.map(({ name, text }) => `${name} ${text}`), ...(reason === undefined ? [] : [reason])].join(
    '; ',
  );
