import { array, assert, float, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFront } from '../../../workers/explore/pareto-front.ts';
import { frontOf, senseOf } from './pareto-front.ts';

const number = float({ noNaN: true, min: -8, max: 8 });

describe('front of two measures', () => {
  it('has a point for each that no other beats in both, as the kernel finds them one by one', () => {
    assert(
      property(array(tuple(number, number), { maxLength: 60 }), (pairs) => {
        const rows = pairs.map(([a, b]) => [a, b]);
        const [xs, ys] = [0, 1].map((column) => rows.map((row) => row[column]!));
        const mine = frontOf(xs!, ys!, ['least', 'largest']).map((i) => String(rows[i]));
        const kernel = paretoFront(rows, ['least', 'largest']).map((i) => String(rows[i]));
        expect([...new Set(mine)].sort()).toEqual([...new Set(kernel)].sort());
      }),
    );
  });

  it('leaves out points without a value', () => {
    expect(frontOf([1, Number.NaN, 3], [2, 0, 1], ['least', 'least'])).toEqual([0, 2]);
  });

  it('wants much throughput and little of what is held', () => {
    expect(senseOf('network.throughput')).toBe('largest');
    expect(senseOf('1b.meanOccupancy')).toBe('least');
  });
});
