/** The last times between events, as many as a reduction keeps of a measured queue (`GapSeries.recent`). */
const RECENT = 5000;

export class RecentGaps {
  private readonly ring = new Float64Array(RECENT);
  private count = -1;
  private last = 0;

  event(time: number): void {
    if (this.count >= 0) this.ring[this.count % RECENT] = time - this.last;
    this.count += 1;
    this.last = time;
  }

  /** Oldest first. */
  ordered(): Float64Array {
    const { ring, count } = this;
    if (count <= RECENT) return ring.slice(0, Math.max(0, count));
    const start = count % RECENT;
    const ordered = new Float64Array(RECENT);
    ordered.set(ring.subarray(start));
    ordered.set(ring.subarray(0, start), RECENT - start);
    return ordered;
  }
}
