/** Transitions collected row by row, in the order of the states; parallel ones are added up. */
import type { SparseMatrix } from '../../numeric/sparse-matrix.ts';

export class TransitionRows {
  private starts: number[] = [0];
  private columns = new Int32Array(4096);
  private values = new Float64Array(4096);
  private count = 0;
  /** Where a column was written last, to find it again within its row. */
  private lastAt = new Int32Array(1024);

  add(column: number, rate: number): void {
    if (column >= this.lastAt.length) this.lastAt = enlarged(this.lastAt, new Int32Array(2 * column));
    const at = this.lastAt[column]!;
    if (at >= this.starts.at(-1)! && at < this.count && this.columns[at] === column) {
      this.values[at]! += rate;
      return;
    }
    if (this.count === this.columns.length) {
      this.columns = enlarged(this.columns, new Int32Array(2 * this.count));
      this.values = enlarged(this.values, new Float64Array(2 * this.count));
    }
    this.columns[this.count] = column;
    this.values[this.count] = rate;
    this.lastAt[column] = this.count++;
  }

  endRow(): void {
    this.starts.push(this.count);
  }

  finish(): SparseMatrix {
    return {
      size: this.starts.length - 1,
      starts: Int32Array.from(this.starts),
      columns: this.columns.slice(0, this.count),
      values: this.values.slice(0, this.count),
    };
  }
}

function enlarged<T extends Int32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
