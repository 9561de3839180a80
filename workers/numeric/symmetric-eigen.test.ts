import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { symmetricEigen } from './symmetric-eigen.ts';

describe('symmetricEigen', () => {
  it('finds those of the second difference, which are known', () => {
    const n = 6;
    const matrix = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    const values = symmetricEigen(matrix).map(({ value }) => value);
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
    const eigen = symmetricEigen(matrix);
    for (const { value, vector } of eigen) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
      for (const [i, row] of matrix.entries())
        expect(row.reduce((sum, x, j) => sum + x * vector[j]!, 0)).toBeCloseTo(value * vector[i]!, 11);
    }
    expect(eigen.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(0, 12);
  });

  it('leaves a diagonal matrix as it is', () => {
    expect(
      symmetricEigen([
        [3, 0],
        [0, 3],
      ]).map(({ value }) => value),
    ).toEqual([3, 3]);
  });

  it('A v = lambda v, with vectors of length 1 at right angles', () => {
    const entry = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 10, maxLength: 10 }), (upper) => {
        const at = (i: number, j: number) =>
          upper[(Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j)]!;
        const matrix = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => at(i, j)));
        const eigen = symmetricEigen(matrix);
        eigen.forEach(({ value, vector }, k) => {
          matrix.forEach((row, i) => {
            const product = row.reduce((sum, x, j) => sum + x * vector[j]!, 0);
            expect(product).toBeCloseTo(value * vector[i]!, 9);
          });
          expect(vector.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 10);
          if (k > 0) expect(eigen[k - 1]!.value).toBeGreaterThanOrEqual(value);
        });
      }),
      { numRuns: 100 },
    );
  });
});
