/**
 * What one stage is watched for: integrals over time and counts, from the end of the warm-up on (W1). It looks at the
 * stage's levels just before each of them changes and takes no part in the protocol.
 */

import type { StageRecord } from '../../workers/simulate/records.ts';
import { ClassCollector } from './class-collector.ts';
import type { GroupCollector } from './group-collector.ts';
import { LevelTimes } from './level-times.ts';
import { StageTimelines } from './stage-timelines.ts';
import { Trips } from './trips.ts';
import type { Watch } from './watch.ts';

/** How many elements came to a stage, entered, were served, went on and were lost; also by class, where there are several. */

class StageCounts {
  offered = 0;
  entered = 0;
  served = 0;
  output = 0;
  lost = 0;
  /** With several classes only. */
  protected readonly classes: ClassCollector | null;
  /** With several classes, or in a group. */
  protected apart: CountsApart | null;

  constructor(classes: ClassCollector | null) {
    this.classes = classes;
    this.apart = classes && new CountsApart(classes);
  }

  /** This stage is part of a group. */
  joinGroup(group: GroupCollector): void {
    this.apart ??= new CountsApart(null);
    this.apart.joinGroup(group);
  }

  /** So many native elements enter. */
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
    if (this.apart !== null) this.apart.changeOccupancy(jobClass, delta);
  }

  protected restartCounts(): void {
    this.offered = this.entered = this.served = this.output = this.lost = 0;
    this.classes?.restart();
  }
}

/** What a stage counts apart for each class, and tells the groups it is in; present only where there is something to tell. */

class CountsApart {
  /** With several classes only. */
  readonly classes: ClassCollector | null;
  private readonly groups: GroupCollector[] = [];

  constructor(classes: ClassCollector | null) {
    this.classes = classes;
  }

  joinGroup(group: GroupCollector): void {
    this.groups.push(group);
  }

  /** One element wants in and enters. */
  countAdmission(jobClass: number): void {
    if (this.classes !== null) {
      this.classes.offered[jobClass]!++;
      this.classes.entered[jobClass]!++;
    }
    this.changeOccupancy(jobClass, 1);
  }

  /** The service of one element ends, and it leaves at once after so much time in the stage. */
  countDeparture(time: number, jobClass: number, passes: boolean): void {
    if (this.classes !== null) {
      this.classes.served[jobClass]!++;
      if (passes) this.classes.output[jobClass]!++;
      this.classes.countSojourn(time, jobClass);
    }
    this.changeOccupancy(jobClass, -1);
  }

  changeOccupancy(jobClass: number, delta: number): void {
    this.classes?.changeOccupancy(jobClass, delta);
    for (const group of this.groups) group.changeOccupancy(delta);
  }
}

/** What a stage holds at this moment. */
interface StageLevels {
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
/** End of the present interval of a timeline. */
const INTERVAL_END = 3;
const PLACES = 4;

export class StageCollector extends StageCounts {
  private firstHalf = 0.5;
  private readonly clock: Float64Array;
  private readonly sums = new Float64Array(PLACES);
  private readonly levels: LevelTimes;
  private readonly waiting: LevelTimes;
  private readonly serversBeforeWaiting: number;
  private readonly sojourns: Trips;
  private readonly waits: Trips;
  private readonly timelines: StageTimelines;

  /**
   * `clock[0]` is the time now, s; `capacity` as in the model. `serversBeforeWaiting`: where elements wait only while so many
   * servers have one each, w wait when that many and w are in the stage, which needs no counting of its own; else 0.
   */
  constructor(clock: Float64Array, watch: Watch, capacity: number, serversBeforeWaiting = 0) {
    const { horizon, classCount } = watch;
    super(classCount > 1 ? new ClassCollector(clock, horizon, classCount) : null);
    this.clock = clock;
    this.serversBeforeWaiting = serversBeforeWaiting;
    this.levels = new LevelTimes(capacity);
    this.waiting = new LevelTimes(capacity);
    this.sojourns = new Trips(horizon);
    this.waits = new Trips(horizon);
    this.timelines = new StageTimelines(watch);
    this.sums[INTERVAL_END] = this.timelines.end;
    this.firstHalf = 0; // began as a fraction, so that the engine stores it as a double from the start
  }

  /** Forgets everything before now. Call `observe` first. */
  restart(): void {
    this.fillTotals();
    this.timelines.restart(this.clock[0]!);
    this.levels.clear();
    this.waiting.clear();
    this.sojourns.clear();
    this.waits.clear();
    this.restartCounts();
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
    if (this.serversBeforeWaiting === 0) this.waiting.add(stage.waiting, elapsed);
    sums[SERVING]! += elapsed * stage.busy;
    if (stage.held > 0) sums[BLOCKED]! += elapsed * stage.held;
  }

  /** One native element wants in and enters. Call `observe` first. */
  countAdmission(jobClass: number): void {
    this.offered++;
    this.entered++;
    if (this.apart !== null) this.apart.countAdmission(jobClass);
  }

  /** The service of one element ends, which entered the stage at `entered`, and it leaves at once. Call `observe` first. */
  countDeparture(entered: number, jobClass: number, passes: boolean): void {
    const time = this.clock[0]! - entered;
    this.served++;
    if (passes) this.output++;
    this.sojourns.add(time);
    if (this.apart !== null) this.apart.countDeparture(time, jobClass, passes);
  }

  /** So many native elements want in. */
  countOffered(stage: StageLevels, jobClass: number, n: number): void {
    // Nothing need change in the stage now, so nobody may have observed it since the last interval ended.
    if (this.clock[0]! >= this.sums[INTERVAL_END]!) this.closeIntervals(stage);
    this.offered += n;
    if (this.classes !== null) this.classes.offered[jobClass]! += n;
  }

  /** One element leaves that entered the stage at `entered`. */
  countSojourn(entered: number, jobClass: number): void {
    const time = this.clock[0]! - entered;
    this.sojourns.add(time);
    this.classes?.countSojourn(time, jobClass);
  }

  /** One element begins its service that entered the stage at `entered`. */
  countWait(entered: number, jobClass: number): void {
    const time = this.clock[0]! - entered;
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
    const { sums, offered, entered, served, output, lost } = this;
    const waiting =
      this.serversBeforeWaiting === 0 ? this.waiting : this.levels.beyondFirst(this.serversBeforeWaiting);
    const sojourns = this.sojourns.record();
    const waits = this.waits.record();
    this.fillTotals();
    return {
      offered,
      entered,
      served,
      output,
      lost,
      servingTime: sums[SERVING]!,
      blockedTime: sums[BLOCKED]!,
      occupancyTime: this.levels.area(),
      firstHalfOccupancyTime: this.firstHalf,
      waitingTime: waiting.area(),
      sojournTotal: sojourns.total,
      sojournCount: sojourns.count,
      waitTotal: waits.total,
      waitCount: waits.count,
      fullTime: this.levels.timeAtFull(),
      occupancy: this.levels.record(),
      waiting: waiting.record(),
      sojournSketch: sojourns.times,
      waitSketch: waits.times,
      ...(this.classes && { classes: this.classes.record() }),
      ...this.timelines.record(this.clock[0]!),
    };
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
    const { sums, offered, served } = this;
    this.timelines.fill({
      area: this.levels.area(),
      offered,
      served,
      serving: sums[SERVING]!,
      blocked: sums[BLOCKED]!,
    });
  }
}
