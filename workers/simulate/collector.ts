/**
 * What one stage is watched for: integrals over time and counts, from the end of the warm-up on (W1). It looks at the
 * stage's levels just before each of them changes and takes no part in the protocol.
 */
import type { StageRecord } from '../contract/simulating.ts';
import { LatencySketch } from './latency-sketch.ts';
import { Timeline } from './timeline.ts';

/** What a stage holds at this moment. */
export interface StageLevels {
  /** Elements in the stage: waiting, in service, and finished but held. */
  readonly occupancy: number;
  /** Elements whose service has not begun. */
  readonly waiting: number;
  /** Servers that serve. */
  readonly busy: number;
  /** Servers that hold elements which cannot move. */
  readonly held: number;
}

export class StageCollector {
  offered = 0;
  entered = 0;
  served = 0;
  output = 0;
  lost = 0;
  private sojournTotal = 0.5;
  private sojournCount = 0;
  private waitTotal = 0.5;
  private waitCount = 0;
  private since = 0.5;
  private servingTime = 0.5;
  private blockedTime = 0.5;
  private waitingTime = 0.5;
  private firstHalf = 0.5;
  private levels = new Float64Array(64);
  private readonly sojourns: LatencySketch;
  private readonly waits: LatencySketch;
  private readonly timeline: Timeline;
  /** What the timeline has counted before the sums were last set to zero. */
  private earlierArea = 0.5;
  private earlierOffered = 0;

  /** `horizon` of the replication, s, may be Infinity. */
  constructor(horizon: number) {
    // The fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.timeline = new Timeline(horizon);
    this.sojourns = new LatencySketch(horizon);
    this.waits = new LatencySketch(horizon);
    this.restart(0);
    this.earlierArea = this.earlierOffered = 0;
  }

  /** Forgets everything before `now`. */
  restart(now: number): void {
    this.earlierArea += meanTimesDuration(this.levels);
    this.earlierOffered += this.offered;
    this.sojourns.clear();
    this.waits.clear();
    this.offered = this.entered = this.served = this.output = this.lost = 0;
    this.sojournTotal = this.waitTotal = this.servingTime = this.blockedTime = this.waitingTime = 0;
    this.sojournCount = this.waitCount = this.firstHalf = 0;
    this.since = now;
    this.levels.fill(0);
  }

  /** The levels have been like this since the last call. Call before any of them changes. */
  observe(now: number, stage: StageLevels): void {
    const elapsed = now - this.since;
    if (elapsed === 0) return;
    const n = stage.occupancy;
    if (now >= this.timeline.end) this.closeIntervals(now, n);
    this.since = now;
    if (n >= this.levels.length) this.widen(n);
    this.levels[n]! += elapsed;
    this.servingTime += elapsed * stage.busy;
    this.blockedTime += elapsed * stage.held;
    this.waitingTime += elapsed * stage.waiting;
  }

  /** One element leaves after `time` seconds in the stage. */
  countSojourn(time: number): void {
    this.sojournTotal += time;
    this.sojournCount++;
    this.sojourns.add(time);
  }

  /** One element begins its service after `time` seconds in the stage. */
  countWait(time: number): void {
    this.waitTotal += time;
    this.waitCount++;
    this.waits.add(time);
  }

  /** Called at the middle of the observed time, after `observe`. */
  markHalf(): void {
    this.firstHalf = meanTimesDuration(this.levels);
  }

  /** Time at each level so far, n = 0, 1, ..., to the highest level seen. */
  occupancy(): Float64Array {
    let end = this.levels.length;
    while (end > 1 && this.levels[end - 1] === 0) end--;
    return this.levels.slice(0, end);
  }

  /** The sums; `capacity` as in the model, Infinity when unbounded. Call `observe` first. */
  record(capacity: number): StageRecord {
    return {
      offered: this.offered,
      entered: this.entered,
      served: this.served,
      output: this.output,
      lost: this.lost,
      servingTime: this.servingTime,
      blockedTime: this.blockedTime,
      occupancyTime: meanTimesDuration(this.levels),
      firstHalfOccupancyTime: this.firstHalf,
      waitingTime: this.waitingTime,
      sojournTotal: this.sojournTotal,
      sojournCount: this.sojournCount,
      waitTotal: this.waitTotal,
      waitCount: this.waitCount,
      fullTime: this.levels[capacity] ?? 0,
      occupancy: this.occupancy(),
      occupancySeries: this.timeline.occupancySeries(),
      offeredSeries: this.timeline.offeredSeries(),
      sojournSketch: this.sojourns.record(),
      waitSketch: this.waits.record(),
    };
  }

  /** The occupancy has been `n` since the last observation. */
  private closeIntervals(now: number, n: number): void {
    const { timeline } = this;
    const area = this.earlierArea + meanTimesDuration(this.levels);
    while (now >= timeline.end) {
      timeline.close(area + n * (timeline.end - this.since), this.earlierOffered + this.offered);
    }
  }

  private widen(level: number): void {
    const wider = new Float64Array(Math.max(2 * this.levels.length, level + 1));
    wider.set(this.levels);
    this.levels = wider;
  }
}

/** Sum of level x time at that level. */
function meanTimesDuration(levels: Float64Array): number {
  let sum = 0;
  for (let n = 1; n < levels.length; n++) sum += n * levels[n]!;
  return sum;
}
