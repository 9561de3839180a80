/** Points as tables: those on the page, and the columns of files. */
import type { Table, TableCell } from '../../base/table-text.ts';
import { halfWidthOf, statusOf } from '../../state/explore-points.ts';
import { cellOf, cellValue, type PointColumn } from './point-columns.ts';
import type { ShownPoints } from './use-points.ts';

/** Behind a picture stand the first rows; the whole is below it, and in files. */
const SHOWN = 200;

export const firstRows = (shown: ShownPoints): Table => tableOf(shown, SHOWN);

export function tableOf(shown: ShownPoints, most = Number.POSITIVE_INFINITY): Table {
  const columns = fileColumns(shown);
  const rows: TableCell[][] = [];
  for (let point = 0; point < Math.min(most, shown.points.table.points); point++)
    if (statusOf(shown.points, point) !== undefined) rows.push(columns.map(({ at }) => at(point)));
  return { columns: columns.map(({ label, unit }) => ({ label, ...(unit && { unit }) })), rows };
}

export interface FileColumn {
  readonly label: string;
  readonly unit?: string | undefined;
  readonly isText: boolean;
  readonly at: (point: number) => TableCell;
}

/** As the command line writes them: point, inputs, measures with their half widths, status and reason. */
export function fileColumns({ points, columns }: ShownPoints): readonly FileColumn[] {
  const { intervals } = points.table;
  return [
    { label: 'point', isText: false, at: (point) => point },
    ...columns.flatMap((column): FileColumn[] => {
      const main: FileColumn = {
        label: column.name,
        isText: column.choices !== undefined,
        at: (point) => cellValue(column, cellOf(points, column, point)),
      };
      return column.kind === 'measure' && intervals ? [main, halfColumn(points, column)] : [main];
    }),
    { label: 'status', isText: true, at: (point) => statusOf(points, point) },
    { label: 'reason', isText: true, at: (point) => points.reasons.get(point) },
  ];
}

const halfColumn = (points: ShownPoints['points'], { name, place }: PointColumn): FileColumn => ({
  label: `${name} ±`,
  isText: false,
  at: (point) => halfWidthOf(points, point, place),
});
