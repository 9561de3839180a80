/** The horizontal axis of a distribution: levels, which are whole numbers, each half a level wide to both sides. */
import { scaleLinear } from 'd3';
import { type Tick, tickCount } from './axis.ts';
import type { LevelRange } from './distribution-series.ts';
import { formatNumber } from './number-label.ts';

export interface LevelAxis {
  readonly range: LevelRange;
  readonly ticks: readonly Tick[];
  /** Pixels from the left of the plot. */
  readonly xOf: (level: number) => number;
  /** The level, not rounded, at a pixel. */
  readonly levelAt: (x: number) => number;
}

export function levelAxis(range: LevelRange, width: number): LevelAxis {
  const scale = scaleLinear([range.from - 0.5, range.to + 0.5], [0, width]);
  const ticks = scale.ticks(tickCount(width, 70)).filter(Number.isInteger);
  // Levels are exact, 1234 keeps its digits; only an axis of very many levels shortens them, and then all of them.
  const textOf = (level: number) => (range.to >= 10_000 ? formatNumber(level, 6) : String(level));
  return {
    range,
    ticks: ticks.map((level) => ({ at: scale(level), text: textOf(level) })),
    xOf: scale,
    levelAt: (x) => scale.invert(x),
  };
}

/** A drag between two pixels as a range of at least two levels inside `limits`; undefined when nothing is left. */
export function draggedRange(axis: LevelAxis, drag: readonly [number, number], limits: LevelRange) {
  const [left, right] = drag[0] <= drag[1] ? drag : [drag[1], drag[0]];
  return clampRange(Math.round(axis.levelAt(left)), Math.round(axis.levelAt(right)), limits);
}

/** `range` with its length multiplied by `factor` around a level that keeps its place. */
export function scaledRange(range: LevelRange, around: number, factor: number, limits: LevelRange) {
  const from = around - (around - range.from) * factor;
  const to = around + (range.to - around) * factor;
  return clampRange(Math.round(from), Math.round(to), limits);
}

function clampRange(from: number, to: number, limits: LevelRange): LevelRange | undefined {
  const start = Math.max(limits.from, Math.min(from, limits.to - 1));
  const end = Math.min(limits.to, Math.max(to, start + 1));
  return start < end ? { from: start, to: end } : undefined;
}
