import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  denseMatrix,
  identityMatrix,
  kronecker,
  plus,
  rowTimes,
  rowTotals,
  solveDense,
  times,
} from './dense-matrix.ts';

const square = (n: number) =>
  fc
    .array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }), {
      minLength: n,
      maxLength: n,
    })
    .map((rows) => denseMatrix(rows.map((row, i) => row.map((x, j) => (i === j ? x + n + 1 : x)))));

describe('dense matrices', () => {
  it('solve what they multiply', () => {
    fc.assert(
      fc.property(square(5), square(5), (a, x) => {
        const found = solveDense(a, times(a, x))!;
        for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(x.values[i]!, 11);
      }),
    );
  });

  it('multiply Kronecker products factor by factor', () => {
    fc.assert(
      fc.property(square(2), square(3), square(2), square(3), (a, b, c, d) => {
        const one = times(kronecker(a, b), kronecker(c, d));
        const other = kronecker(times(a, c), times(b, d));
        for (const [i, value] of one.values.entries()) expect(value).toBeCloseTo(other.values[i]!, 9);
      }),
      { numRuns: 30 },
    );
  });

  it('refuse a singular system, and exchange rows where the pivot is 0', () => {
    expect(
      solveDense(
        denseMatrix([
          [1, 2],
          [2, 4],
        ]),
        identityMatrix(2),
      ),
    ).toBeUndefined();
    const turned = solveDense(
      denseMatrix([
        [0, 1],
        [1, 0],
      ]),
      identityMatrix(2),
    )!;
    expect([...turned.values]).toEqual([0, 1, 1, 0]);
  });

  it('sum, and act on rows', () => {
    const a = denseMatrix([
      [1, 2],
      [3, 4],
    ]);
    expect([...rowTotals(a)]).toEqual([3, 7]);
    expect([...rowTimes(Float64Array.of(1, -1), a)]).toEqual([-2, -2]);
    expect([...plus(a, identityMatrix(2), -1).values]).toEqual([0, 2, 3, 3]);
  });
});
