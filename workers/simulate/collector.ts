/**
 * What one stage is watched for: integrals over time and counts, from the end of the warm-up on (W1). It looks at the
 * stage's levels just before each of them changes and takes no part in the protocol.
 */
import type { StageRecord } from '../contract/records.ts';
import { ClassCollector } from './class-collector.ts';
import type { GroupCollector } from './group-collector.ts';
import { LatencySketch, sketchCount } from './latency-sketch.ts';
import { LevelTimes } from './level-times.ts';
import { AREA, BLOCKED_TIME, OFFERED, SERVED, SERVING_TIME, StageTimelines } from './stage-timelines.ts';
import type { Watch } from './watch.ts';

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
const SOJOURN = 3;
const WAIT = 4;
/** End of the present interval of a timeline. */
const INTERVAL_END = 5;
const PLACES = 6;

export class StageCollector {
  offered = 0;
  entered = 0;
  served = 0;
  output = 0;
  lost = 0;
  private firstHalf = 0.5;
  private stage: StageLevels | null = null;
  private readonly clock: Float64Array;
  private readonly sums = new Float64Array(PLACES);
  private readonly levels: LevelTimes;
  private readonly waiting: LevelTimes;
  /** See `waitsOnlyWhenFull`; else 0. */
  private alwaysServing = 0;
  private readonly sojourns: LatencySketch;
  private readonly waits: LatencySketch;
  private readonly timelines: StageTimelines;
  /** With several classes only. */
  private readonly classes: ClassCollector | null;
  private readonly groups: GroupCollector[] = [];
  /** Somebody wants to know of each change of the occupancy. */
  private watched: boolean;

  /** `clock[0]` is the time now, s; `capacity` as in the model. */
  constructor(clock: Float64Array, watch: Watch, capacity: number) {
    const { horizon, classCount } = watch;
    this.clock = clock;
    this.levels = new LevelTimes(capacity);
    this.waiting = new LevelTimes(capacity);
    this.sojourns = new LatencySketch(horizon);
    this.waits = new LatencySketch(horizon);
    this.timelines = new StageTimelines(watch);
    this.classes = classCount > 1 ? new ClassCollector(clock, horizon, classCount) : null;
    this.watched = this.classes !== null;
    this.sums[INTERVAL_END] = this.timelines.end;
    this.firstHalf = 0; // began as a fraction, so that the engine stores it as a double from the start
  }

  /** The stage that this collector is of. */
  follow(stage: StageLevels): void {
    this.stage = stage;
  }

  /**
   * An element waits here only while all `servers` servers have one each. Then w wait when servers + w are in the stage,
   * and this needs no counting of its own.
   */
  waitsOnlyWhenFull(servers: number): void {
    this.alwaysServing = servers;
  }

  /** This stage is part of a group. */
  joinGroup(group: GroupCollector): void {
    this.groups.push(group);
    this.watched = true;
  }

  /** Forgets everything before now. Call `observe` first. */
  restart(): void {
    this.fillTotals();
    this.timelines.restart(this.clock[0]!);
    this.classes?.restart();
    this.levels.clear();
    this.waiting.clear();
    this.sojourns.clear();
    this.waits.clear();
    this.offered = this.entered = this.served = this.output = this.lost = 0;
    this.firstHalf = 0;
    this.sums.fill(0, SERVING, INTERVAL_END);
  }

  /** The levels have been like this since the last call. Call before any of them changes. */
  observe(stage: StageLevels): void {
    // At most events most calls find that no time has passed: this much is put in place, the rest is a call.
    if (this.clock[0] !== this.sums[SINCE]) this.integrate(stage);
  }

  private integrate(stage: StageLevels): void {
    const { sums, levels } = this;
    const now = this.clock[0]!;
    const n = stage.occupancy;
    if (now >= sums[INTERVAL_END]!) this.closeIntervals(stage);
    const elapsed = now - sums[SINCE]!;
    sums[SINCE] = now;
    if (n < levels.times.length) levels.times[n]! += elapsed;
    else levels.addAbove(n, elapsed);
    if (this.alwaysServing === 0) this.waiting.add(stage.waiting, elapsed);
    sums[SERVING]! += elapsed * stage.busy;
    if (stage.held > 0) sums[BLOCKED]! += elapsed * stage.held;
  }

