import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { gammaP, gammaQ, normalTail } from './incomplete-gamma.ts';

const poisson = (n: number, mean: number): number => Math.exp(n * Math.log(mean) - mean - logGamma(n + 1));

describe('incomplete gamma functions', () => {
  it.each([
    [0.5, 0.25, 0.520499877813], // erf(1/2)
    [1, 2, 0.864664716763], // 1 - e^-2
    [3, 0.5, 0.014387677967],
    [10, 10, 0.542070285528],
    [100, 100, 0.513298798279],
    [2000, 1900, 0.01169582038115], // Poisson probabilities, summed with 60 digits
  ])('P(%f, %f)', (a, x, expected) => {
    expect(gammaP(a, x)).toBeCloseTo(expected, 8);
    expect(gammaQ(a, x)).toBeCloseTo(1 - expected, 8);
  });

  it('P is the probability of at least a Poisson events, for whole a, and Q of fewer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0.01, max: 90, noNaN: true }), (a, x) => {
        let below = 0;
        for (let n = 0; n < a; n += 1) below += poisson(n, x);
        expect(gammaP(a, x)).toBeCloseTo(1 - below, 11);
        expect(gammaQ(a, x) / below).toBeCloseTo(1, 9);
      }),
    );
  });

  it('end at 0 and 1', () => {
    for (const a of [0.3, 1, 40]) {
      expect([gammaP(a, 0), gammaQ(a, 0)]).toEqual([0, 1]);
      expect([gammaP(a, Number.POSITIVE_INFINITY), gammaQ(a, Number.POSITIVE_INFINITY)]).toEqual([1, 0]);
    }
  });

  it('keep the digits of the normal tail', () => {
    // Abramowitz & Stegun, table 26.2: Q(5) and -log10 Q(10).
    expect(normalTail(5) / 2.866515719e-7).toBeCloseTo(1, 9);
    expect(-Math.log10(normalTail(10))).toBeCloseTo(23.11805, 4);
    expect(normalTail(-1.959963984540054)).toBeCloseTo(0.975, 10);
  });
});
