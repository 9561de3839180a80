/** Cells over x and rows, darker where more; a press, a drag or the keys move the column that is looked at. */
import { scaleLinear } from 'd3';
import type { Table } from '../../../core/quantities/table.ts';
import { type AxisSpec, axisText, linearTicks, tickCount, valueText } from './axis.ts';
import { type KeyEntry, keyLayout } from './key-layout.ts';
import { formatNumber } from './number-label.ts';
import { Cursor, Plot, plotBox, steppedTo } from './Plot.tsx';

/** Columns over x, each with the same rows from below. */
export interface HeatGrid {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Row r stands for the values from `r * step` to below `(r + 1) * step`. */
  readonly step: number;
  readonly rowCount: number;
  /** [column][row]. */
  readonly cells: readonly (readonly number[])[];
  /** The darkest shade stands for this; for the largest cell when absent. */
  readonly darkest?: number;
}

/** root: by the square root. log: four decades. */
export type HeatScale = 'root' | 'log';

interface HeatMapProps {
  readonly grid: HeatGrid;
  readonly title: string;
  readonly x: AxisSpec;
  /** What the rows are: `occupancy (seeds)`. */
  readonly rowsAre: string;
  readonly width: number;
  readonly scale: HeatScale;
  /** Column that is looked at. */
  readonly column: number;
  readonly onColumn: (column: number) => void;
}

const PLOT_HEIGHT = 190;
const DECADES = 4;

export function HeatMap(props: HeatMapProps) {
  const { grid, title, x, rowsAre, width, scale, onColumn } = props;
  const { starts, ends, step, rowCount, cells } = grid;
  const box = plotBox(width, PLOT_HEIGHT);
  const xOf = scaleLinear([starts[0] ?? 0, ends.at(-1) ?? 1], [0, box.width]);
  const yOf = scaleLinear([0, rowCount * step], [PLOT_HEIGHT, 0]);
  const rowHeight = PLOT_HEIGHT / rowCount;
  const darkest = grid.darkest ?? Math.max(0, ...cells.map((rows) => Math.max(...rows)));
  const last = starts.length - 1;
  const column = Math.min(props.column, last);
  const columnAt = (pixels: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => xOf(start) <= pixels),
    );
  return (
    <Plot
      {...{ title, width, box }}
      x={{ title: axisText(x), ticks: linearTicks(xOf, x, tickCount(box.width)) }}
      y={{ title: rowsAre, ticks: rowTicks(grid, yOf), grid: false }}
      keys={keyLayout(darkest > 0 ? [shadesFor(darkest, scale)] : [], width)}
    >
      <rect className="chart-heat-ground" width={box.width} height={PLOT_HEIGHT} />
      {cells.flatMap((rows, i) =>
        rows.map((value, row) => {
          const shade = heatShade(value, darkest, scale);
          return shade === 0 ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are their places
              key={`${i} ${row}`}
              className="chart-heat-cell"
              fillOpacity={shade.toFixed(3)}
              x={xOf(starts[i]!)}
              y={PLOT_HEIGHT - (row + 1) * rowHeight}
              width={xOf(ends[i]!) - xOf(starts[i]!)}
              height={rowHeight}
            />
          );
        }),
      )}
      {last >= 0 && (
        <rect
          className="chart-heat-cursor"
          data-export="skip"
          x={xOf(starts[column]!)}
          width={Math.max(2, xOf(ends[column]!) - xOf(starts[column]!))}
          height={PLOT_HEIGHT}
        />
      )}
      <Cursor
        width={box.width}
        height={PLOT_HEIGHT}
        label={`${x.title} looked at`}
        least={0}
        most={last}
        now={column}
        text={valueText(starts[column] ?? 0, x, 4)}
        moves="press"
        onMove={(at) => at && onColumn(columnAt(at.x))}
        onStep={(towards) => onColumn(steppedTo(towards, column, 0, last))}
      />
    </Plot>
  );
}

const shadesFor = (darkest: number, scale: HeatScale): KeyEntry => ({
  ...{ sign: 'shades', text: 'probability', isHeat: true },
  least: scale === 'root' ? '0' : formatNumber(darkest / 10 ** DECADES),
  most: formatNumber(darkest),
});

/** Whole levels, each in the middle of its part of a row. */
function rowTicks({ step, rowCount }: HeatGrid, yOf: (level: number) => number) {
  const shown = scaleLinear([0, rowCount * step], [yOf(0.5), yOf(rowCount * step + 0.5)]);
  return linearTicks(shown, { whole: true }, 4).filter(({ at }) => at > yOf(rowCount * step));
}

/** How dark a cell is, 0 .. 1; 0 for nothing at all. */
export function heatShade(value: number, darkest: number, scale: HeatScale): number {
  if (!(value > 0) || !(darkest > 0)) return 0;
  const share = Math.min(1, value / darkest);
  const shade = scale === 'root' ? Math.sqrt(share) : 1 + Math.log10(share) / DECADES;
  return scale === 'log' ? Math.max(0.06, shade) : shade < 0.02 ? 0 : shade;
}

/** A row for each column of cells; `time`: the name of its start, s. */
export function heatTable({ starts, step, rowCount, cells }: HeatGrid, time: string): Table {
  const labels = Array.from({ length: rowCount }, (_, row) =>
    step === 1 ? `P[n = ${row}]` : `P[${row * step} ≤ n < ${(row + 1) * step}]`,
  );
  return {
    columns: [{ label: time, unit: 's' }, ...labels.map((label) => ({ label }))],
    rows: starts.map((start, column) => [start, ...cells[column]!]),
  };
}
