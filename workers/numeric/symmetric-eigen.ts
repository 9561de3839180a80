/** Eigenvalues and eigenvectors of a small symmetric matrix, by rotations (Jacobi; Golub & Van Loan, Matrix Computations, 8.5). */

export interface SymmetricEigen {
  readonly values: readonly number[];
  /** The vector of each value, of length 1. */
  readonly vectors: readonly (readonly number[])[];
}

const MOST_ROUNDS = 50;
/** An entry off the diagonal this small, of the largest one on it, is 0. */
const NEGLIGIBLE = 1e-14;

export function symmetricEigen(matrix: readonly (readonly number[])[]): SymmetricEigen {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const vectors = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  const scale = a.reduce((most, row, i) => Math.max(most, Math.abs(row[i]!)), 0);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let isDone = true;
    for (let p = 0; p < n; p += 1)
      for (let q = p + 1; q < n; q += 1) {
        if (Math.abs(a[p]![q]!) <= NEGLIGIBLE * scale) continue;
        isDone = false;
        rotate(a, vectors, p, q);
      }
    if (isDone) break;
  }
  return { values: a.map((row, i) => row[i]!), vectors };
}

/** In the plane of p and q, so that their common entry becomes 0. */
function rotate(a: number[][], vectors: number[][], p: number, q: number): void {
  const half = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const tangent = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(1 + half * half));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const turn = (one: number[], other: number[], i: number, j: number): void => {
    const [x, y] = [one[i]!, other[j]!];
    one[i] = cosine * x - sine * y;
    other[j] = sine * x + cosine * y;
  };
  for (const row of a) turn(row, row, p, q);
  for (let k = 0; k < a.length; k += 1) turn(a[p]!, a[q]!, k, k);
  for (let k = 0; k < a.length; k += 1) turn(vectors[p]!, vectors[q]!, k, k);
}
