import { describe, expect, it } from 'vitest';
import { findRoot } from './find-root.ts';

describe('findRoot', () => {
  it('finds roots that are known in closed form, from either side', () => {
    expect(findRoot((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
    expect(findRoot((x) => 2 - x * x, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
    expect(findRoot((x) => Math.exp(x) - 5, 10, -10)).toBeCloseTo(Math.log(5), 14);
  });

  it('keeps relative precision at tiny roots', () => {
    const root = findRoot((x) => Math.log(x) + 600, 1e-300, 1);
    expect(root / Math.exp(-600)).toBeCloseTo(1, 12);
  });

  it('survives functions that are flat on one side and steep on the other', () => {
    expect(findRoot((x) => x ** 21 - 1e-10, -1, 4)).toBeCloseTo(1e-10 ** (1 / 21), 14);
    expect(findRoot((x) => (x < 0.123 ? -1 : 1), 0, 1)).toBeCloseTo(0.123, 14);
  });

  it('takes few evaluations on smooth functions', () => {
    let count = 0;
    findRoot(
      (x) => {
        count++;
        return Math.cos(x) - x;
      },
      0,
      1,
    );
    expect(count).toBeLessThan(14);
  });

  it('returns an end where the function is 0', () => {
    expect(findRoot((x) => x, 0, 1)).toBe(0);
    expect(findRoot((x) => x - 1, 0, 1)).toBe(1);
  });

  it('returns an end where the function misses 0 by rounding', () => {
    expect(findRoot((x) => x + 1e-17, 0, 1)).toBe(0);
    expect(findRoot((x) => x - 1 - 1e-15, 0, 1)).toBe(1);
  });

  it('refuses a bracket without a sign change', () => {
    expect(() => findRoot((x) => x * x + 1, -1, 1)).toThrow('no sign change between -1 and 1');
  });
});
