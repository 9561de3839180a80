import { describe, expect, it } from 'vitest';
import {
  geometricLength,
  logGeometricSum,
  truncatedGeometricMean,
  truncatedGeometricTail,
  writeGeometric,
} from './truncated-geometric.ts';

/** The slow twin: every weight, scaled by the largest, summed with compensation. */
function direct(x: number, K: number) {
  const top = Math.max(0, K * x);
  let [sum, lost, weighted, lostWeighted] = [0, 0, 0, 0];
  for (let n = 0; n <= K; n++) {
    const weight = Math.exp(n * x - top);
    [sum, lost] = add(sum, lost, weight);
    [weighted, lostWeighted] = add(weighted, lostWeighted, n * weight);
  }
  return { logSum: top + Math.log(sum), mean: weighted / sum };
}

function add(sum: number, lost: number, term: number): [number, number] {
  const next = term - lost;
  const total = sum + next;
  return [total, total - sum - next];
}

const XS = [0, 1e-300, 1e-17, 1e-12, 1e-9, 1e-6, 3e-6, 1e-4, 0.01, 0.09, 0.11, 0.5, 1, 3, 14, 40];
const SIGNED = XS.flatMap((x) => [x, -x]);
const KS = [0, 1, 2, 5, 10, 130, 600, 100_000];

describe('the truncated geometric distribution', () => {
  it('agrees with direct sums for x of both signs and K up to 100 000', () => {
    for (const x of SIGNED) {
      for (const K of KS) {
        const truth = direct(x, K);
        const label = `x ${x}, K ${K}`;
        expect(Math.abs(logGeometricSum(x, K) - truth.logSum), label).toBeLessThan(
          1e-12 * (1 + truth.logSum),
        );
        expect(Math.abs(truncatedGeometricMean(x, K) - truth.mean), label).toBeLessThanOrEqual(
          2e-13 * truth.mean,
        );
      }
    }
  });

  it('is uniform at x = 0', () => {
    expect(truncatedGeometricMean(0, 1_000_000)).toBe(500_000);
    expect(logGeometricSum(0, 999_999)).toBe(Math.log(1_000_000));
    expect(truncatedGeometricTail(0, 9, 4)).toBeCloseTo(0.6, 15);
  });

  it('is symmetric: the mean at -x is K minus the mean at x', () => {
    for (const K of [1, 7, 1e6, 1e12]) {
      for (const x of [1e-14, 1e-7, 0.3, 5]) {
        const sum = truncatedGeometricMean(x, K) + truncatedGeometricMean(-x, K);
        expect(Math.abs(sum - K)).toBeLessThan(1e-15 * K + 1e-15);
      }
    }
  });

  it('becomes the geometric distribution without a limit', () => {
    const x = Math.log(0.8);
    expect(truncatedGeometricMean(x, Number.POSITIVE_INFINITY)).toBeCloseTo(4, 13);
    expect(truncatedGeometricMean(x, 1e15)).toBeCloseTo(4, 13);
    expect(Math.exp(logGeometricSum(x, Number.POSITIVE_INFINITY))).toBeCloseTo(5, 13);
    expect(truncatedGeometricTail(x, Number.POSITIVE_INFINITY, 3)).toBeCloseTo(0.512, 14);
  });

  it('has no hole where the formulas meet', () => {
    const K = 1000;
    for (const span of [-1, 1]) {
      const x = span / (K + 1);
      const below = truncatedGeometricMean(x * (1 - 1e-12), K);
      const above = truncatedGeometricMean(x * (1 + 1e-12), K);
      expect(Math.abs(above - below)).toBeLessThan(1e-9);
    }
  });

  it('writes probabilities that sum to 1, also where almost all of them are 0', () => {
    for (const x of [0, 1e-7, 0.1, 12.7, -0.1, -12.7]) {
      for (const K of [1, 600, 100_000]) {
        const count = geometricLength(x, K, 1e-16);
        const probabilities: number[] = [];
        writeGeometric(probabilities, 0, { x, K, count });
        const [sum] = probabilities.reduce(([total, lost], p) => add(total, lost, p), [0, 0] as [
          number,
          number,
        ]);
        expect(Math.abs(sum - 1), `x ${x}, K ${K}`).toBeLessThan(1e-12);
        expect(probabilities.every((p) => p >= 0)).toBe(true);
      }
    }
  });

  it('cuts where the rest is below the smallest tail, and not before', () => {
    const x = Math.log(0.5);
    const length = geometricLength(x, Number.POSITIVE_INFINITY, 1e-12);
    expect(0.5 ** length).toBeLessThanOrEqual(1e-12);
    expect(0.5 ** (length - 1)).toBeGreaterThan(1e-12);
    expect(geometricLength(x, 10, 1e-12)).toBe(11);
    expect(geometricLength(0.1, 10, 1e-12)).toBe(11);
  });
});
