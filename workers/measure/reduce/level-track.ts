/** The level of one queue as it changes: time at each level, by frame, and the peaks. Times in ns, never going back. */
import type { Bins, Peak, QueueFrames } from '../contract.ts';
import { FrameColumns } from './frame-columns.ts';
import type { Framed, FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { LEVEL_BITS } from './log-bins.ts';
import { PeakList } from './peak-list.ts';

export class LevelTrack implements Framed {
  readonly frames: FrameColumns;
  level = 0;
  /** Frame of the last time given to `advance`; -1 between declared frames. */
  frame = -1;
  private readonly levels: FrameHistogram;
  private readonly peaks = new PeakList();
  private since = Number.NaN;
  private frameEnd = Number.NEGATIVE_INFINITY;

  /** `byFrame`: the time at each level is kept frame by frame too. */
  constructor(
    private readonly grid: FrameGrid,
    byFrame: boolean,
  ) {
    this.frames = new FrameColumns(grid.slots);
    this.levels = new FrameHistogram(byFrame ? grid.slots : 1, LEVEL_BITS);
    grid.join(this);
  }

  /** Up to which the level is known; NaN before the first. */
  get time(): number {
    return this.since;
  }

  /** The level stays as it is up to `time`. */
  advance(time: number): void {
    if (time >= this.frameEnd) this.grid.cover(time);
    if (Number.isNaN(this.since)) {
      this.since = time;
      this.locate(time);
      return;
    }
    while (this.since < time) {
      if (this.since >= this.frameEnd) this.locate(this.since);
      const until = Math.min(time, this.frameEnd);
      this.stay(until - this.since);
      this.since = until;
    }
    if (time >= this.frameEnd) this.locate(time);
  }

  /** The level from now on. */
  set(level: number): void {
    this.level = level;
    this.peaks.set(this.since, level);
  }

  reframe(slotOf: (old: number) => number): void {
    this.frames.reframe(slotOf);
    this.levels.reframe(slotOf);
    this.frameEnd = Number.NEGATIVE_INFINITY;
  }

  result(frameCount: number): { frames: QueueFrames; occupancy: Bins | undefined; peaks: Peak[] } {
    this.peaks.end(this.since);
    return {
      frames: this.frames.result(frameCount),
      occupancy: this.levels.result(frameCount, { weightUnit: 1e9 }),
      peaks: this.peaks.result(),
    };
  }

  private stay(duration: number): void {
    const { frame, level } = this;
    if (frame < 0) return;
    const { observed, busy, levelTime, maxOccupancy } = this.frames.columns;
    this.levels.add(frame, level, duration);
    observed[frame]! += duration;
    if (level === 0) return;
    busy[frame]! += duration;
    levelTime[frame]! += level * duration;
    if (level > maxOccupancy[frame]!) maxOccupancy[frame] = level;
  }

  private locate(time: number): void {
    this.frame = this.grid.slotAt(time);
    this.frameEnd = this.grid.endAfter(time);
  }
}
