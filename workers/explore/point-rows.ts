/**
 * Points as lines of text (NDJSON): a first line with the study's table, then one line per point in order. A file of a
 * shard says which points it has. Two files of the same points are the same bytes.
 */
import type { ParameterValue } from '../../src/model/parameter.ts';
import type { PointRange } from '../../src/model/point-ranges.ts';
import { POINT_STATUSES, type PointBatch, type PointRow, type StudyTable } from '../contract/exploring.ts';

export const POINTS_FORMAT = 'stagegraph-points';

/** The first line. */
export interface PointsHeader extends Omit<StudyTable, 'kind'>, PointRange {
  readonly format: typeof POINTS_FORMAT;
  readonly version: 1;
}

export function headerOf({ kind: _, ...table }: StudyTable, { from, to }: PointRange): PointsHeader {
  return { format: POINTS_FORMAT, version: 1, ...table, from, to };
}

export const headerLine = (header: PointsHeader): string => `${JSON.stringify(header)}\n`;

/** Undefined where the line is no header of this format. */
export function readHeader(line: string): PointsHeader | undefined {
  try {
    const header: unknown = JSON.parse(line);
    const isHeader =
      typeof header === 'object' &&
      header !== null &&
      (header as Partial<PointsHeader>).format === POINTS_FORMAT &&
      (header as Partial<PointsHeader>).version === 1;
    return isHeader ? (header as PointsHeader) : undefined;
  } catch {
    return undefined;
  }
}

/** The points of a batch one by one. */
export function rowsOf(
  table: Pick<StudyTable, 'inputs' | 'measures'>,
  batch: PointBatch,
): readonly PointRow[] {
  const { from, to, statuses, reasons, halfWidths } = batch;
  return Array.from({ length: to - from }, (_, row): PointRow => {
    const reason = reasons[from + row];
    return {
      point: from + row,
      inputs: table.inputs.map(({ choices }, i): ParameterValue => {
        const value = batch.inputs[row * table.inputs.length + i]!;
        return choices ? (choices[value] ?? 'none of these') : value;
      }),
      status: POINT_STATUSES[statuses[row]!]!,
      ...(reason !== undefined && { reason }),
      values: table.measures.map((_, i) => known(batch.values[row * table.measures.length + i]!)),
      ...(halfWidths && {
        halfWidths: table.measures.map((_, i) => known(halfWidths[row * table.measures.length + i]!)),
      }),
    };
  });
}

const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

/** The columns of a point in order, flat: inputs, status, reason, measures and `... ±`. */
export function columnsOf({
  inputs,
  measures,
  intervals,
}: Pick<StudyTable, 'inputs' | 'measures' | 'intervals'>): readonly string[] {
  return [
    'point',
    ...inputs.map(({ path }) => path),
    'status',
    'reason',
    ...measures.flatMap(({ name }) => (intervals ? [name, `${name} ±`] : [name])),
  ];
}

/** The cells of a point, undefined where it has none; an unbounded capacity and the like are words. */
export function cellsOf(row: PointRow): readonly (number | string | undefined)[] {
  const { point, inputs, status, reason, values, halfWidths } = row;
  return [
    point,
    ...inputs.map(written),
    status,
    reason,
    ...values.flatMap((value, i) =>
      halfWidths ? [written(value), written(halfWidths[i])] : [written(value)],
    ),
  ];
}

function written(value: ParameterValue | undefined): number | string | undefined {
  if (value === Number.POSITIVE_INFINITY) return 'unbounded';
  return value;
}

/** One line for each point of a batch, ended. */
export function linesOf(table: StudyTable | PointsHeader, batch: PointBatch): string {
  const columns = columnsOf(table).map((name) => JSON.stringify(name));
  return rowsOf(table, batch)
    .map((row) => {
      const cells = cellsOf(row);
      const fields = columns.flatMap((name, i) =>
        cells[i] === undefined ? [] : [`${name}:${JSON.stringify(cells[i])}`],
      );
      return `{${fields.join(',')}}\n`;
    })
    .join('');
}
