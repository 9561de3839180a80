/** Counts times into the buckets of `workers/simulate/latency-sketch.ts`. */
import { bucketOf } from '../../workers/simulate/latency-sketch.ts';
import type { TimeSketch } from '../../workers/simulate/records.ts';

const BUCKETS = 4096;

export class LatencySketch {
  /** Bucket just below those that are told apart; counts[0] is of it and all that are smaller. */
  private readonly below: number;
  private readonly counts = new Uint32Array(BUCKETS + 1);

  /** No time is longer than `horizon`, s. */
  constructor(horizon: number) {
    this.below = bucketOf(horizon) - BUCKETS;
  }

  add(time: number): void {
    this.counts[Math.max(0, bucketOf(time) - this.below)]!++;
  }

  clear(): void {
    this.counts.fill(0);
  }

  /** A copy, cut to the buckets in use. */
  record(): TimeSketch {
    const zeros = this.counts[0]!;
    const first = this.counts.findIndex((count, at) => at > 0 && count > 0);
    if (first < 0) return { zeros, first: 0, counts: new Uint32Array(0) };
    const end = this.counts.findLastIndex((count) => count > 0) + 1;
    return { zeros, first: this.below + first, counts: this.counts.slice(first, end) };
  }
}
