/** Dense linear systems of a few phases: Gaussian elimination with row pivoting, O(n^3). Not for Markov chains of networks. */

export type Matrix = readonly (readonly number[])[];

/** A pivot this small, in rows whose largest entry is 1, is a rounded zero. */
const SINGULAR = 1e-15;

/** x with A x = b, or undefined when A is singular to working precision. A is n rows of n numbers. */
export function solveSmall(a: Matrix, b: readonly number[]): number[] | undefined {
  const n = b.length;
  const rows = a.map((row, i) => equilibrated(row, b[i]!));
  for (let k = 0; k < n; k++) {
    const pivot = pivotRow(rows, k);
    if (!(Math.abs(rows[pivot]![k]!) > SINGULAR)) return undefined;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = k + 1; i < n; i++) subtractMultiple(rows[i]!, rows[k]!, k);
  }
  return backSubstitute(rows);
}

/** A v. */
export function timesVector(a: Matrix, v: readonly number[]): number[] {
  return a.map((row) => dot(row, v));
}

export function dot(u: readonly number[], v: readonly number[]): number {
  return u.reduce((sum, x, i) => sum + x * v[i]!, 0);
}

export function transpose(a: Matrix): number[][] {
  return a.map((_, j) => a.map((row) => row[j]!));
}

function equilibrated(row: readonly number[], right: number): number[] {
  const scale = row.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  return scale === 0 ? [...row, right] : [...row.map((x) => x / scale), right / scale];
}

function pivotRow(rows: readonly (readonly number[])[], k: number): number {
  let best = k;
  for (let i = k + 1; i < rows.length; i++) {
    if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
  }
  return best;
}

function subtractMultiple(row: number[], pivot: readonly number[], k: number): void {
  const factor = row[k]! / pivot[k]!;
  if (factor === 0) return;
  for (let j = k; j < row.length; j++) row[j]! -= factor * pivot[j]!;
}

function backSubstitute(rows: readonly (readonly number[])[]): number[] {
  const n = rows.length;
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let rest = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) rest -= rows[i]![j]! * x[j]!;
    x[i] = rest / rows[i]![i]!;
  }
  return x;
}
