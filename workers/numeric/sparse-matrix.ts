/** Sparse square matrices by rows (compressed sparse row). */
export interface SparseMatrix {
  readonly size: number;
  /** Row i is at starts[i] .. starts[i + 1] - 1; `size` + 1 entries. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export function transposed({ size, starts, columns, values }: SparseMatrix): SparseMatrix {
  const into = new Int32Array(size + 1);
  for (const column of columns) into[column + 1]!++;
  for (let i = 0; i < size; i++) into[i + 1]! += into[i]!;
  const next = into.slice(0, size);
  const rows = new Int32Array(columns.length);
  const turned = new Float64Array(columns.length);
  for (let row = 0; row < size; row++) {
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const at = next[columns[k]!]!++;
      rows[at] = row;
      turned[at] = values[k]!;
    }
  }
  return { size, starts: into, columns: rows, values: turned };
}

/** Sum of each row. */
export function rowSums({ size, starts, values }: SparseMatrix): Float64Array {
  const sums = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) sum += values[k]!;
    sums[row] = sum;
  }
  return sums;
}

/**
 * The rows and columns of `members`, numbered in that order. Entries to others are dropped, so a set that nothing
 * leaves keeps its rows whole.
 */
export function submatrix(
  { size, starts, columns, values }: SparseMatrix,
  members: Int32Array,
): SparseMatrix {
  const numberOf = new Int32Array(size).fill(-1);
  members.forEach((member, i) => {
    numberOf[member] = i;
  });
  const rowStarts = new Int32Array(members.length + 1);
  const keptColumns: number[] = [];
  const keptValues: number[] = [];
  members.forEach((member, i) => {
    for (let k = starts[member]!; k < starts[member + 1]!; k++) {
      const column = numberOf[columns[k]!]!;
      if (column < 0) continue;
      keptColumns.push(column);
      keptValues.push(values[k]!);
    }
    rowStarts[i + 1] = keptColumns.length;
  });
  return {
    size: members.length,
    starts: rowStarts,
    columns: Int32Array.from(keptColumns),
    values: Float64Array.from(keptValues),
  };
}

/** All entries of two matrices of one size; those that both have stand twice. */
export function together(a: SparseMatrix, b: SparseMatrix): SparseMatrix {
  const starts = a.starts.map((start, i) => start + b.starts[i]!);
  const columns = new Int32Array(a.columns.length + b.columns.length);
  const values = new Float64Array(columns.length);
  for (let row = 0; row < a.size; row++) {
    let at = starts[row]!;
    for (const { starts: own, columns: from, values: of } of [a, b])
      for (let k = own[row]!; k < own[row + 1]!; k++, at++) {
        columns[at] = from[k]!;
        values[at] = of[k]!;
      }
  }
  return { size: a.size, starts, columns, values };
}
