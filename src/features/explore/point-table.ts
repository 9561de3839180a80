/** Points as tables: those on the page, and the columns of files. */

import type { Table, TableCell, TableColumn } from '../../../core/quantities/table.ts';
import type { PointColumn } from '../../../workers/explore/explore-words.ts';
import { halfWidthOf, statusOf } from './explore-points.ts';
import { cellOf, cellValue } from './point-columns.ts';
import type { ShownPoints } from './use-points.ts';

/** Behind a picture stand the first rows; the whole is below it, and in files. */
const SHOWN = 200;

export const firstRows = (shown: ShownPoints): Table => tableOf(shown, SHOWN);

export function tableOf(shown: ShownPoints, most = Number.POSITIVE_INFINITY): Table {
  const columns = pointTableColumns(shown);
  const rows: TableCell[][] = [];
  for (let point = 0; point < Math.min(most, shown.points.table.points); point++)
    if (statusOf(shown.points, point) !== undefined) rows.push(columns.map(({ at }) => at(point)));
  return { columns: columns.map(({ label, holds }) => ({ label, holds })), rows };
}

interface PointTableColumn extends TableColumn {
  readonly at: (point: number) => TableCell;
}

/** As the command line writes them: point, inputs, measures with their half widths, status and reason. */
function pointTableColumns({ points, columns }: ShownPoints): readonly PointTableColumn[] {
  const { intervals } = points.table;
  return [
    { label: 'point', holds: 'integer', at: (point) => point },
    ...columns.flatMap((column): PointTableColumn[] => {
      const main: PointTableColumn = {
        label: column.name,
        holds: column.choices ? 'text' : 'number',
        at: (point) => cellValue(column, cellOf(points, column, point)),
      };
      return column.kind === 'measure' && intervals ? [main, halfColumn(points, column)] : [main];
    }),
    { label: 'status', holds: 'text', at: (point) => statusOf(points, point) },
    { label: 'reason', holds: 'text', at: (point) => points.reasons.get(point) },
  ];
}

const halfColumn = (points: ShownPoints['points'], { name, place }: PointColumn): PointTableColumn => ({
  label: `${name} ±`,
  holds: 'number',
  at: (point) => halfWidthOf(points, point, place),
});
