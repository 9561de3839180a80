/** Times as they come, in memory that doubles. */
export class GrowingTimes {
  private times = new Float64Array(1024);
  length = 0;

  /** The same time `count` times over. */
  add(time: number, count: number): void {
    while (this.length + count > this.times.length) {
      const larger = new Float64Array(2 * this.times.length);
      larger.set(this.times);
      this.times = larger;
    }
    this.times.fill(time, this.length, this.length + count);
    this.length += count;
  }

  get last(): number {
    return this.length > 0 ? this.times[this.length - 1]! : Number.NEGATIVE_INFINITY;
  }

  values(): Float64Array<ArrayBuffer> {
    return this.times.slice(0, this.length);
  }
}
