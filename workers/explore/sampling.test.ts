import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../core/study/parameter.ts';
import { MOST_SOBOL_DIMENSIONS, sobolSequence } from './sobol.ts';
import { keyedPermutation, placesOf } from './study-plan.ts';
import { gridValues, normalQuantile, quantileOf } from './variation-values.ts';

const number: Parameter = {
  kind: 'number',
  path: 'p',
  words: 'p',
  value: 1,
  dimension: 'number',
  domain: { least: 0, most: 1e9 },
};
const whole: Parameter = { ...number, domain: { ...number.domain, integer: true } };

describe("Sobol's sequence", () => {
  it('is that of SciPy 1.17 (scipy.stats.qmc.Sobol, not scrambled), points 1, 2, 3, 5 and 100 of 32 dimensions', () => {
    const sequence = sobolSequence(MOST_SOBOL_DIMENSIONS);
    for (const [point, expected] of Object.entries(SCIPY)) {
      const found = expected.map((_, d) => Math.floor(sequence(Number(point), d) * 2 ** 30) / 2 ** 30);
      expect(found).toEqual(expected);
    }
  });

  it('puts one of the first 2^k points in each of 2^k intervals of every dimension, shifted or not', () => {
    for (const shift of [[], Array.from({ length: 32 }, (_, d) => (d * 0x9e3779b9) >>> 0)]) {
      const sequence = sobolSequence(32, shift);
      for (let d = 0; d < 32; d++) {
        const seen = new Set(Array.from({ length: 256 }, (_, n) => Math.floor(sequence(n, d) * 256)));
        expect(seen.size).toBe(256);
      }
    }
  });

  it('fills every elementary box of the first two dimensions (t = 0)', () => {
    const sequence = sobolSequence(2);
    for (let i = 0; i <= 6; i++) {
      const boxes = Array.from(
        { length: 64 },
        (_, n) => `${Math.floor(sequence(n, 0) * 2 ** i)} ${Math.floor(sequence(n, 1) * 2 ** (6 - i))}`,
      );
      expect(new Set(boxes).size).toBe(64);
    }
  });

  it('integrates a smooth function of ten inputs better than chance', () => {
    const n = 4096;
    const errorOf = (kind: 'sobol' | 'monteCarlo') => {
      const place = placesOf({ kind, points: n, seed: 7 }, 10);
      let sum = 0;
      for (let p = 0; p < n; p++) {
        let product = 1;
        for (let d = 0; d < 10; d++) product *= 1 + (place(p, d) - 0.5) / 3;
        sum += product;
      }
      return Math.abs(sum / n - 1);
    };
    expect(errorOf('sobol')).toBeLessThan(1e-4);
    expect(errorOf('monteCarlo')).toBeLessThan(0.02);
  });
});

describe('a Latin hypercube', () => {
  it('has one point in each n-th of every variation, and other seeds other points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(1e6), (points, seed) => {
        const place = placesOf({ kind: 'latinHypercube', points, seed }, 3);
        for (let d = 0; d < 3; d++) {
          const strata = Array.from({ length: points }, (_, p) => Math.floor(place(p, d) * points));
          expect(new Set(strata).size).toBe(points);
        }
      }),
      { numRuns: 40 },
    );
    const first = placesOf({ kind: 'latinHypercube', points: 9, seed: 1 }, 1);
    const second = placesOf({ kind: 'latinHypercube', points: 9, seed: 2 }, 1);
    expect([0, 1, 2].map((p) => first(p, 0))).not.toEqual([0, 1, 2].map((p) => second(p, 0)));
  });

  it('mixes variations: they are not correlated', () => {
    const points = 2000;
    const place = placesOf({ kind: 'latinHypercube', points }, 2);
    let sum = 0;
    for (let p = 0; p < points; p++) sum += (place(p, 0) - 0.5) * (place(p, 1) - 0.5);
    expect(Math.abs((12 * sum) / points)).toBeLessThan(4 / Math.sqrt(points));
  });
});

describe('a keyed permutation', () => {
  it('takes every value once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(), (size, key) => {
        const at = keyedPermutation(size, [key, key + 1, key + 2, key + 3]);
        expect(new Set(Array.from({ length: size }, (_, i) => at(i))).size).toBe(size);
      }),
      { numRuns: 30 },
    );
  });
});

