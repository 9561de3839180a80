/**
 * One replication in equal intervals of time, warm-up included: what a stage held on average in each, and how many
 * elements came. From it is read whether the warm-up was long enough (mser.ts) and how bursty the arrivals are
 * (relaxation.ts).
 */

/** Intervals of a replication. A bound on memory, and enough to place a warm-up to half a percent of the run. */
export const INTERVALS = 200;

export class Timeline {
  /** Where the present interval ends; Infinity after the last one, and always without a horizon. */
  end = 0.5;
  private readonly horizon: number;
  private closed = 0;
  private area = 0.5;
  private count = 0;
  private readonly areas = new Float64Array(INTERVALS);
  private readonly counts = new Float64Array(INTERVALS);

  /** `horizon` in s; without one (Infinity) nothing is kept. */
  constructor(horizon: number) {
    // Fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.horizon = horizon;
    this.area = 0;
    this.end = horizon / INTERVALS;
  }

  /** The interval ends; up to here the integral of the occupancy is `area`, and `count` elements were offered. */
  close(area: number, count: number): void {
    this.areas[this.closed] = area - this.area;
    this.counts[this.closed] = count - this.count;
    this.area = area;
    this.count = count;
    this.closed++;
    this.end =
      this.closed < INTERVALS ? (this.horizon * (this.closed + 1)) / INTERVALS : Number.POSITIVE_INFINITY;
  }

  /** Mean occupancy in each interval that is over. */
  occupancySeries(): Float64Array {
    return this.areas.slice(0, this.closed).map((area) => (area * INTERVALS) / this.horizon);
  }

  /** Elements offered in each interval that is over. */
  offeredSeries(): Float64Array {
    return this.counts.slice(0, this.closed);
  }
}
