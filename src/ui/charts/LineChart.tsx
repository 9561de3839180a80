import { type ReactNode, useMemo, useState } from 'react';
import type { Table, TableCell, TableColumn } from '../../../core/quantities/table.ts';
import type { AxisSpec } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { LinePlot } from './LinePlot.tsx';
import type { LinePoint } from './line-series.ts';
import { type LineCross, type LineMark, type LineRow, wholeRange, type XRange } from './line-series.ts';

interface LineChartProps {
  readonly title: string;
  readonly fileName: string;
  readonly x: AxisSpec;
  readonly rows: readonly LineRow[];
  readonly marks?: readonly LineMark[];
  readonly shaded?: XRange & { readonly text: string };
  /** Pixels of one row's plot. */
  readonly rowHeight?: number;
  /** The value axes begin at 0; default true. */
  readonly fromZero?: boolean;
  readonly logY?: boolean;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
  /** What the crosshair reads: x, and the row that the pointer is in; the first by keyboard. */
  readonly onCross?: (cross: LineCross | undefined) => void;
  /** A click without a drag, or Enter. */
  readonly onPick?: (cross: LineCross) => void;
  readonly toolbar?: ReactNode;
  /** Said in place of the picture when there is nothing to draw. */
  readonly empty: string;
}

const NO_MARKS: readonly LineMark[] = [];

/** Lines with their intervals in rows over one x axis: drag to zoom into all rows, double click to go back. */
export function LineChart(props: LineChartProps) {
  const { title, fileName, x, rows, marks = NO_MARKS, rowHeight = 180, fromZero = true } = props;
  const { logY = false } = props;
  const [zoom, setZoom] = useState<XRange>();
  const limits = useMemo(() => wholeRange(rows, x), [rows, x]);
  const table = useMemo(() => lineTable(rows, x), [rows, x]);
  // A zoom of an earlier run may lie beyond this one.
  const range = zoom && limits && zoom.to <= limits.to ? zoom : limits;
  return (
    <ChartFrame
      title={title}
      fileName={fileName}
      table={table}
      toolbar={props.toolbar}
      onShowAll={range === limits ? undefined : () => setZoom(undefined)}
      empty={!limits && props.empty}
    >
      {({ width }) =>
        limits &&
        range && (
          <LinePlot
            {...{ title, x, rows, marks, rowHeight, fromZero, logY, width, range, limits }}
            shaded={props.shaded}
            selected={props.selected}
            onSelect={props.onSelect}
            onRange={setZoom}
            onCross={props.onCross}
            onPick={props.onPick}
          />
        )
      }
    </ChartFrame>
  );
}

/** The numbers of a chart of lines as a table: a row for each x, columns for each line and its interval. */

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
