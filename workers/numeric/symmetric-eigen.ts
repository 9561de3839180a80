/**
 * Eigenvalues and eigenvectors of a small symmetric matrix by the rotations of Jacobi, largest eigenvalue first; full
 * double precision, for some dozens of rows.
 * Source: W. H. Press et al., Numerical Recipes, section 11.1.
 */

import { hypot } from '../../core/numeric/elementary.ts';

export interface Eigen {
  readonly value: number;
  /** Unit vector. */
  readonly vector: readonly number[];
}

const MOST_SWEEPS = 60;

export function symmetricEigen(matrix: readonly (readonly number[])[]): readonly Eigen[] {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = matrix.map((_, i) => matrix.map((__, j) => (i === j ? 1 : 0)));
  const scale = Math.max(...a.map((row, i) => Math.abs(row[i]!)), Number.MIN_VALUE);
  for (let sweep = 0; sweep < MOST_SWEEPS && offDiagonal(a) > 1e-18 * scale; sweep += 1) {
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) rotate(a, v, p, q);
  }
  return a
    .map((row, i) => ({ value: row[i]!, vector: v.map((of) => of[i]!) }))
    .sort((one, other) => other.value - one.value);
}

const offDiagonal = (a: readonly (readonly number[])[]): number =>
  Math.max(0, ...a.flatMap((row, i) => row.filter((_, j) => j > i).map(Math.abs)));

/** Makes a[p][q] 0. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  if (a[p]![q] === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + hypot(1, theta));
  const c = 1 / hypot(1, t);
  const s = t * c;
  for (let k = 0; k < a.length; k += 1) turn(a[k]!, [p, q], [c, s]);
  const [rowP, rowQ] = [a[p]!, a[q]!];
  for (let k = 0; k < a.length; k += 1) {
    const [x, y] = [rowP[k]!, rowQ[k]!];
    rowP[k] = c * x - s * y;
    rowQ[k] = s * x + c * y;
  }
  for (const row of v) turn(row, [p, q], [c, s]);
}

function turn(row: number[], [p, q]: readonly [number, number], [c, s]: readonly [number, number]): void {
  const [x, y] = [row[p]!, row[q]!];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}
