/** The occupancies of M/M/c/K and M/G/1 in exact fractions (BigInt), against the doubles of the kernels. */
import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { solveMm1k } from './mm1k.ts';
import { solveMmck } from './mmck.ts';

/** numerator / denominator as a double, by 30 digits of the quotient. */
function quotient(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const shift = 120 + denominator.toString(2).length - numerator.toString(2).length;
  const scaled =
    shift > 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  // In two steps, so that no power of two is below the doubles before the product is.
  return Number(scaled) * 2 ** -(shift >> 1) * 2 ** -(shift - (shift >> 1));
}

/** Weights of M/M/c/K for a load per server of p / q, over a common denominator. */
function weights(p: bigint, q: bigint, c: number, K: number): readonly bigint[] {
  // w_n = prod over i <= n of (c p / q) / min(i, c); times q^K c!^.. by bringing all to the denominator of the last.
  const ups = Array.from({ length: K }, () => BigInt(c) * p);
  const downs = Array.from({ length: K }, (_, i) => BigInt(Math.min(i + 1, c)) * q);
  const suffix: bigint[] = new Array(K + 1).fill(1n);
  for (let i = K - 1; i >= 0; i--) suffix[i] = suffix[i + 1]! * downs[i]!;
  let prefix = 1n;
  return suffix.map((rest, n) => {
    if (n > 0) prefix *= ups[n - 1]!;
    return prefix * rest;
  });
}

describe('occupancies in exact fractions', () => {
  const loads = [
    [1n, 1_000_000_000n],
    [7n, 10n],
    [999_999_999_999n, 1_000_000_000_000n],
    [1n, 1n],
    [1_000_000_000_001n, 1_000_000_000_000n],
    [5n, 2n],
    [1_000_000n, 1n],
  ] as const;

  it('are those of M/M/1/K and M/M/c/K to 1e-11, from 1e-9 to 1e6 of load', () => {
    for (const [p, q] of loads) {
      for (const [c, K] of [
        [1, 1],
        [1, 250],
        [3, 40],
        [60, 120],
      ] as const) {
        const exact = weights(p, q, c, K);
        const sum = exact.reduce((all, weight) => all + weight, 0n);
        const lambda = (c * Number(p)) / Number(q);
        for (const queue of [
          solveMmck({ lambda, mu: 1, c, K }),
          ...(c === 1 ? [solveMm1k({ lambda, mu: 1, K })] : []),
        ]) {
          const label = `load ${p}/${q}, c ${c}, K ${K}`;
          const found = queue.distribution!()!;
          for (const [n, probability] of found.entries()) {
            const truth = quotient(exact[n]!, sum);
            if (truth > 1e-250)
              expect(relativeError(probability, truth), `${label}, level ${n}`).toBeLessThan(1e-11);
          }
          const full = quotient(exact[K]!, sum);
          if (full > 1e-250) expect(relativeError(queue.tail!(K), full), label).toBeLessThan(1e-11);
          const mean = quotient(
            exact.reduce((all, weight, n) => all + BigInt(n) * weight, 0n),
            sum,
          );
          expect(relativeError(queue.meanOccupancy, mean), label).toBeLessThan(1e-11);
        }
      }
    }
  });

  it('are those of batches of 3 into 30 places, with their loss', () => {
    const [X, K] = [3, 30];
    for (const [p, q] of loads) {
      // p_(n+1) = (p / q) sum over the last X levels: with all over q^n.
      const ratios: bigint[] = [1n];
      for (let n = 0; n < K; n++) {
        let sum = 0n;
        for (let i = Math.max(0, n - X + 1); i <= n; i++) sum += ratios[i]! * q ** BigInt(n - i);
        ratios.push(p * sum);
      }
      const levels = ratios.map((ratio, n) => ratio * q ** BigInt(K - n));
      const sum = levels.reduce((all, level) => all + level, 0n);
      const queue = solveBatchArrivals({
        ...fixedBatches(X),
        batches: Number(p) / Number(q),
        mu: 1,
        c: 1,
        K,
        admission: 'partial',
      });
      if (!queue || 'saturated' in queue) throw new Error('no answer');
      const lost = levels.reduce((all, level, n) => all + BigInt(Math.max(0, n + X - K)) * level, 0n);
      expect(relativeError(queue.lossProbability!, quotient(lost, BigInt(X) * sum))).toBeLessThan(1e-11);
      expect(relativeError(queue.tail!(1), 1 - quotient(levels[0]!, sum))).toBeLessThan(1e-6);
    }
  });
});
