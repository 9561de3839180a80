import { describe, expect, it } from 'vitest';
import { placeOf, valueAt } from './slider-scale.ts';

describe('a slider scale', () => {
  it('puts equal ratios at equal distances when logarithmic', () => {
    const range = { min: 1e3, max: 1e9, log: true };
    expect(placeOf(1e6, range)).toBeCloseTo(0.5, 12);
    expect(valueAt(1 / 3, range)).toBeCloseTo(1e5, 3);
  });

  it('returns to the same place', () => {
    for (const range of [
      { min: 0, max: 1 },
      { min: 1e-6, max: 10, log: true },
    ]) {
      for (const place of [0, 0.25, 0.7, 1])
        expect(placeOf(valueAt(place, range), range)).toBeCloseTo(place, 12);
    }
  });

  it('keeps what lies outside at the ends', () => {
    expect(placeOf(-3, { min: 0, max: 1 })).toBe(0);
    expect(placeOf(0, { min: 1, max: 10, log: true })).toBe(0);
    expect(placeOf(99, { min: 1, max: 10, log: true })).toBe(1);
  });
});
