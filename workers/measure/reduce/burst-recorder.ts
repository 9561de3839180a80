/** Insertions per millisecond: bursts that averages over a frame hide. Milliseconds are whole ones from the origin. */
import type { Bins } from '../contract.ts';
import type { Framed, FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { LEVEL_BITS } from './log-bins.ts';

const MILLISECOND = 1e6;

export class BurstRecorder implements Framed {
  private readonly counts: FrameHistogram;
  private millisecond = Number.NaN;
  private count = 0;
  private start = 0;

  /** `onBurst` is told of every millisecond with insertions, with a time inside it. */
  constructor(
    private readonly grid: FrameGrid,
    private readonly onBurst: (frame: number, count: number) => void,
    byFrame: boolean,
  ) {
    this.counts = new FrameHistogram(byFrame ? grid.slots : 1, LEVEL_BITS);
  }

  add(time: number, count: number): void {
    const millisecond = Math.floor(time / MILLISECOND);
    if (millisecond !== this.millisecond) {
      this.close();
      this.millisecond = millisecond;
      this.start = time;
    }
    this.count += count;
  }

  reframe(slotOf: (old: number) => number): void {
    this.counts.reframe(slotOf);
  }

  result(frameCount: number): Bins | undefined {
    return this.counts.result(frameCount);
  }

  close(): void {
    if (this.count === 0) return;
    const frame = this.grid.slotAt(this.start);
    this.counts.add(frame, this.count, 1);
    if (frame >= 0) this.onBurst(frame, this.count);
    this.count = 0;
  }
}
