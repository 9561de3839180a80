/**
 * How many independent values a correlated series is worth for its mean: n / tau, tau = 1 + 2 sum of r_k. The sum ends by Geyer's
 * initial monotone positive sequence (Practical Markov chain Monte Carlo, Statist. Sci. 7 (1992) 473, section 3.3): sums of
 * neighbouring pairs r_2m + r_2m+1 of a reversible chain are positive and fall, so that the first negative pair is noise, and a
 * pair above the one before counts as that one. A queue's occupancy is close enough to such a chain.
 */

export interface EffectiveSize {
  /** At most n. */
  readonly size: number;
  /** tau, in steps of the series; at least 1. */
  readonly correlationTime: number;
}

/** n >= 1 values, equally spaced in time. Equal values are worth one. Cost: n for each lag until the sum ends. */
export function effectiveSampleSize(values: Float64Array): EffectiveSize {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const y = values.map((value) => value - mean);
  const variance = y.reduce((sum, value) => sum + value * value, 0);
  // What is left of equal values is rounding.
  if (!(variance > 1e-24 * n * mean * mean)) return { size: 1, correlationTime: n };
  const r = (k: number): number => {
    let sum = 0;
    for (let i = k; i < n; i += 1) sum += y[i]! * y[i - k]!;
    return sum / variance;
  };
  let sum = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let k = 0; k + 1 < n; k += 2) {
    const pair = Math.min(before, r(k) + r(k + 1));
    if (pair <= 0) break;
    sum += pair;
    before = pair;
  }
  const correlationTime = Math.min(n, Math.max(1, 2 * sum - 1));
  return { size: n / correlationTime, correlationTime };
}
