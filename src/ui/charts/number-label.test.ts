import { describe, expect, it } from 'vitest';
import { formatNumber, formatPercent, formatPowerOfTen } from './number-label.ts';

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [458, '458'],
    [4.471, '4.47'],
    [31_900_000, '31.9M'],
    [7461, '7.46k'],
    [999.7, '1k'],
    [999_999, '1M'],
    [0.1, '0.1'],
    [0.00123456, '0.00123'],
    [1.234e-7, '1.23×10⁻⁷'],
    [2.5e18, '2.5×10¹⁸'],
    [-0.5, '−0.5'],
    [undefined, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '∞'],
  ])('writes %s as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('keeps as many digits as asked', () => {
    expect(formatNumber(0.123456789, 6)).toBe('0.123457');
  });
});

describe('formatPercent', () => {
  it.each([
    [0.61, '61 %'],
    [1, '100 %'],
    [0, '0 %'],
    [0.999866, '>99.9 %'],
    [0.00002, '<0.01 %'],
    [undefined, '–'],
  ])('writes %s as %s', (share, text) => {
    expect(formatPercent(share)).toBe(text);
  });
});

describe('powers', () => {
  it('writes powers of ten with raised digits', () => {
    expect([formatPowerOfTen(-3), formatPowerOfTen(0), formatPowerOfTen(12)]).toEqual([
      '10⁻³',
      '10⁰',
      '10¹²',
    ]);
  });
});
