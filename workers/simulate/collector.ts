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

/** Places in `sums`: a typed array keeps doubles as they are, plain fields would box them. */
const SINCE = 0;
const SERVING = 1;
const BLOCKED = 2;
const WAITING = 3;
const SOJOURN = 4;
const WAIT = 5;
/** End of the timeline's present interval. */
const INTERVAL_END = 6;
const PLACES = 7;

export class StageCollector {
  offered = 0;
  entered = 0;
  served = 0;
  output = 0;
  lost = 0;
  private sojournCount = 0;
  private waitCount = 0;
  private firstHalf = 0.5;
  private readonly clock: Float64Array;
  private readonly sums = new Float64Array(PLACES);
  private levels = new Float64Array(64);
  private readonly sojourns: LatencySketch;
  private readonly waits: LatencySketch;
  private readonly timeline: Timeline;
  /** What the timeline has counted before the sums were last set to zero. */
  private earlierArea = 0.5;
  private earlierOffered = 0;

  /** `clock[0]` is the time now, s; `horizon` of the replication, s, may be Infinity. */
  constructor(clock: Float64Array, horizon: number) {
    this.clock = clock;
    this.timeline = new Timeline(horizon);
    this.sums[INTERVAL_END] = this.timeline.end;
    this.sojourns = new LatencySketch(horizon);
    this.waits = new LatencySketch(horizon);
    this.restart();
    this.earlierArea = this.earlierOffered = 0;
  }

  /** Forgets everything before now. */
  restart(): void {
    this.earlierArea += meanTimesDuration(this.levels);
    this.earlierOffered += this.offered;
    this.sojourns.clear();
    this.waits.clear();
    this.offered = this.entered = this.served = this.output = this.lost = 0;
    this.sojournCount = this.waitCount = this.firstHalf = 0;
    this.sums.fill(0, SERVING, INTERVAL_END);
    this.sums[SINCE] = this.clock[0]!;
    this.levels.fill(0);
  }

  /** The levels have been like this since the last call. Call before any of them changes. */
  observe(stage: StageLevels): void {
    // At most events most calls find that no time has passed: this much is put in place, the rest is a call.
    if (this.clock[0] !== this.sums[SINCE]) this.integrate(stage);
  }

  private integrate(stage: StageLevels): void {
    const { sums } = this;
    const now = this.clock[0]!;
    const n = stage.occupancy;
    if (now >= sums[INTERVAL_END]!) this.closeIntervals(now, n);
    if (n >= this.levels.length) this.widen(n);
    const elapsed = now - sums[SINCE]!;
    sums[SINCE] = now;
    this.levels[n]! += elapsed;
    sums[SERVING]! += elapsed * stage.busy;
    if (stage.held > 0) sums[BLOCKED]! += elapsed * stage.held;
    sums[WAITING]! += elapsed * stage.waiting;
  }

  /** One element leaves that entered the stage at `entered`. */
  countSojourn(entered: number): void {
    const time = this.clock[0]! - entered;
    this.sums[SOJOURN]! += time;
    this.sojournCount++;
    this.sojourns.add(time);
  }

  /** One element begins its service that entered the stage at `entered`. */
  countWait(entered: number): void {
    const time = this.clock[0]! - entered;
    this.sums[WAIT]! += time;
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
    const { sums } = this;
    return {
      offered: this.offered,
      entered: this.entered,
      served: this.served,
      output: this.output,
      lost: this.lost,
      servingTime: sums[SERVING]!,
      blockedTime: sums[BLOCKED]!,
      occupancyTime: meanTimesDuration(this.levels),
      firstHalfOccupancyTime: this.firstHalf,
      waitingTime: sums[WAITING]!,
      sojournTotal: sums[SOJOURN]!,
      sojournCount: this.sojournCount,
      waitTotal: sums[WAIT]!,
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
    const { timeline, sums } = this;
    const area = this.earlierArea + meanTimesDuration(this.levels);
    while (now >= timeline.end) {
      timeline.close(area + n * (timeline.end - sums[SINCE]!), this.earlierOffered + this.offered);
    }
    sums[INTERVAL_END] = timeline.end;
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
