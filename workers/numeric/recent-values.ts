/** The last values of a series, in their order. */

/** Enough for tests of independence. */
const RECENT = 5000;

export class RecentValues {
  /** Grows to `RECENT`. */
  private ring = new Float64Array(64);
  private count = 0;

  add(value: number): void {
    if (this.count === this.ring.length && this.count < RECENT) this.grow();
    this.ring[this.count % RECENT] = value;
    this.count += 1;
  }

  /** Oldest first. */
  ordered(): Float64Array {
    if (this.count <= RECENT) return this.ring.slice(0, this.count);
    const start = this.count % RECENT;
    const ordered = new Float64Array(RECENT);
    ordered.set(this.ring.subarray(start));
    ordered.set(this.ring.subarray(0, start), RECENT - start);
    return ordered;
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(RECENT, 2 * this.ring.length));
    larger.set(this.ring);
    this.ring = larger;
  }
}
