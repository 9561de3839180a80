import { describe, expect, it } from 'vitest';
import { solveFixedPoint } from './fixed-point.ts';

const vector = (...values: number[]) => Float64Array.from(values);

describe('solveFixedPoint', () => {
  it('solves an affine map: t = 5 + t / 2 at 10', () => {
    expect(solveFixedPoint((t) => vector(5 + t[0]! / 2), vector(0))?.[0]).toBeCloseTo(10, 12);
  });

  it('solves two coupled unknowns', () => {
    const found = solveFixedPoint((t) => vector(1 + 0.5 * t[1]!, 2 + 0.25 * t[0]!), vector(0, 0))!;
    // t0 = 1 + t1 / 2, t1 = 2 + t0 / 4: t0 = 16/7, t1 = 18/7
    expect(found[0]).toBeCloseTo(16 / 7, 12);
    expect(found[1]).toBeCloseTo(18 / 7, 12);
  });

  it('takes a gain close to 1', () => {
    expect(solveFixedPoint((t) => vector(1 + 0.999999 * t[0]!), vector(0))![0]! / 1e6).toBeCloseTo(1, 6);
  });

  it('follows a limit from above: t = 1 + 3 min(t, 2) at 7', () => {
    expect(solveFixedPoint((t) => vector(1 + 3 * Math.min(t[0]!, 2)), vector(1e6))?.[0]).toBeCloseTo(7, 12);
  });

  it('finds no solution where a loop returns all that it takes', () => {
    expect(solveFixedPoint((t) => vector(1 + t[0]!), vector(0))).toBeUndefined();
    expect(solveFixedPoint((t) => vector(1 + 2 * t[0]!), vector(0))).toBeUndefined();
  });

  it('is 0 where nothing enters', () => {
    expect(solveFixedPoint((t) => vector(t[0]! / 2), vector(0))?.[0]).toBe(0);
  });
});
