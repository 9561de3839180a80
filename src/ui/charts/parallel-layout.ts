/** Axes side by side, one for each column; a point is a line across them. */
import { extent, scaleLinear } from 'd3';
import { estimateTextWidth } from './text-size.ts';

export interface ParallelColumn {
  readonly name: string;
  readonly title: string;
  /** Under the title: what is counted; as a word at each tick it would run over the next axis. */
  readonly unit?: string;
  /** One entry for each point; NaN where it has none. */
  readonly values: Float64Array;
  readonly format: (value: number, digits?: number) => string;
  /** There are whole numbers only. */
  readonly whole: boolean;
}

export interface Brush {
  readonly column: string;
  readonly from: number;
  readonly to: number;
}

export interface ParallelAxis {
  readonly column: ParallelColumn;
  readonly x: number;
  /** Middle of the title: over the axis, but within the picture. */
  readonly titleX: number;
  readonly yOf: (value: number) => number;
  readonly valueAt: (y: number) => number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

/** Beyond this the lines that are drawn are a sample, evenly over all points. */
const MOST_LINES = 20_000;
const SIDE = 70;

export function parallelAxes(
  columns: readonly ParallelColumn[],
  width: number,
  height: number,
): readonly ParallelAxis[] {
  const gap = columns.length > 1 ? (width - 2 * SIDE) / (columns.length - 1) : 0;
  return columns.map((column, i) => {
    const [least = 0, most = 1] = extent(Array.from(column.values).filter(Number.isFinite));
    const scale = scaleLinear(least === most ? [least - 0.5, most + 0.5] : [least, most], [height, 0]);
    const between = scale.ticks(4).filter((tick) => tick > least && tick < most);
    const ticks = [...new Set([least, ...between, most])].filter(
      (tick) => !column.whole || Number.isInteger(tick),
    );
    const x = SIDE + i * gap;
    const half = Math.max(estimateTextWidth(column.title), estimateTextWidth(column.unit ?? '')) / 2;
    return {
      column,
      x,
      titleX: Math.max(half, Math.min(width - half, x)),
      yOf: scale,
      valueAt: (y) => scale.invert(y),
      ticks: textsOf(ticks, column)
        .map((text, place) => ({ at: scale(ticks[place]!), text }))
        .filter(({ at }, place, all) => isApart(at, place, all)),
    };
  });
}

/** With so many digits that no two are alike. What no eye can tell from 0 on this axis is about 0. */
function textsOf(ticks: readonly number[], column: ParallelColumn): readonly string[] {
  const none = 1e-9 * Math.max(...ticks.map(Math.abs));
  const format = (tick: number, digits?: number): string =>
    tick !== 0 && Math.abs(tick) < none ? '≈ 0' : column.format(tick, digits);
  for (const digits of [3, 4, 5, 6]) {
    const texts = ticks.map((tick) => format(tick, digits));
    if (new Set(texts).size === texts.length) return texts;
  }
  return ticks.map((tick) => format(tick));
}

/** Pixels from one tick to the next. */
const APART = 13;

/** The ends always; what is between them where it has room. */
function isApart(at: number, place: number, all: readonly { readonly at: number }[]): boolean {
  const last = all.length - 1;
  if (place === 0 || place === last) return true;
  return [all[0]!, all[last]!, all[place - 1]!].every((other) => Math.abs(at - other.at) > APART);
}

/** Every how many points one is drawn. */
export const lineStep = (points: number): number => Math.max(1, Math.ceil(points / MOST_LINES));

/** Does the point lie in all brushes? */
export function isBrushed(
  columns: readonly ParallelColumn[],
  brushes: readonly Brush[],
  point: number,
): boolean {
  return brushes.every(({ column, from, to }) => {
    const value = columns.find(({ name }) => name === column)?.values[point] ?? Number.NaN;
    return value >= from && value <= to;
  });
}

/** Pixels that a pointer may be away from a line. */
const REACH = 12;

/** The drawn point in all brushes whose line is nearest, up or down, at a place of the drawing. */
export function lineNear(
  axes: readonly ParallelAxis[],
  points: number,
  brushes: readonly Brush[],
  at: { readonly x: number; readonly y: number },
): number | undefined {
  const right = axes.findIndex(({ x }) => x >= at.x);
  const [a, b] = [axes[right - 1], axes[right]];
  if (!a || !b) return undefined;
  const columns = axes.map(({ column }) => column);
  const share = (at.x - a.x) / (b.x - a.x);
  let [nearest, least]: [number | undefined, number] = [undefined, REACH];
  for (let point = 0; point < points; point += lineStep(points)) {
    const y = a.yOf(a.column.values[point]!) * (1 - share) + b.yOf(b.column.values[point]!) * share;
    // No number where the line has a gap.
    const distance = Math.abs(y - at.y);
    if (distance < least && isBrushed(columns, brushes, point)) [nearest, least] = [point, distance];
  }
  return nearest;
}
