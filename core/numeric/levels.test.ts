import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelMean, levelQuantile } from './levels.ts';

/** P[n] = (1 - rho) rho^n, the M/M/1 queue. */
const geometric = (rho: number, levels: number) =>
  Array.from({ length: levels }, (_, n) => (1 - rho) * rho ** n);
const weights = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
  .filter((values) => values.some((value) => value > 1e-6));

describe('the mean of a distribution over levels', () => {
  it('is rho / (1 - rho) for M/M/1', () => {
    expect(levelMean(geometric(0.8, 400))).toBeCloseTo(4, 9);
  });

  it('divides by the total, so that a cut distribution is not taken for a smaller one', () => {
    expect(levelMean([0.2, 0.2])).toBeCloseTo(0.5, 12);
  });

  it('does not exist for an empty distribution', () => {
    expect(levelMean([])).toBeUndefined();
    expect(levelMean([0, 0])).toBeUndefined();
  });

  it('takes a histogram whatever its total', () => {
    expect(levelMean([0, 3, 1])).toBeCloseTo(1.25, 12);
  });
});

describe('the quantile of a distribution over levels', () => {
  it('is the first n with 1 - rho^(n+1) >= p for M/M/1', () => {
    const rho = 0.9;
    const exact = Math.ceil(Math.log(1 - 0.95) / Math.log(rho) - 1);
    expect(levelQuantile(geometric(rho, 1000), 0.95)).toBe(exact);
  });

  it('is the least level with no more above it than the rest of the probability', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (p, probability) => {
        const total = p.reduce((sum, one) => sum + one, 0);
        const above = (level: number) => p.slice(level + 1).reduce((sum, one) => sum + one, 0) / total;
        const level = levelQuantile(p, probability);
        expect(above(level)).toBeLessThanOrEqual(1 - probability + 1e-12);
        if (level > 0) expect(above(level - 1)).toBeGreaterThan(1 - probability - 1e-12);
      }),
    );
  });

  it('is 0 without levels, and the last level when rounding keeps the sum below the share', () => {
    expect(levelQuantile([], 0.5)).toBe(0);
    expect(levelQuantile([0.5, 0.3], 0.95)).toBe(1);
    expect(levelQuantile([0.1, 0.2, 0.7], 1 + Number.EPSILON)).toBe(2);
  });
});
