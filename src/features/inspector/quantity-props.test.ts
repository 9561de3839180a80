import { describe, expect, it } from 'vitest';
import { quantityProps } from './quantity-props.ts';

describe('the text of a quantity field', () => {
  it('reads back what it writes in full', () => {
    const { formatFull, parse } = quantityProps('rate', { unit: 'seed' });
    for (const rate of [2.13e9, 0.1, 111_875_000, 1 / 3]) {
      expect(parse(formatFull(rate))).toEqual({ ok: true, value: rate });
    }
  });

  it('shows a rate with its element', () => {
    expect(quantityProps('rate', { unit: 'seed' }).format(31.9e6)).toBe('31.9 M seeds/s');
  });

  it('takes bytes per second where an element has bytes', () => {
    expect(quantityProps('rate', { unitBytes: 8 }).parse('1 GB/s')).toEqual({ ok: true, value: 1.25e8 });
  });

  it('refuses a number above the largest that the file may hold', () => {
    const { parse } = quantityProps('count', {}, { max: 1000 });
    expect(parse('1001')).toEqual({ ok: false, error: 'Expected at most 1000, got 1001.' });
    expect(parse('1000')).toEqual({ ok: true, value: 1000 });
  });

  it('takes an empty text as the default only where there is one', () => {
    expect(quantityProps('count', {}, { optional: true }).parse(' ')).toEqual({ ok: true, value: undefined });
    expect(quantityProps('count', {}).parse(' ').ok).toBe(false);
  });

  it('takes an unbounded capacity as an absent one', () => {
    const { parse } = quantityProps('capacity', {}, { optional: true });
    expect(parse('unbounded')).toEqual({ ok: true, value: undefined });
    expect(parse('130')).toEqual({ ok: true, value: 130 });
  });

  it('says which numbers are too small', () => {
    expect(quantityProps('number', {}, { above: 0 }).parse('0')).toEqual({
      ok: false,
      error: 'Expected more than 0, got 0.',
    });
    expect(quantityProps('count', {}, { min: 1 }).parse('0')).toEqual({
      ok: false,
      error: 'Expected at least 1, got 0.',
    });
  });
});
