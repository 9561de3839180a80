/** Everything a chart of lines draws, as numbers in pixels; `LinePlot` only writes it down as marks. */
import { extent, type ScaleLinear, scaleLinear, scaleLog } from 'd3';
import { type AxisSpec, axisText, linearTicks, logTicks, type Tick, tickCount } from './axis.ts';
import type { SeriesKind } from './distribution-series.ts';
import type { LinePoint, LineRow, LineSeries, XRange } from './line-series.ts';
import { FOOT, plotBox } from './Plot.tsx';
import { type BandMark, bandPath, filledPath, linePath, type Mark, shapeFor } from './series-path.ts';
import { estimateTextWidth } from './text-size.ts';

/** Over each row: its name and what the crosshair reads. */
const ROW_HEAD = 28;
/** Under the name of a row: the names of its curves, where they do not fit beside it. */
const NAMES_LINE = 16;
const ROW_GAP = 6;
/** Intervals this many times wider than the usual one are cut off by the plot instead of flattening all others. */
const WIDE_INTERVAL = 4;

export interface LineInput {
  readonly rows: readonly LineRow[];
  readonly x: AxisSpec;
  /** Part of the x axis that is shown. */
  readonly range: XRange;
  /** Pixels of the whole drawing, and of one row's plot. */
  readonly width: number;
  readonly rowHeight: number;
  /** The value axes begin at 0. */
  readonly fromZero: boolean;
  /** They go by ratios; what is not positive has no place on them. */
  readonly logY?: boolean;
}

export interface LineCurve {
  readonly key: string;
  readonly kind: SeriesKind;
  readonly nth: number;
  readonly name: string;
  readonly guide: boolean;
  readonly line: string;
  /** Empty without intervals. */
  readonly band: string;
  /** From each value down to the axis, where x has names: they have nothing between them. Else empty. */
  readonly bars: string;
  readonly points: readonly LinePoint[];
}

export interface RowLayout {
  readonly row: LineRow;
  /** Top of the row's plot, from the top of the drawing. */
  readonly top: number;
  readonly ticks: readonly Tick[];
  readonly curves: readonly LineCurve[];
}

export interface LineLayout {
  readonly left: number;
  readonly plotWidth: number;
  readonly rowHeight: number;
  /** Pixels over each row, and whether the names of its curves have a line of their own there. */
  readonly head: number;
  readonly isNamedBelow: boolean;
  /** Pixels from the left of the plot. */
  readonly xOf: (x: number) => number;
  readonly xAt: (pixels: number) => number;
  readonly xTicks: readonly Tick[];
  readonly rows: readonly RowLayout[];
  readonly height: number;
}

export function lineLayout(input: LineInput): LineLayout {
  const { rows, x, range, width, rowHeight } = input;
  const { left, width: plotWidth } = plotBox(width, rowHeight);
  const scale = scaleLinear([range.from, range.to], [0, plotWidth]);
  const room = left + plotWidth - HEAD_GAP;
  const isNamedBelow = rows.some(
    (row) => estimateTextWidth(rowTitle(row)) + namesWidth(namedOf(row.series)) > room,
  );
  const head = ROW_HEAD + (isNamedBelow ? NAMES_LINE : 0);
  const placed = rows.map((row, i) =>
    rowLayout(row, { input, scale, plotWidth, top: head + i * (head + rowHeight + ROW_GAP) }),
  );
  return {
    left,
    plotWidth,
    rowHeight,
    head,
    isNamedBelow,
    xOf: scale,
    xAt: (pixels) => scale.invert(pixels),
    xTicks: linearTicks(scale, x, tickCount(plotWidth)),
    rows: placed,
    height: (placed.at(-1)?.top ?? 0) + rowHeight + FOOT,
  };
}

/** Between the name of a row and what stands behind it. */
export const HEAD_GAP = 20;

export const rowTitle = ({ name, value }: LineRow): string =>
  name === '' ? axisText(value) : `${name} · ${axisText(value)}`;

/** Curves that are told apart by a name; one alone needs none. */
export function namedOf<Curve extends { readonly name: string }>(curves: readonly Curve[]): readonly Curve[] {
  const named = curves.filter(({ name }, i) => curves.findIndex((one) => one.name === name) === i);
  return named.length > 1 ? named : [];
}

export const namesWidth = (curves: readonly { readonly name: string }[]): number =>
  curves.reduce((sum, { name }) => sum + estimateTextWidth(name) + 30, 0);

interface RowContext {
  readonly input: LineInput;
  readonly scale: ScaleLinear<number, number>;
  readonly plotWidth: number;
  readonly top: number;
}

