import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * Incomplete factors L U of a matrix, with entries only where the matrix has some: ILU(0), a preconditioner. For
 * M-matrices it exists (J. Meijerink and H. van der Vorst 1977). Every row must have its diagonal, columns ascending.
 * Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed. (2003), algorithm 10.4.
 */
export class IncompleteLu {
  private readonly matrix: SparseMatrix;
  private readonly factors: Float64Array;
  private readonly diagonalAt: Int32Array;

  constructor(matrix: SparseMatrix) {
    this.matrix = matrix;
    this.factors = matrix.values.slice();
    this.diagonalAt = diagonals(matrix);
    this.factorize();
  }

  private factorize(): void {
    const { size, starts, columns } = this.matrix;
    const { factors, diagonalAt } = this;
    const placeOf = new Int32Array(size).fill(-1);
    for (let i = 0; i < size; i++) {
      for (let k = starts[i]!; k < starts[i + 1]!; k++) placeOf[columns[k]!] = k;
      for (let k = starts[i]!; k < diagonalAt[i]!; k++) {
        const j = columns[k]!;
        const share = factors[k]! / factors[diagonalAt[j]!]!;
        factors[k] = share;
        for (let m = diagonalAt[j]! + 1; m < starts[j + 1]!; m++) {
          const place = placeOf[columns[m]!]!;
          if (place >= 0) factors[place]! -= share * factors[m]!;
        }
      }
      // A singular matrix may fold to an empty pivot; the row then passes unchanged.
      if (!(factors[diagonalAt[i]!]! > 1e-12)) factors[diagonalAt[i]!] = 1;
      for (let k = starts[i]!; k < starts[i + 1]!; k++) placeOf[columns[k]!] = -1;
    }
  }

  /** x = U^-1 L^-1 b. */
  solve(b: Float64Array, x: Float64Array): void {
    const { size, starts, columns } = this.matrix;
    const { factors, diagonalAt } = this;
    for (let i = 0; i < size; i++) {
      let rest = b[i]!;
      for (let k = starts[i]!; k < diagonalAt[i]!; k++) rest -= factors[k]! * x[columns[k]!]!;
      x[i] = rest;
    }
    for (let i = size - 1; i >= 0; i--) {
      let rest = x[i]!;
      for (let k = diagonalAt[i]! + 1; k < starts[i + 1]!; k++) rest -= factors[k]! * x[columns[k]!]!;
      x[i] = rest / factors[diagonalAt[i]!]!;
    }
  }
}

function diagonals({ size, starts, columns }: SparseMatrix): Int32Array {
  const at = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    for (let k = starts[i]!; k < starts[i + 1]!; k++) if (columns[k] === i) at[i] = k;
  }
  return at;
}
