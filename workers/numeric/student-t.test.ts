import { describe, expect, it } from 'vitest';
import { studentQuantile } from './student-t.ts';

describe('studentQuantile', () => {
  it('gives the tabulated values (NIST/SEMATECH e-Handbook, table of critical values of t)', () => {
    const table: readonly (readonly [number, number, number])[] = [
      [0.975, 1, 12.7062],
      [0.975, 2, 4.30265],
      [0.975, 3, 3.18245],
      [0.975, 4, 2.77645],
      [0.975, 9, 2.26216],
      [0.975, 30, 2.04227],
      [0.995, 9, 3.24984],
      [0.995, 1, 63.65674],
      [0.999, 5, 5.89343],
      [0.999, 10, 4.1437],
      [0.975, Number.POSITIVE_INFINITY, 1.95996],
    ];
    for (const [p, df, t] of table)
      expect(Math.abs(studentQuantile(p, df) - t), `df ${df}`).toBeLessThan(6e-5);
  });

  it('is 0 at the median', () => {
    for (const df of [1, 2, 3, 8, 399]) expect(Math.abs(studentQuantile(0.5, df))).toBeLessThan(1e-12);
  });

  it('agrees with the closed form for 4 degrees of freedom', () => {
    // P[T <= t] = 1/2 + (3/8) (t / sqrt(1 + t^2/4)) (1 - t^2 / (12 (1 + t^2/4))).
    for (const p of [0.6, 0.9, 0.975, 0.9999]) {
      const t = studentQuantile(p, 4);
      const w = 1 + (t * t) / 4;
      expect(0.5 + (3 / 8) * (t / Math.sqrt(w)) * (1 - (t * t) / (12 * w))).toBeCloseTo(p, 12);
    }
  });

  it('falls with the degrees of freedom towards the normal', () => {
    const quantiles = [3, 5, 10, 50, 400, 1e7].map((df) => studentQuantile(0.975, df));
    expect([...quantiles].sort((a, b) => b - a)).toEqual(quantiles);
  });

  it('refuses what has no meaning', () => {
    expect(() => studentQuantile(0.3, 5)).toThrow('studentQuantile');
    expect(() => studentQuantile(0.975, 0)).toThrow('studentQuantile');
  });
});
