/** Times of a clock that began long before the run. */
import { describe, expect, it } from 'vitest';
import { valueText } from '../../ui/charts/axis.ts';
import { timeAxis } from '../results/time-axis.ts';
import { digitsApart } from './measured-axis.ts';

describe('times within a run', () => {
  const told = (start: number, end: number, time: number): string =>
    valueText(time, timeAxis('time', end, 's'), digitsApart(start, end));

  it('have four digits of what differs, though they count from midnight', () => {
    expect([36_000.12, 36_000.34].map((time) => told(36_000, 36_001, time))).toEqual([
      '36000.12 s',
      '36000.34 s',
    ]);
    // A run that begins at 0 needs no further digits.
    expect(told(0, 10, 1 / 3)).toBe('0.3333 s');
    expect(digitsApart(5, 5)).toBe(15);
  });
});
