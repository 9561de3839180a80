import { describe, expect, it } from 'vitest';
import { halfLastDigit } from './typed-digits.ts';

describe('halfLastDigit', () => {
  it.each([
    [2.13e9, 0.005e9],
    [0.0346, 0.00005],
    [0.000204, 0.0000005],
    [722e6, 0.5e6],
    [90250000, 5000],
    [1.2345, 0.00005],
    [-1.2345, 0.00005],
  ])('is half a unit of the last digit: %s -> %s', (x, half) => {
    expect(halfLastDigit(x) / half).toBeCloseTo(1, 12);
  });

  it('counts at least three digits, because a file keeps no trailing zeros', () => {
    expect(halfLastDigit(5e7) / 0.05e6).toBeCloseTo(1, 12);
    expect(halfLastDigit(1)).toBeCloseTo(0.005, 15);
    expect(halfLastDigit(16)).toBeCloseTo(0.05, 15);
  });

  it('is 0 for 0', () => {
    expect(halfLastDigit(0)).toBe(0);
  });
});
