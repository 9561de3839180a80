/** Points as tables: those on the page, and the columns of files. */

import { plural } from '../../../core/base/plural.ts';
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
  return { columns: columns.map(({ at: _, ...column }) => column), rows };
}

interface PointTableColumn extends TableColumn {
  readonly at: (point: number) => TableCell;
}

/** Design, inputs, measures with their half widths, status and reason; heads as on the page, units as in files. */
function pointTableColumns({ points, columns }: ShownPoints): readonly PointTableColumn[] {
  const { intervals } = points.table;
  return [
    { label: 'design', holds: 'integer', at: (point) => point + 1 },
    ...columns.flatMap((column): PointTableColumn[] => {
      const main: PointTableColumn = {
        ...headOf(column),
        holds: column.choices ? 'text' : 'number',
        at: (point) => cellValue(column, cellOf(points, column, point)),
      };
      return column.kind === 'measure' && intervals ? [main, halfColumn(points, column)] : [main];
    }),
    { label: 'status', holds: 'text', at: (point) => statusOf(points, point) },
    { label: 'reason', holds: 'text', at: (point) => points.reasons.get(point) },
  ];
}

function halfColumn(points: ShownPoints['points'], column: PointColumn): PointTableColumn {
  const head = headOf(column);
  return {
    ...head,
    label: `${head.label} ±`,
    holds: 'number',
    at: (point) => halfWidthOf(points, point, column.place),
  };
}

function headOf({ words, dimension, unit = '', labels }: PointColumn): TableColumn {
  if (labels) return { label: words };
  const units = unit && plural(unit);
  const inFiles = {
    time: 's',
    rate: `${units}/s`,
    count: units,
    capacity: units,
    bytes: 'B',
    frequency: 'Hz',
  };
  const written = dimension in inFiles ? inFiles[dimension as keyof typeof inFiles] : '';
  return { label: words, ...(written !== '' && { unit: written }) };
}
