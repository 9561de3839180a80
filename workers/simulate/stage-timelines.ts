/** What adds up in a stage, divided among the intervals of the replication and among the frames that are asked for. */
import type { StageRecord } from './records.ts';
import { equalFrames, INTERVALS, Timeline } from './timeline.ts';
import type { Watch } from './watch.ts';

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
