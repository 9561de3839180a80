/**
 * Points as lines of text (NDJSON): a first line with the study's table, then one line per point in order. A file of a
 * shard says which points it has. Two files of the same points are the same bytes.
 */
import type { PointRange } from '../../core/study/point-ranges.ts';
import type { StudyTable } from './contract.ts';

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
