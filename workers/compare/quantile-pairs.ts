/** Quantiles of two histograms against each other: the points of a Q-Q view. */
import type { Bins } from '../measure/contract.ts';

export interface QuantilePairs {
  /** Shares p at which the quantiles are taken: (i + 1/2) / count. */
  readonly share: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

type Histogram = Pick<Bins, 'low' | 'high' | 'weight'>;

/** `count` >= 1 pairs. Values are spread evenly in their bins; an open bin counts at its lower end. Weights are not all 0. */
export function quantilePairs(x: Histogram, y: Histogram, count = 99): QuantilePairs {
  const share = Float64Array.from({ length: count }, (_, i) => (i + 0.5) / count);
  return { share, x: quantilesOf(x, share), y: quantilesOf(y, share) };
}

/** Of a distribution over levels n = 0, 1, ..., whose quantiles are the levels themselves. */
export function levelQuantiles(shares: ArrayLike<number>, at: Float64Array): Float64Array {
  const total = Array.from(shares).reduce((sum, share) => sum + share, 0);
  return quantilesAt(at, total, {
    bins: shares.length,
    weightOf: (level) => shares[level]!,
    valueIn: (level) => level,
  });
}

/** `at` is in growing order, inside (0, 1). */
export function quantilesOf({ low, high, weight }: Histogram, at: Float64Array): Float64Array {
  return quantilesAt(
    at,
    weight.reduce((sum, one) => sum + one, 0),
    {
      bins: weight.length,
      weightOf: (bin) => weight[bin]!,
      valueIn: (bin, u) =>
        Number.isFinite(high[bin]!) ? low[bin]! + u * (high[bin]! - low[bin]!) : low[bin]!,
    },
  );
}

interface Steps {
  readonly bins: number;
  readonly weightOf: (bin: number) => number;
  /** At the share u of a bin. */
  readonly valueIn: (bin: number, u: number) => number;
}

function quantilesAt(at: Float64Array, total: number, { bins, weightOf, valueIn }: Steps): Float64Array {
  let bin = 0;
  let before = 0;
  return at.map((p) => {
    while (bin < bins - 1 && before + weightOf(bin) < p * total) {
      before += weightOf(bin);
      bin += 1;
    }
    const weight = weightOf(bin);
    return valueIn(bin, weight > 0 ? Math.min(1, Math.max(0, (p * total - before) / weight)) : 0);
  });
}
