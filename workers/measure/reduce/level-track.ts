/** The level of one queue as it changes: time at each level, by frame, and the peaks. Times in ns, never going back. */
import type { Bins, Peak, QueueFrames } from '../contract.ts';
import { NS_PER_SECOND } from '../stream/row-layout.ts';
import type { Framed, FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { LEVEL_BITS } from './log-bins.ts';

/** One number per frame and column; columns are added up or give their maximum when frames fall together. */

const SUMS = [
  ...([
    'observed',
    'busy',
    'levelTime',
    'insertions',
    'departures',
    'writerBlocked',
    'readerBlocked',
  ] as const),
  ...(['samples', 'nonZeroSamples', 'negativeSamples', 'levelSum'] as const),
] as const;
const MAXIMA = ['maxOccupancy', 'maxPerMillisecond'] as const;
type Column = (typeof SUMS)[number] | (typeof MAXIMA)[number];

/** Times in ns; `levelTime` is the integral of the level over time. */
class FrameColumns implements Framed {
  readonly columns: Record<Column, Float64Array>;

  constructor(private readonly slots: number) {
    this.columns = this.empty();
  }

  reframe(slotOf: (old: number) => number): void {
    const to = Uint16Array.from({ length: this.slots }, (_, old) => Math.min(slotOf(old), this.slots - 1));
    for (const name of SUMS) move(this.columns[name], to, (there, moved) => there + moved);
    for (const name of MAXIMA) move(this.columns[name], to, Math.max);
  }

  result(count: number): QueueFrames {
    const take = (name: Column, unit = 1) => this.columns[name].slice(0, count).map((value) => value / unit);
    const { levelTime, observed } = this.columns;
    return {
      observed: take('observed', NS_PER_SECOND),
      busy: take('busy', NS_PER_SECOND),
      insertions: take('insertions'),
      departures: take('departures'),
      meanOccupancy: Float64Array.from({ length: count }, (_, frame) =>
        observed[frame]! > 0 ? levelTime[frame]! / observed[frame]! : 0,
      ),
      maxOccupancy: take('maxOccupancy'),
      maxPerMillisecond: take('maxPerMillisecond'),
      writerBlocked: take('writerBlocked', NS_PER_SECOND),
      readerBlocked: take('readerBlocked', NS_PER_SECOND),
      samples: take('samples'),
      nonZeroSamples: take('nonZeroSamples'),
      negativeSamples: take('negativeSamples'),
      levelSum: take('levelSum'),
    };
  }

  private empty(): Record<Column, Float64Array> {
    const pairs = [...SUMS, ...MAXIMA].map((name) => [name, new Float64Array(this.slots)] as const);
    return Object.fromEntries(pairs) as Record<Column, Float64Array>;
  }
}

function move(column: Float64Array, to: Uint16Array, join: (there: number, moved: number) => number): void {
  const before = column.slice();
  column.fill(0);
  for (let old = 0; old < before.length; old += 1) column[to[old]!] = join(column[to[old]!]!, before[old]!);
}

/** The highest stretches of time during which a queue was never empty. */

const MOST_PEAKS = 20;

class PeakList {
  private readonly peaks: Peak[] = [];
  private start = 0;
  private level = 0;
  private at = 0;

  /** The level from `time` on. */
  set(time: number, level: number): void {
    if (level > this.level) {
      if (this.level === 0) this.start = time;
      this.level = level;
      this.at = time;
    } else if (level === 0 && this.level > 0) this.end(time);
  }

  end(time: number): void {
    const lowest = this.peaks.at(-1)?.level ?? 0;
    if (this.level > 0 && time > this.start && (this.peaks.length < MOST_PEAKS || this.level > lowest)) {
      const after = this.peaks.findIndex(({ level }) => level < this.level);
      const peak = { start: this.start, end: time, level: this.level, at: this.at };
      this.peaks.splice(after < 0 ? this.peaks.length : after, 0, peak);
      this.peaks.splice(MOST_PEAKS);
    }
    this.level = 0;
  }

  /** Times in s. */
  result(): Peak[] {
    return this.peaks.map(({ start, end, level, at }) => {
      return { start: start / 1e9, end: end / 1e9, level, at: at / 1e9 };
    });
  }
}

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
