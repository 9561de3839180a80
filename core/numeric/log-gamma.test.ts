import { describe, expect, it } from 'vitest';
import { logGamma } from './log-gamma.ts';

describe('logGamma', () => {
  it('is the logarithm of the factorials', () => {
    let factorial = 1;
    for (let n = 1; n <= 100; n++) {
      factorial *= n;
      const wanted = Math.log(factorial);
      expect(Math.abs(logGamma(n + 1) - wanted)).toBeLessThan(1e-12 * Math.max(1, wanted));
    }
  });

  it('knows the half integers: Gamma(n + 1/2) = (2n)! sqrt(pi) / (4^n n!)', () => {
    let gamma = Math.sqrt(Math.PI);
    for (let n = 0; n <= 60; n++) {
      const wanted = Math.log(gamma);
      expect(Math.abs(logGamma(n + 0.5) - wanted)).toBeLessThan(1e-12 * Math.max(1, Math.abs(wanted)));
      gamma *= n + 0.5;
    }
  });

  it('matches Abramowitz and Stegun 1964, table 6.1 and 6.1.10, 6.1.13', () => {
    expect(Math.exp(logGamma(1.5))).toBeCloseTo(0.886226925452758, 13);
    expect(Math.exp(logGamma(0.25))).toBeCloseTo(3.625609908221908, 12);
    expect(Math.exp(logGamma(1 / 3))).toBeCloseTo(2.678938534707747, 12);
  });

  it('satisfies Gamma(x + 1) = x Gamma(x) for small and large x', () => {
    for (const x of [1e-8, 1e-3, 0.1, 0.7, 3.3, 25.5, 171.2, 1e4, 1e8]) {
      const wanted = logGamma(x) + Math.log(x);
      expect(Math.abs(logGamma(x + 1) - wanted)).toBeLessThan(
        1e-12 * Math.max(1, Math.abs(wanted), logGamma(x)),
      );
    }
  });

  it('has no value at zero and below', () => {
    for (const x of [0, -1, -0.5, Number.NaN]) expect(logGamma(x)).toBeNaN();
  });
});
