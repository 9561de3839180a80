/** Distributions over the levels 0, 1, ..., such as occupancies, given as weights that need not sum to 1. */

/** sum n w[n] / sum w[n]; undefined where there is no weight. */
export function levelMean(weights: ArrayLike<number>): number | undefined {
  let total = 0;
  let weighted = 0;
  for (let n = 0; n < weights.length; n++) {
    total += weights[n]!;
    weighted += n * weights[n]!;
  }
  return total > 0 ? weighted / total : undefined;
}

/**
 * The least n with P[N <= n] >= probability, which is the least level that is exceeded for at most 1 - probability of
 * the time. The last level where rounding keeps the sum below it, 0 without levels.
 */
export function levelQuantile(weights: ArrayLike<number>, probability: number): number {
  let total = 0;
  for (let n = 0; n < weights.length; n++) total += weights[n]!;
  let below = 0;
  for (let n = 0; n < weights.length; n++) {
    below += weights[n]!;
    if (below >= probability * total) return n;
  }
  return Math.max(0, weights.length - 1);
}
