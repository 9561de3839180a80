import { describe, expect, it } from 'vitest';
import { roundSignificant, stepText } from './step-text.ts';

describe('stepText', () => {
  it.each([
    ['2.13e9', 1, '2.14e9'],
    ['600', -1, '599'],
    ['600', 10, '610'],
    ['0.765', 1, '0.766'],
    ['0.09', 1, '0.10'],
    ['31.9 Mseed/s', -10, '30.9 Mseed/s'],
    ['-0.1', 1, '0.0'],
    ['.5', 1, '0.6'],
    ['9e-6', 1, '10e-6'],
    ['  12 us', 1, '  13 us'],
  ])('steps the last written digit of %s by %d', (text, steps, expected) => {
    expect(stepText(text, steps)).toBe(expected);
  });

  it('steps a long whole number in its third digit', () => {
    expect(stepText('111875000', 1)).toBe('112875000');
    expect(stepText('999999', 1)).toBe('1000000');
  });

  it('never steps by more than the coarsest step', () => {
    expect(stepText('1', -1, 0.01)).toBe('0.99');
    expect(stepText('0.5', 1, 0.01)).toBe('0.51');
    expect(stepText('0.765', 1, 0.01)).toBe('0.766');
    expect(stepText('7', 1, 1)).toBe('8');
  });

  it('adds no digits of rounding noise', () => {
    let text = '0.1';
    for (let step = 0; step < 20; step++) text = stepText(text, 1)!;
    expect(text).toBe('2.1');
  });

  it('leaves words alone', () => {
    expect(stepText('unbounded', 1)).toBeUndefined();
    expect(stepText('', 1)).toBeUndefined();
  });
});

describe('roundSignificant', () => {
  it('keeps three digits', () => {
    expect(roundSignificant(31_948_211)).toBe(31_900_000);
    expect(roundSignificant(0.00012345)).toBe(0.000123);
    expect(roundSignificant(0)).toBe(0);
  });
});
