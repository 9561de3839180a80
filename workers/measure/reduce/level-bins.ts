/** A distribution over the levels 0, 1, ... as bins, and back. */
import type { Bins } from '../contract.ts';

/** The weights are shares, so that the total is 1. */
export function levelBins(shares: readonly number[]): Bins {
  const levels = shares.flatMap((share, level) => (share > 0 ? [level] : []));
  const mean = shares.reduce((sum, share, level) => sum + share * level, 0);
  const square = shares.reduce((sum, share, level) => sum + share * level * level, 0);
  return {
    low: Float64Array.from(levels),
    high: Float64Array.from(levels, (level) => level + 1),
    weight: Float64Array.from(levels, (level) => shares[level]!),
    total: 1,
    mean,
    variance: Math.max(0, square - mean * mean),
    min: levels[0] ?? 0,
    max: levels.at(-1) ?? 0,
  };
}

/** Longest distribution that fits into a scenario. */
const MOST_LEVELS = 4096;

/** Share of each level; a bin of several levels is spread evenly. Undefined when the levels are too many for a link. */
export function levelShares({ low, high, weight, total }: Bins): number[] | undefined {
  const top = high.at(-1) ?? 0;
  if (!(top <= MOST_LEVELS)) return undefined;
  const shares = new Array<number>(top).fill(0);
  low.forEach((from, bin) => {
    const width = high[bin]! - from;
    for (let level = from; level < high[bin]!; level += 1) shares[level]! += weight[bin]! / total / width;
  });
  return shares;
}
