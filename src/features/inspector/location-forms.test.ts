import { describe, expect, it } from 'vitest';
import { locationRate } from '../../../core/distributions/location.ts';
import { asWay, wayOf, withLocation } from './DistributionEditor.tsx';

describe('asWay', () => {
  it('keeps the speed, whichever way it is said', () => {
    const factors = { factors: { elementsPerClock: 16, clock: 133e6, divisor: 3, multiplier: 0.5 } };
    for (const location of [{ rate: 3e6 }, { mean: 7e-9 }, factors]) {
      for (const way of ['rate', 'mean', 'factors'] as const) {
        const said = asWay(location, way);
        expect(wayOf(said)).toBe(way);
        expect(locationRate(said) / locationRate(location)).toBeCloseTo(1, 12);
      }
    }
  });

  it('returns to the number that was typed', () => {
    for (const rate of [3, 7, 31.9e6, 0.1]) {
      expect(asWay(asWay({ rate }, 'mean'), 'rate')).toEqual({ rate });
    }
  });
});

describe('withLocation', () => {
  it('replaces the place and keeps the shape', () => {
    expect(withLocation({ distribution: 'erlang', rate: 2, shape: 3 }, { mean: 5 })).toEqual({
      distribution: 'erlang',
      shape: 3,
      mean: 5,
    });
  });
});
