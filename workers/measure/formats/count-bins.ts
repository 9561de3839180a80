/** Counted values in given bins. */
import type { Bins } from '../contract.ts';

export interface CountedBin {
  readonly low: number;
  readonly high: number;
  readonly weight: number;
}

/** Moments as if values were spread evenly in their bins; an open bin counts at its lower end. Undefined when all is 0. */
export function gapsOf(bins: readonly CountedBin[]): Bins | undefined {
  const used = bins.filter(({ weight }) => weight > 0);
  let [total, sum, squares] = [0, 0, 0];
  for (const { low, high, weight } of used) {
    const width = Number.isFinite(high) ? high - low : 0;
    const middle = low + width / 2;
    total += weight;
    sum += weight * middle;
    squares += weight * (middle * middle + (width * width) / 12);
  }
  if (total === 0) return undefined;
  const mean = sum / total;
  return {
    low: Float64Array.from(used, ({ low }) => low),
    high: Float64Array.from(used, ({ high }) => high),
    weight: Float64Array.from(used, ({ weight }) => weight),
    ...{ total, mean, variance: Math.max(0, squares / total - mean * mean) },
    min: used[0]!.low,
    max: used.at(-1)!.high,
  };
}
