/**
 * The windows of time that the kernel counts in, and sums over them. Whatever a record wants to know of a span of time
 * (observed time, its halves, intervals, frames) begins and ends at marks, so that it is a sum of windows.
 */
import type { SimulationPlan } from '../contract/simulating.ts';
import type { Kernel } from './kernel.ts';

/** Intervals of a replication, as in the general engine. */
const INTERVALS = 200;

/** Sums of a window in the order of `Sums` in `kernel/measures.as`. */
const SUMS = [
  'offered',
  'entered',
  'served',
  'output',
  'lost',
  'serving',
  'blocked',
  'area',
  'sojournTotal',
  'sojournCount',
  'waitTotal',
  'waitCount',
] as const;
export type Sum = (typeof SUMS)[number];

/** Ends of the windows, ascending; the last is the end of the run. */
export function marksOf({ warmup, horizon, frames }: SimulationPlan): Float64Array {
  const marks = new Set([warmup, middleOf(warmup, horizon), ...intervalEnds(horizon), horizon]);
  for (const bound of frames?.bounds ?? []) if (bound > 0 && bound < horizon) marks.add(bound);
  return Float64Array.from(marks).sort();
}

export const middleOf = (warmup: number, horizon: number): number => (warmup + horizon) / 2;

export const intervalEnds = (horizon: number): number[] =>
  Array.from({ length: INTERVALS }, (_, i) => horizon * ((i + 1) / INTERVALS));

/** Place of the window that ends at a mark. */
export type WindowEnds = ReadonlyMap<number, number>;

export const windowEndsOf = (marks: Float64Array): WindowEnds =>
  new Map(Array.from(marks, (mark, i) => [mark, i]));

/** Of one stage, after the run. */
export class WindowSums {
  private readonly windows: WindowEnds;
  private readonly sums: Float64Array;

  /** `address`: of the windows of one stage. */
  constructor(kernel: Kernel, address: number, windows: WindowEnds) {
    this.windows = windows;
    this.sums = kernel.doubles(address, windows.size * SUMS.length);
  }

  /** Over the windows between two marks; the first one begins before 0. */
  between(sum: Sum, from: number, until: number): number {
    const place = SUMS.indexOf(sum);
    let total = 0;
    const end = this.after(until);
    for (let window = this.after(from); window < end; window++)
      total += this.sums[window * SUMS.length + place]!;
    return total;
  }

  /** Over the spans between 0 and the first end, that and the second, ... */
  series(sum: Sum, ends: readonly number[]): Float64Array {
    const series = new Float64Array(ends.length);
    for (let i = 0; i < ends.length; i++) series[i] = this.between(sum, ends[i - 1] ?? -1, ends[i]!);
    return series;
  }

  /** The first window that lies after a mark. */
  private after(mark: number): number {
    return mark < 0 ? 0 : this.windows.get(mark)! + 1;
  }
}
