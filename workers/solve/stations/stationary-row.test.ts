import { describe, expect, it } from 'vitest';
import { denseMatrix } from '../../numeric/dense-matrix.ts';
import { stationaryRow } from './qbd.ts';

describe('the stationary row of a generator', () => {
  it('keeps the digits of a phase that is almost never seen', () => {
    const row = stationaryRow(
      denseMatrix([
        [-1e-30, 1e-30],
        [1, -1],
      ]),
    );
    expect(row[1]! / 1e-30).toBeCloseTo(1, 14);
  });

  it('gives 0 to phases that are left for good, wherever they stand', () => {
    const first = denseMatrix([
      [-2, 1, 1],
      [0, -3, 3],
      [0, 1, -1],
    ]);
    const last = denseMatrix([
      [-3, 3, 0],
      [1, -1, 0],
      [1, 1, -2],
    ]);
    expect([...stationaryRow(first)]).toEqual([0, 0.25, 0.75]);
    expect([...stationaryRow(last)]).toEqual([0.25, 0.75, 0]);
  });
});
