import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GammaDraws } from '../../core/distributions/gamma.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { GammaCount } from './censored.ts';
import { streamOf } from './micro-benchmark.ts';

const poisson = (n: number, mean: number): number => Math.exp(n * Math.log(mean) - mean - logGamma(n + 1));

describe('GammaCount', () => {
  it('is Poisson for alpha = 1', () => {
    for (const lambda of [0.3, 5, 80]) {
      const distribution = new GammaCount(lambda, 1);
      for (let n = 0; n < 2 * lambda + 10; n += 1)
        expect(distribution.probability(n)).toBeCloseTo(poisson(n, lambda), 10);
    }
  });

  it('sums to 1, and its mean is lambda, for any shape', () => {
    const [alpha, lambda] = [
      fc.double({ min: 0.1, max: 60, noNaN: true }),
      fc.double({ min: 0.2, max: 40, noNaN: true }),
    ];
    fc.assert(
      fc.property(alpha, lambda, (shape, expected) => {
        const distribution = new GammaCount(expected, shape);
        let [total, mean] = [0, 0];
        for (let n = 0; n < 400 && distribution.atLeast(n) > 1e-12; n += 1) {
          total += distribution.probability(n);
          mean += n * distribution.probability(n);
        }
        expect(total).toBeCloseTo(1, 8);
        expect(mean).toBeCloseTo(expected, 6);
      }),
    );
  });

  it('counts gamma times from any moment on', () => {
    const [alpha, lambda, periods] = [4, 2.5, 100_000];
    const times = new GammaDraws({ mean: 1 / lambda, shape: alpha }, streamOf(3, 'gamma'));
    const seen = new Float64Array(20);
    let next = 0;
    for (let period = 0; period < periods; period += 1) {
      let count = 0;
      for (; next < period + 1; next += times.next()) count += 1;
      seen[count]! += 1 / periods;
    }
    const distribution = new GammaCount(lambda, alpha);
    for (let n = 0; n < 10; n += 1)
      expect(Math.abs(seen[n]! - distribution.probability(n))).toBeLessThan(0.005);
  });
});
