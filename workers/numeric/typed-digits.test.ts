import fc from 'fast-check';
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

  it('reads any number as it was typed', () => {
    const typed = fc.record({
      digits: fc.oneof(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 1, max: 999_999_999 })),
      place: fc.integer({ min: -40, max: 40 }),
    });
    fc.assert(
      fc.property(typed, ({ digits, place }) => {
        const written = String(digits).replace(/0+$/, '');
        const first = String(digits).length - 1 + place;
        const last = first - Math.max(3, written.length) + 1;
        expect(halfLastDigit(Number(`${digits}e${place}`))).toBe(0.5 * Number(`1e${last}`));
      }),
      { numRuns: 2000 },
    );
  });

  it('is 0 for 0', () => {
    expect(halfLastDigit(0)).toBe(0);
  });
});
