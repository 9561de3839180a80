import { describe, expect, it } from 'vitest';
import { symmetricEigen } from './symmetric-eigen.ts';

describe('symmetricEigen', () => {
  it('finds those of the second difference, which are known', () => {
    const n = 6;
    const matrix = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    const { values } = symmetricEigen(matrix);
    const known = Array.from({ length: n }, (_, k) => 2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)));
    for (const [i, value] of [...values].sort((x, y) => x - y).entries())
      expect(value).toBeCloseTo(known[i]!, 12);
  });

  it('gives vectors of length 1 that the matrix only stretches, with equal and negative values too', () => {
    const matrix = [
      [1, 2, 0, -1],
      [2, -3, 0.5, 0],
      [0, 0.5, 1, 4],
      [-1, 0, 4, 1],
    ];
    const { values, vectors } = symmetricEigen(matrix);
    for (const [k, vector] of vectors.entries()) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
      for (const [i, row] of matrix.entries())
        expect(row.reduce((sum, x, j) => sum + x * vector[j]!, 0)).toBeCloseTo(values[k]! * vector[i]!, 11);
    }
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
  });

  it('leaves a diagonal matrix as it is', () => {
    expect(
      symmetricEigen([
        [3, 0],
        [0, 3],
      ]).values,
    ).toEqual([3, 3]);
  });
});