  /** So many native elements want in. */
  countOffered(jobClass: number, n: number): void {
    // Nothing need change in the stage now, so nobody may have observed it since the last interval ended.
    if (this.clock[0]! >= this.sums[INTERVAL_END]!) this.closeLate();
    this.offered += n;
    if (this.classes !== null) this.classes.offered[jobClass]! += n;
  }

  countEntered(jobClass: number, n: number): void {
    this.entered += n;
    if (this.classes !== null) this.classes.entered[jobClass]! += n;
  }

  /** The service of one element ends. */
  countServed(jobClass: number): void {
    this.served++;
    if (this.classes !== null) this.classes.served[jobClass]!++;
  }

  /** One element goes on to the next nodes. */
  countOutput(jobClass: number): void {
    this.output++;
    if (this.classes !== null) this.classes.output[jobClass]!++;
  }

  countLost(jobClass: number, n: number): void {
    this.lost += n;
    if (this.classes !== null) this.classes.lost[jobClass]! += n;
  }

  /** So many elements more (or fewer) are in the stage from now on. Call whenever its occupancy changes. */
  changeClassOccupancy(jobClass: number, delta: number): void {
    if (this.watched) this.tellChange(jobClass, delta);
  }

  /** One element leaves that entered the stage at `entered`. */
  countSojourn(entered: number, jobClass: number): void {
    const time = this.clock[0]! - entered;
    this.sums[SOJOURN]! += time;
    this.sojourns.add(time);
    if (this.classes !== null) this.classes.countSojourn(time, jobClass);
  }

  /** One element begins its service that entered the stage at `entered`. */
  countWait(entered: number, jobClass: number): void {
    const time = this.clock[0]! - entered;
    this.sums[WAIT]! += time;
    this.waits.add(time);
    if (this.classes !== null) this.classes.countWait(time, jobClass);
  }

  /** Called at the middle of the observed time, after `observe`. */
  markHalf(): void {
    this.firstHalf = this.levels.area();
  }

  /** Time at each level so far, n = 0, 1, ..., to the highest level seen. */
  occupancy(): Float64Array {
    return this.levels.record();
  }

  /** The sums. Call `observe` first. */
  record(): StageRecord {
    const { sums } = this;
    const waiting = this.alwaysServing === 0 ? this.waiting : this.levels.beyondFirst(this.alwaysServing);
    const sojournSketch = this.sojourns.record();
    const waitSketch = this.waits.record();
    this.fillTotals();
    return {
      offered: this.offered,
      entered: this.entered,
      served: this.served,
      output: this.output,
      lost: this.lost,
      servingTime: sums[SERVING]!,
      blockedTime: sums[BLOCKED]!,
      occupancyTime: this.levels.area(),
      firstHalfOccupancyTime: this.firstHalf,
      waitingTime: waiting.area(),
      sojournTotal: sums[SOJOURN]!,
      sojournCount: sketchCount(sojournSketch),
      waitTotal: sums[WAIT]!,
      waitCount: sketchCount(waitSketch),
      fullTime: this.levels.timeAtFull(),
      occupancy: this.levels.record(),
      waiting: waiting.record(),
      sojournSketch,
      waitSketch,
      ...(this.classes && { classes: this.classes.record() }),
      ...this.timelines.record(this.clock[0]!),
    };
  }

  private tellChange(jobClass: number, delta: number): void {
    this.classes?.changeOccupancy(jobClass, delta);
    for (const group of this.groups) group.changeOccupancy(delta);
  }

  private closeLate(): void {
    if (this.stage !== null) this.closeIntervals(this.stage);
  }

  /** Intervals have ended since the last observation: time is set to the end of each, and then to where it was. */
  private closeIntervals(stage: StageLevels): void {
    const { timelines, sums, clock } = this;
    const now = clock[0]!;
    while (now >= timelines.end) {
      clock[0] = timelines.end;
      sums[INTERVAL_END] = Number.POSITIVE_INFINITY;
      this.integrate(stage);
      this.fillTotals();
      timelines.close();
    }
    sums[INTERVAL_END] = timelines.end;
    clock[0] = now;
  }

  private fillTotals(): void {
    const { sums } = this;
    const { totals } = this.timelines;
    totals[AREA] = this.levels.area();
    totals[OFFERED] = this.offered;
    totals[SERVED] = this.served;
    totals[SERVING_TIME] = sums[SERVING]!;
    totals[BLOCKED_TIME] = sums[BLOCKED]!;
  }
}
