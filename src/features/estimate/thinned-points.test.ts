import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotPoints, linePoints } from './course-rows.ts';

/** Any values at rising times. */
const columns = fc
  .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 400 })
  .map((y) => ({
    x: Float64Array.from(y.keys()),
    y: Float64Array.from(y),
  }));
const whole = (column: { x: Float64Array }) => ({ from: 0, to: column.x.length });
const every = { keeps: () => true };

describe('points of a long series', () => {
  it('are all of them while there are columns enough', () => {
    fc.assert(
      fc.property(columns, (column) => {
        const points = linePoints(column, whole(column), column.x.length);
        expect(points).toEqual([...column.y].map((y, x) => ({ x, y })));
      }),
    );
  });

  it('hold the extremes of every column and no more than two of each', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 1, max: 50 }), (column, most) => {
        const points = linePoints(column, whole(column), most);
        expect(points.length).toBeLessThanOrEqual(Math.max(2 * most, most));
        const values = points.map(({ y }) => y!);
        expect(Math.max(...values)).toBe(Math.max(...column.y));
        expect(Math.min(...values)).toBe(Math.min(...column.y));
        const times = points.map(({ x }) => x);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
    );
  });

  it('begin and end one point beyond what is shown, so that lines run to the edge', () => {
    const column = { x: Float64Array.of(0, 1, 2, 3, 4, 5), y: Float64Array.of(5, 6, 7, 8, 9, 10) };
    const shown = linePoints(column, { from: 1.5, to: 3.5 }, 100);
    expect(shown.map(({ x }) => x)).toEqual([1, 2, 3, 4]);
  });

  it('as dots stand alone: each after a gap at its own place', () => {
    const column = { x: Float64Array.of(0, 1, 2), y: Float64Array.of(5, 6, 7) };
    const dots = dotPoints(column, { from: 0, to: 3 }, { columns: 10, keeps: (i) => i !== 1 });
    expect(dots).toEqual([
      { x: 0, y: undefined },
      { x: 0, y: 5 },
      { x: 2, y: undefined },
      { x: 2, y: 7 },
    ]);
  });

  it('as dots become bars from lowest to highest where there are more than columns', () => {
    const column = { x: Float64Array.of(0, 1, 2, 3, 4, 5), y: Float64Array.of(5, 9, 1, 2, 3, 4) };
    const bars = dotPoints(column, { from: 0, to: 6 }, { columns: 2, ...every });
    expect(bars.map(({ x, y }) => [x, y])).toEqual([
      [1, undefined],
      [1, 9],
      [2, 1],
      [3, undefined],
      [3, 2],
      [5, 4],
    ]);
  });
});
