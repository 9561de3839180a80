/** Hands out the points that are still to be made: large shares first, smaller ones towards the end, so that all workers end together. */
import type { PointRange } from '../../../core/study/point-ranges.ts';

/** Points of one share at most: whoever waits for it to end does not wait long. */
const MOST_IN_SHARE = 20_000;
/** A share is worth its handing over when it takes this long, s. */
const LEAST_TIME = 0.05;

export class PointShares {
  private readonly ranges: PointRange[];
  private readonly workers: number;
  private left: number;
  private made = 0;
  private readonly started = performance.now();

  constructor(ranges: readonly PointRange[], workers: number) {
    this.ranges = [...ranges];
    this.workers = workers;
    this.left = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** None when nothing is left. */
  take(): readonly PointRange[] {
    const taken: PointRange[] = [];
    for (let wanted = this.size(); wanted > 0 && this.ranges.length > 0; ) {
      const { from, to } = this.ranges.shift()!;
      const end = Math.min(to, from + wanted);
      taken.push({ from, to: end });
      if (end < to) this.ranges.unshift({ from: end, to });
      wanted -= end - from;
      this.left -= end - from;
    }
    return taken;
  }

  /** So many came back: it tells how long a point takes. */
  count(points: number): void {
    this.made += points;
  }

  private size(): number {
    const perWorker = (this.made * 1000) / (performance.now() - this.started + 1) / this.workers;
    const least = Math.max(1, Math.floor(perWorker * LEAST_TIME));
    return Math.min(MOST_IN_SHARE, Math.max(least, Math.ceil(this.left / (2 * this.workers))));
  }
}
