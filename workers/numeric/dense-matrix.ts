/**
 * Dense matrices of a few phases, in typed arrays by rows, and their kernels: products, sums and solutions of linear
 * systems by elimination with row pivots, O(n^3). Domain: some hundred rows; nothing here is blocked or sparse.
 */
export interface DenseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Entry (i, j) at i * columns + j. */
  readonly values: Float64Array;
}

export const zeroMatrix = (rows: number, columns: number): DenseMatrix => ({
  rows,
  columns,
  values: new Float64Array(rows * columns),
});

export function denseMatrix(entries: readonly (readonly number[])[]): DenseMatrix {
  const columns = entries[0]?.length ?? 0;
  return { rows: entries.length, columns, values: Float64Array.from(entries.flat()) };
}

export function identityMatrix(n: number): DenseMatrix {
  const identity = zeroMatrix(n, n);
  for (let i = 0; i < n; i++) identity.values[i * n + i] = 1;
  return identity;
}

export function times(a: DenseMatrix, b: DenseMatrix): DenseMatrix {
  const product = zeroMatrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const factor = a.values[i * a.columns + k]!;
      if (factor === 0) continue;
      const [into, from] = [i * b.columns, k * b.columns];
      for (let j = 0; j < b.columns; j++) product.values[into + j]! += factor * b.values[from + j]!;
    }
  }
  return product;
}

/** a + factor b. */
export function plus(a: DenseMatrix, b: DenseMatrix, factor = 1): DenseMatrix {
  return { ...a, values: a.values.map((x, i) => x + factor * b.values[i]!) };
}

export const scaled = (a: DenseMatrix, factor: number): DenseMatrix => ({
  ...a,
  values: a.values.map((x) => factor * x),
});

/** Kronecker product: entry ((i, k), (j, l)) is a(i, j) b(k, l). */
export function kronecker(a: DenseMatrix, b: DenseMatrix): DenseMatrix {
  const product = zeroMatrix(a.rows * b.rows, a.columns * b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++) {
      const factor = a.values[i * a.columns + j]!;
      if (factor === 0) continue;
      for (let k = 0; k < b.rows; k++) {
        for (let l = 0; l < b.columns; l++) {
          const at = (i * b.rows + k) * product.columns + j * b.columns + l;
          product.values[at] = factor * b.values[k * b.columns + l]!;
        }
      }
    }
  }
  return product;
}

/** v A, v a row. */
export function rowTimes(v: Float64Array, a: DenseMatrix): Float64Array {
  const product = new Float64Array(a.columns);
  for (let i = 0; i < a.rows; i++) {
    const factor = v[i]!;
    if (factor === 0) continue;
    for (let j = 0; j < a.columns; j++) product[j]! += factor * a.values[i * a.columns + j]!;
  }
  return product;
}

/** Sum of each row. */
export function rowTotals({ rows, columns, values }: DenseMatrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) =>
    values.subarray(i * columns, (i + 1) * columns).reduce((sum, x) => sum + x, 0),
  );
}

/** X with A X = B; undefined when A is singular. */
export function solveDense(a: DenseMatrix, b: DenseMatrix): DenseMatrix | undefined {
  const n = a.rows;
  const left = a.values.slice();
  const right = b.values.slice();
  const m = b.columns;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++)
      if (Math.abs(left[i * n + k]!) > Math.abs(left[pivot * n + k]!)) pivot = i;
    if (!(Math.abs(left[pivot * n + k]!) > 0)) return undefined;
    if (pivot !== k) {
      swapRows(left, n, k, pivot);
      swapRows(right, m, k, pivot);
    }
    for (let i = k + 1; i < n; i++) {
      const factor = left[i * n + k]! / left[k * n + k]!;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) left[i * n + j]! -= factor * left[k * n + j]!;
      for (let j = 0; j < m; j++) right[i * m + j]! -= factor * right[k * m + j]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = 0; j < m; j++) {
      let rest = right[i * m + j]!;
      for (let k = i + 1; k < n; k++) rest -= left[i * n + k]! * right[k * m + j]!;
      right[i * m + j] = rest / left[i * n + i]!;
    }
  }
  return { rows: n, columns: m, values: right };
}

function swapRows(values: Float64Array, width: number, a: number, b: number): void {
  for (let j = 0; j < width; j++) {
    const kept = values[a * width + j]!;
    values[a * width + j] = values[b * width + j]!;
    values[b * width + j] = kept;
  }
}
