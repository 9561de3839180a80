/** Everything a heat map draws, as numbers in pixels; `HeatMap` only writes it down as marks. */
import { scaleLinear } from 'd3';
import type { AxisSpec } from './line-series.ts';
import { formatNumber } from './number-label.ts';

/** Columns over x, each with the same rows from below. */
export interface HeatGrid {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Row r stands for the values from `r * step` to below `(r + 1) * step`. */
  readonly step: number;
  readonly rowCount: number;
  /** [column][row]. */
  readonly cells: readonly (readonly number[])[];
}

/** root: by the square root. log: four decades. */
export type HeatScale = 'root' | 'log';

export interface HeatLayout {
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly columns: readonly { readonly x: number; readonly width: number }[];
  readonly rowTicks: readonly { readonly at: number; readonly text: string }[];
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  /** Of all cells. */
  readonly largest: number;
}

const MARGIN = { left: 58, right: 14, top: 22, bottom: 40 };
const PLOT_HEIGHT = 190;
const DECADES = 4;

export function heatLayout(grid: HeatGrid, width: number, { divisor = 1 }: AxisSpec): HeatLayout {
  const plotWidth = Math.max(40, width - MARGIN.left - MARGIN.right);
  const { starts, ends, rowCount, step } = grid;
  const [from, to] = [(starts[0] ?? 0) / divisor, (ends.at(-1) ?? 1) / divisor];
  const x = scaleLinear([from, to], [0, plotWidth]);
  const rows = scaleLinear([0, rowCount * step], [PLOT_HEIGHT, 0]);
  const rowHeight = PLOT_HEIGHT / rowCount;
  let largest = 0;
  for (const column of grid.cells) for (const value of column) largest = Math.max(largest, value);
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, plotWidth, plotHeight: PLOT_HEIGHT, rowHeight, largest },
    height: MARGIN.top + PLOT_HEIGHT + MARGIN.bottom,
    columns: starts.map((start, i) => {
      const at = x(start / divisor);
      return { x: at, width: x(ends[i]! / divisor) - at };
    }),
    rowTicks: rows
      .ticks(4)
      .filter((level) => Number.isInteger(level) && level < rowCount * step)
      // A level stands in the middle of its row.
      .map((level) => ({ at: rows(level) - (rowHeight / step) * 0.5, text: formatNumber(level, 4) })),
    xTicks: x
      .ticks(Math.max(2, Math.floor(plotWidth / 90)))
      .map((tick) => ({ at: x(tick), text: formatNumber(tick, 4) })),
    largest,
  };
}

/** How dark a cell is, 0 .. 1; 0 for nothing at all. */
export function heatShade(value: number, largest: number, scale: HeatScale): number {
  if (!(value > 0) || !(largest > 0)) return 0;
  const share = value / largest;
  const shade = scale === 'root' ? Math.sqrt(share) : 1 + Math.log10(share) / DECADES;
  return scale === 'log' ? Math.max(0.06, shade) : shade < 0.02 ? 0 : shade;
}
