import { describe, expect, it } from 'vitest';
import { EULER_SHIFT, invertLaplace, type RealParts } from './laplace-inversion.ts';

/** Re of F(s) = product over rates of 1 / (s + rate), along the points of the series. */
const poles =
  (rates: readonly number[]): RealParts =>
  (t, count) =>
    Float64Array.from({ length: count }, (_, k) => {
      const [x, y] = [EULER_SHIFT / (2 * t), (Math.PI * k) / t];
      let [re, im] = [1, 0];
      for (const rate of rates) {
        const norm = (x + rate) ** 2 + y ** 2;
        [re, im] = [(re * (x + rate) + im * y) / norm, (im * (x + rate) - re * y) / norm];
      }
      return re;
    });

describe('inversion of Laplace transforms', () => {
  it('gives exponentials and what they make together', () => {
    for (const t of [1e-3, 0.5, 3, 20]) {
      const one = invertLaplace({ transform: poles([1]), t, tolerance: 1e-9, most: 512 })!;
      expect(Math.abs(one - Math.exp(-t))).toBeLessThan(1e-9);
      const two = invertLaplace({ transform: poles([1, 3]), t, tolerance: 1e-9, most: 512 })!;
      expect(Math.abs(two - (Math.exp(-t) - Math.exp(-3 * t)) / 2)).toBeLessThan(1e-9);
    }
  });

  it('refuses at a jump, where the series does not settle', () => {
    // F(s) = (1 - e^-s) / s is 1 up to t = 1 and 0 from there on.
    const jump: RealParts = (t, count) =>
      Float64Array.from({ length: count }, (_, k) => {
        const [x, y] = [EULER_SHIFT / (2 * t), (Math.PI * k) / t];
        const [re, im] = [1 - Math.exp(-x) * Math.cos(y), Math.exp(-x) * Math.sin(y)];
        return (re * x + im * y) / (x * x + y * y);
      });
    expect(invertLaplace({ transform: jump, t: 1.01, tolerance: 1e-12, most: 128 })).toBeUndefined();
  });
});
