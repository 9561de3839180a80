import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma } from '../../src/base/log-gamma.ts';
import { GammaDraws } from '../random/gamma-draws.ts';
import { GammaCount } from './gamma-count.ts';
import { gammaP } from './incomplete-gamma.ts';
import { streamOf } from './micro-benchmark.test-support.ts';

const poisson = (n: number, mean: number): number => Math.exp(n * Math.log(mean) - mean - logGamma(n + 1));

describe('gammaP', () => {
  it.each([
    [0.5, 0.25, 0.520499877813], // erf(1/2)
    [1, 2, 0.864664716763], // 1 - e^-2
    [3, 0.5, 0.014387677967],
    [10, 10, 0.542070285528],
    [100, 100, 0.513298798279],
    [2000, 1900, 0.01169582038115], // Poisson probabilities, summed with 60 digits
  ])('P(%f, %f)', (a, x, expected) => {
    expect(gammaP(a, x)).toBeCloseTo(expected, 8);
  });

  it('is the probability of at least a Poisson events, for whole a', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0.01, max: 90, noNaN: true }), (a, x) => {
        let below = 0;
        for (let n = 0; n < a; n += 1) below += poisson(n, x);
        expect(gammaP(a, x)).toBeCloseTo(1 - below, 11);
      }),
    );
  });
});

describe('GammaCount', () => {
  it('is Poisson for alpha = 1', () => {
    for (const lambda of [0.3, 5, 80]) {
      const law = new GammaCount(lambda, 1);
      for (let n = 0; n < 2 * lambda + 10; n += 1)
        expect(law.probability(n)).toBeCloseTo(poisson(n, lambda), 10);
    }
  });

  it('sums to 1, and its mean is lambda, for any shape', () => {
    const [alpha, lambda] = [
      fc.double({ min: 0.1, max: 60, noNaN: true }),
      fc.double({ min: 0.2, max: 40, noNaN: true }),
    ];
    fc.assert(
      fc.property(alpha, lambda, (shape, expected) => {
        const law = new GammaCount(expected, shape);
        let [total, mean] = [0, 0];
        for (let n = 0; n < 400 && law.atLeast(n) > 1e-12; n += 1) {
          total += law.probability(n);
          mean += n * law.probability(n);
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
    const law = new GammaCount(lambda, alpha);
    for (let n = 0; n < 10; n += 1) expect(Math.abs(seen[n]! - law.probability(n))).toBeLessThan(0.005);
  });
});
