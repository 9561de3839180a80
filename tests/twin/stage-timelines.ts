/** What adds up in a stage, divided among the intervals of the replication and among the frames that are asked for. */

import type { FrameGrid } from '../../workers/simulate/contract.ts';
import type { StageRecord } from '../../workers/simulate/records.ts';
import type { Watch } from './watch.ts';

/**
 * What adds up in a stage, divided among intervals of time: the 200 equal ones of a replication, from which is read
 * whether the warm-up was long enough (mser.ts) and how bursty the arrivals are (relaxation.ts), and the frames that are
 * asked for. Memory: one number per sum and interval, whatever the horizon.
 */

/** Intervals of a replication. A bound on memory, and enough to place a warm-up to half a percent of the run. */
export const INTERVALS = 200;

class Timeline {
  /** Where the present interval ends; Infinity after the last one. */
  end = 0.5;
  private readonly grid: FrameGrid;
  private readonly width: number;
  private readonly sums: Float64Array;
  private readonly durations: Float64Array;
  /** The totals at the start of the present interval, and that start. */
  private readonly totals: Float64Array;
  private start = 0.5;
  private round = 0;
  private at = 0;

  /** `width`: how many of the totals are divided, the first ones. */
  constructor(grid: FrameGrid, width: number) {
    // Fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.grid = grid;
    this.width = width;
    this.durations = new Float64Array(grid.bounds.length - 1);
    this.sums = new Float64Array(width * this.durations.length);
    this.totals = new Float64Array(width);
    this.start = 0;
    this.end = grid.bounds[1]!;
  }

  /** The present interval ends, and so far all has added up to `totals`. */
  close(totals: Float64Array): void {
    this.add(totals, this.end);
    this.at++;
    if (this.at === this.durations.length && this.grid.repeats) {
      this.at = 0;
      this.round++;
    }
    this.end = this.at < this.durations.length ? this.endOf(this.at) : Number.POSITIVE_INFINITY;
  }

  /** The warm-up ends at `now`: where the intervals repeat they begin to count here. */
  restart(totals: Float64Array, now: number): void {
    if (!this.grid.repeats) return;
    this.sums.fill(0);
    this.durations.fill(0);
    this.totals.set(totals.subarray(0, this.width));
    this.start = now;
  }

  /** The replication ends, perhaps within an interval. */
  finish(totals: Float64Array, now: number): void {
    if (this.at < this.durations.length) this.add(totals, now);
  }

  /** What one of the sums has grown by in each interval. */
  series(which: number): Float64Array {
    return Float64Array.from(this.durations, (_, i) => this.sums[i * this.width + which]!);
  }

  /** Time spent in each interval, s. */
  times(): Float64Array {
    return this.durations.slice();
  }

  private add(totals: Float64Array, now: number): void {
    for (let which = 0; which < this.width; which++) {
      this.sums[this.at * this.width + which]! += totals[which]! - this.totals[which]!;
      this.totals[which] = totals[which]!;
    }
    this.durations[this.at]! += now - this.start;
    this.start = now;
  }

  private endOf(at: number): number {
    const { bounds } = this.grid;
    return this.round * bounds[bounds.length - 1]! + bounds[at + 1]!;
  }
}

/** So many equal intervals up to a horizon. The last one ends exactly there, or it would never end. */
export function equalFrames(count: number, horizon: number): FrameGrid {
  return { bounds: Array.from({ length: count + 1 }, (_, i) => horizon * (i / count)), repeats: false };
}

/** Places in `totals`: integrals over time of the occupancy, of serving and of blocked servers; counts. */
const AREA = 0;
const OFFERED = 1;
const SERVED = 2;
const SERVING_TIME = 3;
const BLOCKED_TIME = 4;
const TOTALS = 5;
/** The intervals divide the first two of them. */
const OF_INTERVALS = 2;

interface Totals {
  readonly area: number;
  readonly offered: number;
  readonly served: number;
  readonly serving: number;
  readonly blocked: number;
}

export class StageTimelines {
  /** Where the next interval or frame ends; Infinity after the last one. */
  end = 0.5;
  /** What has added up since the end of the warm-up. */
  private readonly totals = new Float64Array(TOTALS);
  /** What had added up at the end of the warm-up, and both together. */
  private readonly earlier = new Float64Array(TOTALS);
  private readonly all = new Float64Array(TOTALS);
  private readonly intervals: Timeline;
  private readonly frames: Timeline | null;

  constructor({ horizon, frames }: Watch) {
    // Fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.intervals = new Timeline(equalFrames(INTERVALS, horizon), OF_INTERVALS);
    this.frames = frames ? new Timeline(frames, TOTALS) : null;
    this.end = this.nextEnd();
  }

  /** What has added up since the end of the warm-up: to be told before each of the calls below. */
  fill({ area, offered, served, serving, blocked }: Totals): void {
    const { totals } = this;
    totals[AREA] = area;
    totals[OFFERED] = offered;
    totals[SERVED] = served;
    totals[SERVING_TIME] = serving;
    totals[BLOCKED_TIME] = blocked;
  }

  /** Time is at `end`. */
  close(): void {
    const { intervals, frames, end } = this;
    const all = this.addEarlier();
    if (intervals.end === end) intervals.close(all);
    if (frames?.end === end) frames.close(all);
    this.end = this.nextEnd();
  }

  /** The warm-up ends at `now`: the totals begin again at 0. */
  restart(now: number): void {
    this.earlier.set(this.addEarlier());
    this.frames?.restart(this.earlier, now);
  }

  /** The replication ends at `now`. */
  record(now: number): Pick<StageRecord, 'occupancySeries' | 'offeredSeries' | 'frames'> {
    const { intervals, frames } = this;
    const lengths = intervals.times();
    const series = {
      occupancySeries: intervals.series(AREA).map((area, i) => area / lengths[i]!),
      offeredSeries: intervals.series(OFFERED),
    };
    if (frames === null) return series;
    frames.finish(this.addEarlier(), now);
    return {
      ...series,
      frames: {
        times: frames.times(),
        occupancyTime: frames.series(AREA),
        offered: frames.series(OFFERED),
        served: frames.series(SERVED),
        servingTime: frames.series(SERVING_TIME),
        blockedTime: frames.series(BLOCKED_TIME),
      },
    };
  }

  private addEarlier(): Float64Array {
    const { all, earlier, totals } = this;
    for (let which = 0; which < TOTALS; which++) all[which] = earlier[which]! + totals[which]!;
    return all;
  }

  private nextEnd(): number {
    return Math.min(this.intervals.end, this.frames?.end ?? Number.POSITIVE_INFINITY);
  }
}
