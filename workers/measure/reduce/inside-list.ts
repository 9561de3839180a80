/** The elements inside of a queue, first in first out, as far as it is not too long to remember them all. */
import { BatchRing } from './batch-ring.ts';
import type { FrameHistogram } from './frame-histogram.ts';

/** Batches of which the time of insertion is kept. */
const MOST_INSIDE = 2 ** 21;

export class InsideList {
  private readonly batches = new BatchRing();
  /** False from when there were too many: then it no longer says when an element came. */
  isKnown = true;

  add(time: number, count: number): void {
    if (!this.isKnown) return;
    if (this.batches.length < MOST_INSIDE) this.batches.push(time, count, 0, 0);
    else {
      this.isKnown = false;
      this.batches.clear();
    }
  }

  /** When the one that leaves next came. */
  get oldest(): number {
    return this.batches.time[this.batches.first]!;
  }

  /** Takes out as many and adds to `latency` how long each was inside. */
  take(time: number, count: number, frame: number, latency: FrameHistogram): void {
    const { batches } = this;
    for (let left = count; left > 0; ) {
      const slot = batches.first;
      const taken = Math.min(left, batches.count[slot]!);
      latency.add(frame, time - batches.time[slot]!, taken);
      batches.count[slot]! -= taken;
      if (batches.count[slot] === 0) batches.shift();
      left -= taken;
    }
  }
}
