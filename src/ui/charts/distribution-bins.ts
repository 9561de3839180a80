/**
 * Levels gathered into bins for drawing. All series share the bins, so that their heights can be compared. A curve is
 * never finer than about 300 bins: 100 001 levels would be 100 001 marks in 600 pixels.
 */
import type { DistributionSeries, DistributionView, LevelRange } from './distribution-series.ts';

export const MAX_BINS = 300;

export interface BinGrid {
  /** Levels per bin, >= 1. */
  readonly width: number;
  /** First level of each bin. */
  readonly firsts: readonly number[];
  /** Last level of each bin, included. */
  readonly lasts: readonly number[];
}

/**
 * Bins that start at multiples of their width. The last one ends at `support`, the highest level that exists: levels that
 * would make a bin cut short are in the one before, so that a queue that is always full is not drawn higher than 1.
 */
export function binGrid(range: LevelRange, support: number, maxBins = MAX_BINS): BinGrid {
  const to = Math.min(range.to, support);
  const width = Math.max(1, Math.ceil((to - range.from + 1) / maxBins));
  const firsts: number[] = [];
  for (let first = Math.floor(range.from / width) * width; first <= to; first += width) firsts.push(first);
  if (firsts.length > 1 && firsts.at(-1)! + width - 1 > support) firsts.pop();
  return { width, firsts, lasts: firsts.map((first, i) => lastOf(first, i === firsts.length - 1)) };

  function lastOf(first: number, isLast: boolean): number {
    const last = first + width - 1;
    return isLast && last + width > support ? support : last;
  }
}

/** Index of the bin that holds `level`, or of the nearest bin. */
export function binOf(grid: BinGrid, level: number): number {
  const index = Math.floor((level - (grid.firsts[0] ?? 0)) / grid.width);
  return Math.min(Math.max(index, 0), grid.firsts.length - 1);
}

/** A number per bin, and the ends of its interval when the series has intervals. */
export interface BinValues {
  readonly middle: readonly number[];
  readonly low?: readonly number[];
  readonly high?: readonly number[];
}

export interface BinnedSeries {
  /** The probability of the view for each bin: in the bin, up to its last level, or from its first level on. */
  readonly fractions: BinValues;
  /** Heights to draw: the fractions, but of a bin that is wider or cut short at the support, per width of a bin. */
  readonly heights: BinValues;
}

export function binSeries(series: DistributionSeries, grid: BinGrid, view: DistributionView): BinnedSeries {
  const fractions = binFractions(series, grid, view);
  const stretch = grid.firsts.map((first, i) =>
    view === 'pmf' ? grid.width / (grid.lasts[i]! - first + 1) : 1,
  );
  const stretched = (values: readonly number[]) => values.map((value, i) => value * stretch[i]!);
  const { middle, low, high } = fractions;
  const bounds = low && high ? { low: stretched(low), high: stretched(high) } : {};
  return { fractions, heights: { middle: stretched(middle), ...bounds } };
}

function binFractions(series: DistributionSeries, grid: BinGrid, view: DistributionView): BinValues {
  const middle = gather(series.values, grid, view);
  if (!series.low || !series.high) return { middle };
  const down = deviations(series.values, series.low);
  const up = deviations(series.values, series.high);
  const lowest = widestDeviation(down, up, { grid, view });
  const highest = widestDeviation(up, down, { grid, view });
  return {
    middle,
    low: middle.map((fraction, i) => Math.max(0, fraction - lowest[i]!)),
    high: middle.map((fraction, i) => Math.min(1, fraction + highest[i]!)),
  };
}

/** |bound - value| of each level. */
function deviations(values: ArrayLike<number>, bounds: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: values.length }, (_, n) =>
    Math.abs((bounds[n] ?? values[n]!) - values[n]!),
  );
}

/**
 * Half an interval of a sum of levels. The levels' errors are dependent in an unknown way, so their half widths add up:
 * never too narrow. A cumulative fraction is also 1 minus the other side, which bounds it from there.
 */
function widestDeviation(
  same: Float64Array,
  opposite: Float64Array,
  shape: { readonly grid: BinGrid; readonly view: DistributionView },
): readonly number[] {
  const inside = gather(same, shape.grid, shape.view);
  if (shape.view === 'pmf') return inside;
  const total = opposite.reduce((sum, one) => sum + one, 0);
  const covered = gather(opposite, shape.grid, shape.view);
  return inside.map((one, i) => Math.max(0, Math.min(one, total - covered[i]!)));
}

function gather(values: ArrayLike<number>, grid: BinGrid, view: DistributionView): number[] {
  const inside = grid.firsts.map((first, i) => sumBetween(values, first, grid.lasts[i]! + 1));
  if (view === 'pmf') return inside;
  const count = inside.length;
  const sums = new Array<number>(count).fill(0);
  if (view === 'cdf') {
    let below = sumBetween(values, 0, grid.firsts[0] ?? 0);
    for (let i = 0; i < count; i++) sums[i] = below += inside[i]!;
    return sums;
  }
  // Summed from the far end: 1 - cdf would lose every tail below 1e-16.
  let above = sumBetween(values, (grid.lasts[count - 1] ?? 0) + 1, values.length);
  for (let i = count - 1; i >= 0; i--) sums[i] = above += inside[i]!;
  return sums;
}

function sumBetween(values: ArrayLike<number>, start: number, end: number): number {
  let sum = 0;
  for (let n = start; n < Math.min(end, values.length); n++) sum += values[n]!;
  return sum;
}
