import { type SparseMatrix, transposed } from './sparse-matrix.ts';

/** Who has an entry with whom, in either direction; some neighbours are listed twice. */
export interface Neighbours {
  /** Those of i are list[starts[i]] .. list[starts[i + 1] - 1]. */
  readonly starts: Int32Array;
  readonly list: Int32Array;
}

export function neighboursOf(matrix: SparseMatrix): Neighbours {
  const back = transposed(matrix);
  const { size } = matrix;
  const starts = new Int32Array(size + 1);
  const list = new Int32Array(2 * matrix.columns.length);
  let at = 0;
  for (let i = 0; i < size; i++) {
    for (let k = matrix.starts[i]!; k < matrix.starts[i + 1]!; k++) list[at++] = matrix.columns[k]!;
    for (let k = back.starts[i]!; k < back.starts[i + 1]!; k++) list[at++] = back.columns[k]!;
    starts[i + 1] = at;
  }
  return { starts, list };
}
