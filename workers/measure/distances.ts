/**
 * How far two distributions over the levels n = 0, 1, ... are apart. Both are given as probabilities, `p[n]` at level n;
 * the shorter one is 0 beyond its end. F and G are their cumulative sums.
 */
import { log2 } from '../../core/numeric/elementary.ts';
import type { LevelDistances } from '../compare/contract.ts';

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

/**
 * Jensen-Shannon distance, 0..1: the square root of the divergence in bits, which is the mean of the Kullback-Leibler divergences of both
 * to their middle (Lin, IEEE Trans. Inf. Theory 37 (1991) 145; a metric: Endres & Schindelin, ibid. 49 (2003) 1858).
 */
export function jensenShannonDistance(p: readonly number[], q: readonly number[]): number {
  let divergence = 0;
  for (let n = 0; n < Math.max(p.length, q.length); n += 1) {
    const a = p[n] ?? 0;
    const b = q[n] ?? 0;
    if (a > 0) divergence += (a / 2) * log2((2 * a) / (a + b));
    if (b > 0) divergence += (b / 2) * log2((2 * b) / (a + b));
  }
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}
