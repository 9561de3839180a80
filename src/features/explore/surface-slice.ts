/** A measure of a grid over two of its inputs: all other inputs at one place each. */
import { CELL, type Surface, type SurfaceAxis } from '../../ui/charts/surface-layout.ts';
import { type ExploredPoints, measureOf, statusOf } from './explore-points.ts';
import { type GridAxis, nearestPlace, pointAt } from './grid-axes.ts';
import { axisOf, cellText, type PointColumn } from './point-columns.ts';

export interface SliceAxes {
  readonly axes: readonly GridAxis[];
  readonly x: PointColumn;
  readonly y: PointColumn;
  /** Places along all axes; those of x and y do not count. */
  readonly places: readonly number[];
}

export interface Slice {
  readonly surface: Surface;
  /** Point of each cell. */
  readonly pointOf: (cell: number) => number;
  /** Cell of the point that has these values of x and y nearest. */
  readonly cellNear: (x: number, y: number) => number | undefined;
}

export function sliceOf(points: ExploredPoints, measure: PointColumn, slice: SliceAxes): Slice {
  const { axes, x, y, places } = slice;
  const [across, up] = [axes[x.place]!, axes[y.place]!];
  const [columns, rows] = [across.values.length, up.values.length];
  const first = pointAt(axes, places.with(x.place, 0).with(y.place, 0));
  const pointOf = (cell: number): number =>
    first + (cell % columns) * across.stride + Math.floor(cell / columns) * up.stride;
  const values = new Float64Array(columns * rows);
  const states = new Uint8Array(columns * rows);
  for (let cell = 0; cell < values.length; cell++) {
    const point = pointOf(cell);
    const status = statusOf(points, point);
    values[cell] = measureOf(points, point, measure.place);
    const hasValue = status === 'answer' && !Number.isNaN(values[cell]);
    states[cell] = status === undefined ? CELL.missing : hasValue ? CELL.value : CELL.refused;
  }
  return {
    surface: { x: surfaceAxis(x, across), y: surfaceAxis(y, up), values, states },
    pointOf,
    cellNear: (atX, atY) => {
      const [column, row] = [nearestPlace(across.values, atX), nearestPlace(up.values, atY)];
      return column === undefined || row === undefined ? undefined : row * columns + column;
    },
  };
}

function surfaceAxis(column: PointColumn, { values }: GridAxis): SurfaceAxis {
  const largest = values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, value) : most), 0);
  const { title, unit, divisor = 1 } = axisOf(column, largest);
  const text = (value: number): string => {
    if (Number.isNaN(value)) return '';
    if (column.choices) return cellText(column, value);
    return Number.isFinite(value) ? String(Number((value / divisor).toPrecision(3))) : '∞';
  };
  return {
    title: unit === '' ? title : `${title} (${unit})`,
    texts: values.map(text),
    ...(!column.choices && { numbers: values.map((value) => value / divisor) }),
  };
}
