/** A first-in first-out list of timed batches in flat arrays that grow by doubling. */
export class BatchRing {
  time: Float64Array = new Float64Array(16);
  count: Float64Array = new Float64Array(16);
  /** How long the operation waited, ns; 0 when it did not, NaN when it did for an unknown time. */
  wait: Float64Array = new Float64Array(16);
  row: Float64Array = new Float64Array(16);
  private head = 0;
  private tail = 0;
  private mask = 15;

  get length(): number {
    return this.tail - this.head;
  }

  /** Slot of the oldest batch in the arrays. */
  get first(): number {
    return this.head & this.mask;
  }

  push(time: number, count: number, wait: number, row: number): void {
    if (this.tail - this.head > this.mask) this.grow();
    const slot = this.tail & this.mask;
    this.time[slot] = time;
    this.count[slot] = count;
    this.wait[slot] = wait;
    this.row[slot] = row;
    this.tail += 1;
  }

  shift(): void {
    this.head += 1;
  }

  clear(): void {
    this.head = this.tail;
  }

  private grow(): void {
    const { head, mask, length } = this;
    const moved = (from: Float64Array): Float64Array => {
      const to = new Float64Array(2 * from.length);
      for (let index = 0; index < length; index += 1) to[index] = from[(head + index) & mask]!;
      return to;
    };
    this.time = moved(this.time);
    this.count = moved(this.count);
    this.wait = moved(this.wait);
    this.row = moved(this.row);
    this.head = 0;
    this.tail = length;
    this.mask = 2 * mask + 1;
  }
}