function rowLayout(row: LineRow, { input, scale, plotWidth, top }: RowContext): RowLayout {
  const { range, rowHeight, fromZero, logY = false } = input;
  const count = tickCount(rowHeight, 34);
  const domain = row.domain ?? valueDomain(row.series, range, fromZero, logY);
  const yOf = (logY ? scaleLog : scaleLinear)(domain, [rowHeight, 0]).nice(count);
  return {
    row,
    top,
    ticks: logY ? logTicks(yOf, row.value, count) : linearTicks(yOf, row.value, count),
    curves: row.series.map((series, i) => ({
      key: `${series.kind}-${i}`,
      kind: series.kind,
      nth: row.series.slice(0, i).filter(({ kind, name }) => kind === series.kind && name !== series.name)
        .length,
      name: series.name,
      guide: series.guide === true,
      points: series.points,
      ...(input.x.names ? barsOf : pathsOf)(logY ? series.points.map(positive) : series.points, {
        ...{ xOf: scale, yOf, plotWidth, rowHeight },
      }),
    })),
  };
}

/** As far as it has a place on an axis of ratios. */
const positive = (point: LinePoint): LinePoint => {
  const { y = 0, low } = point;
  if (y <= 0) return { ...point, y: undefined };
  return low === undefined ? point : { ...point, low: Math.max(low, y / BELOW) };
};

/** The end of an interval below 0, on an axis of ratios. */
const BELOW = 1e3;

/** All values in sight, and their intervals but for those far wider than usual, and what of them is below 0 where no value is. */
export function valueDomain(
  series: readonly LineSeries[],
  range: XRange,
  fromZero: boolean,
  logY = false,
): readonly [number, number] {
  const seen = series
    .flatMap(({ points }) => points)
    .filter(
      ({ x, to, y }) => y !== undefined && (!logY || y > 0) && (to ?? x) >= range.from && x <= range.to,
    );
  if (logY) return logDomain(seen.map(({ y }) => y!));
  const widths = seen.map(widthOf).filter((width) => width > 0);
  const widest = WIDE_INTERVAL * (widths.sort((a, b) => a - b)[widths.length >> 1] ?? 0);
  let low = fromZero ? 0 : Number.POSITIVE_INFINITY;
  let high = fromZero ? 0 : Number.NEGATIVE_INFINITY;
  for (const point of seen) {
    const counts = widthOf(point) <= widest;
    low = Math.min(low, point.y!, counts ? (point.low ?? point.y!) : point.y!);
    high = Math.max(high, point.y!, counts ? (point.high ?? point.y!) : point.y!);
  }
  if (fromZero && seen.every(({ y }) => y! >= 0)) low = 0;
  if (low < high) return [low, high];
  // One value only, or none: an axis around it.
  const middle = Number.isFinite(low) ? low : 0;
  return middle === 0 ? [0, 1] : [Math.min(0, 2 * middle), Math.max(0, 2 * middle)];
}

function logDomain(values: readonly number[]): readonly [number, number] {
  const [least = 1, most = 10] = extent(values);
  return least < most ? [least, most] : [least / 2, least * 2];
}

const widthOf = ({ low, high }: LinePoint): number =>
  low === undefined || high === undefined ? 0 : high - low;

interface Scales {
  readonly xOf: (x: number) => number;
  readonly yOf: (y: number) => number;
  readonly plotWidth: number;
  readonly rowHeight: number;
}

/** Half the width of a bar, of the distance to the next. */
const HALF_BAR = 0.3;

function barsOf(points: readonly LinePoint[], { xOf, yOf, rowHeight }: Scales) {
  const known = points.filter(({ y }) => y !== undefined);
  const marks = known.map(
    ({ x, y }): Mark => ({ left: xOf(x - HALF_BAR), right: xOf(x + HALF_BAR), y: yOf(y!) }),
  );
  const bands = known.flatMap(({ low, high }, i) =>
    low === undefined || high === undefined ? [] : [{ ...marks[i]!, y: yOf(high), y2: yOf(low) }],
  );
  return {
    line: marks.map((mark) => linePath([mark], 'steps')).join(''),
    band: bands.map((mark) => bandPath([mark], 'steps')).join(''),
    bars: marks.map((mark) => filledPath([mark], rowHeight)).join(''),
  };
}

function pathsOf(points: readonly LinePoint[], { xOf, yOf, plotWidth }: Scales) {
  const shape = points[0]?.to === undefined ? 'line' : shapeFor(points.length, plotWidth);
  const lines: string[] = [];
  const bands: string[] = [];
  for (const run of runsOf(points)) {
    const marks = run.map(({ x, to, y }): Mark => ({ left: xOf(x), right: xOf(to ?? x), y: yOf(y!) }));
    lines.push(linePath(marks, shape));
    const band = run.flatMap(({ low, high }, i): BandMark[] =>
      low === undefined || high === undefined ? [] : [{ ...marks[i]!, y: yOf(high), y2: yOf(low) }],
    );
    if (band.length > 0) bands.push(bandPath(band, shape));
  }
  return { line: lines.join(''), band: bands.join(''), bars: '' };
}

/** The points between the gaps. */
function runsOf(points: readonly LinePoint[]): readonly (readonly LinePoint[])[] {
  const runs: LinePoint[][] = [[]];
  for (const point of points) {
    if (point.y !== undefined) runs.at(-1)!.push(point);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
