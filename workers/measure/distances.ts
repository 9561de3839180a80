/**
 * How far two distributions over the levels n = 0, 1, ... are apart. Both are given as probabilities, `p[n]` at level n;
 * the shorter one is 0 beyond its end. F and G are their cumulative sums.
 */
import type { LevelDistances } from '../contract/measuring.ts';

/**
 * kolmogorovSmirnov: max over n of |F(n) - G(n)|, 0..1 (Kolmogorov 1933). wasserstein: sum over n of |F(n) - G(n)|, in
 * elements: the least mass times distance that turns one into the other (Vallender 1974).
 */
export function levelDistances(p: readonly number[], q: readonly number[]): LevelDistances {
  let cumulativeDifference = 0;
  let kolmogorovSmirnov = 0;
  let wasserstein = 0;
  for (let n = 0; n < Math.max(p.length, q.length); n += 1) {
    cumulativeDifference += (p[n] ?? 0) - (q[n] ?? 0);
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(cumulativeDifference));
    wasserstein += Math.abs(cumulativeDifference);
  }
  return { kolmogorovSmirnov, wasserstein };
}

/** Sum of n p[n]. */
export function meanLevel(p: readonly number[]): number {
  return p.reduce((sum, probability, n) => sum + n * probability, 0);
}
