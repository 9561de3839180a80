/**
 * The windows of time that the kernel counts in, and sums over them. Whatever a record wants to know of a span of time
 * (observed time, its halves, intervals, frames) begins and ends at marks, so that it is a sum of windows.
 */
import type { SimulationPlan } from './contract.ts';
import type { Kernel } from './kernel.ts';

/** Intervals of a replication. A bound on memory, and enough to place a warm-up to half a percent of the run. */
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

/** Frames of a period come round again and are added up by the kernel (`kernel/frames.as`), not in windows. */
const framesInWindows = ({ frames }: SimulationPlan) => (frames?.repeats ? undefined : frames);

/** Neighbouring spans of time: the first begins before 0, each begins where the one before it ends. */
export interface Spans {
  /** s. */
  readonly lengths: Float64Array;
  /** The first window of each, and the one behind the last. */
  readonly windows: Int32Array;
}

/** Observation windows of a plan, for all of its replications and stages. */
export interface Windows {
  /** Ends of the windows, ascending; the last is the end of the run. */
  readonly marks: readonly number[];
  readonly intervals: Spans;
  readonly frames?: Spans;
  /** Frames that come round again; 0 where none do. */
  readonly repeatedFrames: number;
  /** Windows in which the observed time begins, in which its second half does, and the one behind the last. */
  readonly begin: number;
  readonly middle: number;
  readonly end: number;
}

/** Runs of a study follow each other with plans that are alike. */
let last: { readonly plan: SimulationPlan; readonly windows: Windows } | undefined;

export function windowsOf(plan: SimulationPlan): Windows {
  if (!last || !areAlike(last.plan, plan)) last = { plan, windows: makeWindows(plan) };
  return last.windows;
}

function areAlike(a: SimulationPlan, b: SimulationPlan): boolean {
  if (a.warmup !== b.warmup || a.horizon !== b.horizon || a.frames?.repeats !== b.frames?.repeats)
    return false;
  if (a.frames?.repeats) return a.frames.bounds.length === b.frames?.bounds.length;
  const [these, those] = [framesInWindows(a)?.bounds, framesInWindows(b)?.bounds];
  if (these === those) return true;
  return these?.length === those?.length && !!these?.every((bound, i) => bound === those![i]);
}

function makeWindows(plan: SimulationPlan): Windows {
  const { warmup, horizon } = plan;
  const frames = framesInWindows(plan);
  const middle = (warmup + horizon) / 2;
  const intervals = Float64Array.from({ length: INTERVALS }, (_, i) => horizon * ((i + 1) / INTERVALS));
  // Frames end where the run does, if it ends before.
  const bounds = frames?.bounds.slice(1).map((bound) => Math.min(bound, horizon)) ?? [];
  const starts = (frames?.bounds ?? []).filter((bound) => bound > 0 && bound < horizon);
  const marks = [...new Set([warmup, middle, ...intervals, horizon, ...starts])].sort((a, b) => a - b);
  const places = new Map(marks.map((mark, i) => [mark, i + 1]));
  /** The window that begins at a mark. */
  const after = (mark: number): number => places.get(mark)!;
  const spans = (ends: ArrayLike<number>): Spans => ({
    lengths: Float64Array.from(ends, (end, i) => end - (ends[i - 1] ?? 0)),
    windows: Int32Array.from([0, ...Array.from(ends, after)]),
  });
  return {
    marks,
    intervals: spans(intervals),
    ...(frames && { frames: spans(bounds) }),
    repeatedFrames: plan.frames?.repeats ? plan.frames.bounds.length - 1 : 0,
    begin: after(warmup),
    middle: after(middle),
    end: after(horizon),
  };
}

/** What one stage has summed up in each window. */
export class WindowSums {
  private readonly sums: Float64Array;

  /** `address`: of the windows of one stage. */
  constructor(kernel: Kernel, address: number, { marks }: Windows) {
    this.sums = kernel.doubles(address, marks.length * SUMS.length);
  }

  /** Over the windows from one on, to before another. */
  between(sum: Sum, from: number, end: number): number {
    const { sums } = this;
    let total = 0;
    for (let at = from * SUMS.length + SUMS.indexOf(sum); at < end * SUMS.length; at += SUMS.length)
      total += sums[at]!;
    return total;
  }

  /** Over each of the spans. */
  over(sum: Sum, { windows }: Spans): Float64Array {
    const series = new Float64Array(windows.length - 1);
    for (let i = 0; i < series.length; i++) series[i] = this.between(sum, windows[i]!, windows[i + 1]!);
    return series;
  }
}