describe('places of chance', () => {
  it('are uniform: mean, variance, and no two variations alike', () => {
    const place = placesOf({ kind: 'monteCarlo', points: 5000, seed: 3 }, 3);
    for (const d of [0, 1, 2]) {
      const values = Array.from({ length: 5000 }, (_, p) => place(p, d));
      const mean = values.reduce((sum, x) => sum + x, 0) / 5000;
      expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 5000));
    }
    expect(place(0, 0)).not.toBe(place(0, 1));
    expect(place(0, 0)).not.toBe(place(0, 2));
  });
});

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.001, -3.090232306167813],
    [1e-12, -7.034483825301131],
    [0.9, 1.2815515655446004],
    [1e-300, -37.0470962993612],
  ])('of %d is %d (SciPy 1.17, norm.ppf)', (p, x) => {
    expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(x)));
  });
});

describe('values of a variation', () => {
  it('of a grid include both ends, on whichever scale, and each integer once', () => {
    expect(gridValues({ path: 'p', from: 1, to: 2, count: 3 }, number)).toEqual([1, 1.5, 2]);
    const log = gridValues({ path: 'p', from: 1, to: 1000, count: 4, scale: 'log' }, number) as number[];
    expect(log.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 10, 100, 1000]);
    expect(gridValues({ path: 'p', from: 1, to: 4 }, whole)).toEqual([1, 2, 3, 4]);
    expect(gridValues({ path: 'p', from: 1, to: 100, count: 5, scale: 'log' }, whole)).toEqual([
      1, 3, 10, 32, 100,
    ]);
    expect(gridValues({ path: 'p', from: 0.5, to: 3.5 }, whole)).toEqual([1, 2, 3]);
    expect(gridValues({ path: 'p', from: 0.2, to: 0.7, scale: 'log' }, whole)).toEqual([]);
    expect(gridValues({ path: 'p', from: 2, to: 2, count: 5 }, number)).toEqual([2]);
    expect(gridValues({ path: 'p', values: [3, 'unbounded'] }, whole)).toEqual([3, Number.POSITIVE_INFINITY]);
  });

  it('have the quantiles of their distribution', () => {
    const quantiles = (variation: Parameters<typeof quantileOf>[0]) =>
      [0.1, 0.5, 0.9].map((u) => quantileOf(variation, number)(u));
    expect(quantiles({ path: 'p', distribution: { kind: 'uniform', min: 2, max: 4 } })).toEqual([
      2.2, 3, 3.8,
    ]);
    expect(
      quantiles({ path: 'p', distribution: { kind: 'triangular', min: 0, mode: 0.5, max: 1 } })[1],
    ).toBeCloseTo(0.5, 12);
    expect(quantiles({ path: 'p', distribution: { kind: 'logUniform', min: 1, max: 100 } })[1]).toBeCloseTo(
      10,
      12,
    );
    expect(quantiles({ path: 'p', distribution: { kind: 'normal', mean: 5, deviation: 2 } })[1]).toBeCloseTo(
      5,
      12,
    );
  });

  it('share integers of a range equally', () => {
    const at = quantileOf({ path: 'p', from: 1, to: 3 }, whole);
    expect([0.01, 0.33, 0.34, 0.66, 0.67, 0.99].map(at)).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

const SCIPY: Readonly<Record<number, readonly number[]>> = {
  1: [
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
  ],
  2: [
    0.75, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.75, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.75,
    0.25, 0.75, 0.25, 0.25, 0.75, 0.25, 0.25, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.25,
  ],
  3: [
    0.25, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.25,
    0.75, 0.25, 0.75, 0.75, 0.25, 0.75, 0.75, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.75,
  ],
  5: [
    0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125, 0.375, 0.875, 0.875, 0.125, 0.875,
    0.375, 0.875, 0.375, 0.375, 0.625, 0.625, 0.625, 0.875, 0.375, 0.375, 0.375, 0.875, 0.125, 0.625, 0.625,
    0.875, 0.625,
  ],
  100: [
    0.4140625, 0.2578125, 0.7734375, 0.7265625, 0.8828125, 0.7421875, 0.0234375, 0.4765625, 0.6328125,
    0.6953125, 0.4609375, 0.6796875, 0.4765625, 0.8515625, 0.3203125, 0.4921875, 0.6796875, 0.7421875,
    0.8359375, 0.3359375, 0.7578125, 0.3984375, 0.0078125, 0.4921875, 0.0234375, 0.0078125, 0.9453125,
    0.6640625, 0.2421875, 0.7265625, 0.7109375, 0.4140625,
  ],
};
