/** Times of either kind as a distribution: its quantiles, and a histogram that can be seen. Values are spread evenly in bins. */
import type { FitData } from '../../../workers/fit/contract.ts';

/** Bins [low, high) in order, and the share of the values in each. */
export interface Histogram {
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly share: readonly number[];
}

export interface DataShape {
  /** Smallest value with at least the share `p` at or below it, 0 < p < 1. */
  quantile(p: number): number;
  readonly histogram: Histogram;
}

const FEWEST_BINS = 5;
const MOST_BINS = 60;
const binsFor = (count: number): number =>
  Math.max(FEWEST_BINS, Math.min(MOST_BINS, Math.ceil(Math.sqrt(count))));
/** A picture leaves out what is above, where that is far. */
const SHOWN = 0.995;
const FAR = 1.4;

export function shapeOf(data: FitData): DataShape {
  return data.kind === 'samples' ? ofSamples(data.values) : ofBins(data.bins);
}

function ofSamples(values: Float64Array): DataShape {
  const sorted = values.slice().sort();
  const quantile = (p: number): number => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!;
  const most = sorted.at(-1)!;
  const usual = quantile(SHOWN);
  const [from, to] = spanOf(sorted[0]!, most > FAR * usual ? usual : most);
  const count = binsFor(values.length);
  const width = (to - from) / count;
  const share = new Array<number>(count).fill(0);
  for (const value of sorted) {
    if (value > to) break;
    share[Math.min(count - 1, Math.floor((value - from) / width))]! += 1 / sorted.length;
  }
  const edges = Array.from({ length: count + 1 }, (_, i) => (i === count ? to : from + i * width));
  return { quantile, histogram: { low: edges.slice(0, -1), high: edges.slice(1), share } };
}

/** From 0 where the least value is near it; not empty where all values are equal. */
function spanOf(least: number, most: number): readonly [number, number] {
  if (least === most) return [0.5 * least, 1.5 * least];
  return [least < 0.2 * most ? 0 : least, most];
}

interface Counted {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

function ofBins(bins: Counted): DataShape {
  const used = Array.from({ length: bins.low.length }, (_, i) => i).filter((i) => bins.weight[i]! > 0);
  const total = used.reduce((sum, i) => sum + bins.weight[i]!, 0);
  const all: Histogram = {
    low: used.map((i) => bins.low[i]!),
    // An open bin counts as if it ended at twice its begin.
    high: used.map((i) => (Number.isFinite(bins.high[i]!) ? bins.high[i]! : 2 * bins.low[i]!)),
    share: used.map((i) => bins.weight[i]! / total),
  };
  const quantile = (p: number): number => quantileIn(all, p);
  // Weights below the fewest bins are shares of something.
  const count = total < FEWEST_BINS ? MOST_BINS : binsFor(total);
  return { quantile, histogram: fewer(all, quantile(SHOWN), count) };
}

function quantileIn({ low, high, share }: Histogram, p: number): number {
  let below = 0;
  for (let i = 0; i < share.length; i += 1) {
    if (below + share[i]! >= p) return low[i]! + ((p - below) / share[i]!) * (high[i]! - low[i]!);
    below += share[i]!;
  }
  return high.at(-1)!;
}

/**
 * Those that begin below `usual`, neighbours together until about `count` are left. Only a gap as wide as one of these stays:
 * fine bins are empty by chance, and one value in a narrow bin beside them would tower over the picture.
 */
function fewer({ low, high, share }: Histogram, usual: number, count: number): Histogram {
  const last = high.at(-1)!;
  const most = last > FAR * usual ? usual : last;
  const width = (most - low[0]!) / count;
  const merged = { low: [] as number[], high: [] as number[], share: [] as number[] };
  for (let i = 0; i < share.length && low[i]! < most; i += 1) {
    const at = merged.low.length - 1;
    const isNear = at >= 0 && low[i]! - merged.high[at]! < width;
    if (isNear && high[i]! - merged.low[at]! <= width) {
      merged.high[at] = high[i]!;
      merged.share[at]! += share[i]!;
    } else {
      if (isNear) merged.high[at] = low[i]!;
      merged.low.push(low[i]!);
      merged.high.push(high[i]!);
      merged.share.push(share[i]!);
    }
  }
  return merged;
}
