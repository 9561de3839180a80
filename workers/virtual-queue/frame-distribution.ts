/** A measured histogram of times as distributions, one for each frame. */
import type { Bins } from '../measure/contract.ts';

/** Most bins of a histogram that is dealt out. */
const MOST_BINS = 65_536;

export class FrameDistribution {
  /** By frame; a single row for all frames when the file does not give them. */
  readonly weights: readonly Float64Array[];
  private readonly measured: readonly boolean[];
  /** Whether all weights are numbers of times. */
  readonly isCounted: boolean;
  /** Most times in one frame. */
  readonly largest: number;
  private readonly scale: number;

  /** `bins` has weights; `frameCount` is at least 1. */
  constructor(
    private readonly bins: Bins,
    frameCount: number,
  ) {
    const { low, weight, byFrame, total } = bins;
    const rows = Array.from({ length: frameCount }, (_, frame) =>
      byFrame ? byFrame.subarray(frame * low.length, (frame + 1) * low.length) : weight,
    );
    const framed = rows.some((row) => sumOf(row) > 0);
    this.weights = framed ? rows : [weight];
    const sums = this.weights.map(sumOf);
    this.measured = sums.map((sum) => sum > 0);
    this.largest = Math.max(...sums);
    this.isCounted = low.length <= MOST_BINS && this.weights.every((row) => row.every(Number.isInteger));
    // The mean of the values themselves is known, or it is that of the bins' middles.
    const middles = weight.reduce((sum, count, bin) => sum + count * middleOf(bins, bin), 0) / total;
    this.scale = Number.isFinite(bins.high.at(-1)) && middles > 0 ? bins.mean / middles : 1;
  }

  isMeasured(frame: number): boolean {
    return this.measured.length === 1 || this.measured[frame]!;
  }

  /** The row that holds in a frame: its own, or the last one before with times, or else the first with times. */
  rowOf(frame: number): number {
    for (let row = Math.min(frame, this.measured.length - 1); row >= 0; row -= 1)
      if (this.measured[row]) return row;
    return this.measured.indexOf(true);
  }

  /** The next row with times; the last one is its own successor. */
  rowAfter(row: number): number {
    const next = this.measured.indexOf(true, row + 1);
    return next < 0 ? row : next;
  }

  /** At the share u in (0, 1) of a bin. An open bin has only its lower end. */
  within(bin: number, u: number): number {
    const low = this.bins.low[bin]!;
    const high = this.bins.high[bin]!;
    return (high < Number.POSITIVE_INFINITY ? low + u * (high - low) : low) * this.scale;
  }
}

/** Share of the times that lie in a bin without end. */
export const openShareOf = ({ high, weight, total }: Bins): number =>
  high.at(-1) === Number.POSITIVE_INFINITY ? weight.at(-1)! / total : 0;

/** How far a time may lie from the middle of its bin, in the mean and by the mean of the times; a bin without end counts as none. */
export const halfBinOf = ({ low, high, weight, total, mean }: Bins): number =>
  weight.reduce((sum, count, bin) => {
    const width = high[bin]! - low[bin]!;
    return Number.isFinite(width) ? sum + (count * width) / 2 : sum;
  }, 0) /
  (total * mean);

function middleOf({ low, high }: Bins, bin: number): number {
  return high[bin]! < Number.POSITIVE_INFINITY ? (low[bin]! + high[bin]!) / 2 : low[bin]!;
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
