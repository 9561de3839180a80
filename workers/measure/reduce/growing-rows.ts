/** Rows of numbers, kept column by column in arrays that double. */
export class GrowingRows {
  length = 0;
  private readonly columns: Float64Array[];

  constructor(width: number) {
    this.columns = Array.from({ length: width }, () => new Float64Array(64));
  }

  push(row: readonly number[]): void {
    if (this.length === this.columns[0]!.length) this.grow();
    for (let i = 0; i < row.length; i += 1) this.columns[i]![this.length] = row[i]!;
    this.length += 1;
  }

  /** A view of what is there; later rows do not show in it. */
  column(i: number): Float64Array {
    return this.columns[i]!.subarray(0, this.length);
  }

  private grow(): void {
    this.columns.forEach((old, i) => {
      const wider = new Float64Array(2 * old.length);
      wider.set(old);
      this.columns[i] = wider;
    });
  }
}
