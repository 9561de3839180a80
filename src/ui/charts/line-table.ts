/** The numbers of a chart of lines as a table: a row for each x, columns for each line and its interval. */
import type { Table, TableCell, TableColumn } from '../../../core/base/table-text.ts';
import type { AxisSpec, LinePoint, LineRow } from './line-series.ts';

/** Values stay in the units that the data are in, whatever the axes are written in. */
export function lineTable(rows: readonly LineRow[], x: AxisSpec): Table {
  const lines = rows.flatMap(({ name, value, series }) => {
    const told = series.filter(({ guide }) => !guide);
    return told.map((one) => ({ ...one, value, label: told.length > 1 ? `${name}, ${one.name}` : name }));
  });
  const steps = lines.some(({ points }) => points.some(({ to }) => to !== undefined));
  const columns: TableColumn[] = steps
    ? [
        { label: `${x.title} from`, ...unitOf(x) },
        { label: `${x.title} to`, ...unitOf(x) },
      ]
    : [{ label: x.title, ...unitOf(x) }];
  for (const { label, value, points } of lines) {
    columns.push(columnOf(label, value));
    if (!hasIntervals(points)) continue;
    columns.push(columnOf(`${label}, 95 % from`, value));
    columns.push(columnOf(`${label}, 95 % to`, value));
  }
  const found = lines.map(({ points }) => new Map(points.map((point) => [point.x, point])));
  const places = [...new Map(found.flatMap((points) => [...points]))].sort(([a], [b]) => a - b);
  return {
    columns,
    rows: places.map(([at, { to }]) => [
      ...(steps ? [at, to] : [x.names?.[at] ?? at]),
      ...lines.flatMap(({ points }, i) => cellsOf(found[i]!.get(at), hasIntervals(points))),
    ]),
  };
}

const unitOf = ({ unit, base = unit }: AxisSpec) => (base === '' ? {} : { unit: base });

function columnOf(label: string, axis: AxisSpec): TableColumn {
  const { unit } = unitOf(axis);
  return { label, unit: unit === undefined ? axis.title : `${axis.title}, ${unit}` };
}

const hasIntervals = (points: readonly LinePoint[]): boolean => points.some(({ low }) => low !== undefined);

const cellsOf = (point: LinePoint | undefined, intervals: boolean): readonly TableCell[] =>
  intervals ? [point?.y, point?.low, point?.high] : [point?.y];
