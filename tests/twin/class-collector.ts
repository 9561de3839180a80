/** What the classes of one stage are counted apart for; present only where a scenario has several. */

import type { ClassRecord } from '../../workers/simulate/records.ts';
import { LatencySketch } from './latency-sketch.ts';

const NOTHING = new LatencySketch(1);

export class ClassCollector {
  readonly offered: Float64Array;
  readonly entered: Float64Array;
  readonly served: Float64Array;
  readonly output: Float64Array;
  readonly lost: Float64Array;
  private readonly clock: Float64Array;
  private readonly horizon: number;
  /** Elements in the stage, their integral over time, and up to when it goes. */
  private readonly level: Int32Array;
  private readonly area: Float64Array;
  private readonly since: Float64Array;
  private readonly sojournTotal: Float64Array;
  private readonly waitTotal: Float64Array;
  /** Made when the first time is counted: most classes never come to most stages. */
  private sojourns: (LatencySketch | undefined)[] = [];
  private waits: (LatencySketch | undefined)[] = [];

  constructor(clock: Float64Array, horizon: number, classCount: number) {
    this.clock = clock;
    this.horizon = horizon;
    this.level = new Int32Array(classCount);
    const perClass = (): Float64Array => new Float64Array(classCount);
    this.offered = perClass();
    this.entered = perClass();
    this.served = perClass();
    this.output = perClass();
    this.lost = perClass();
    this.area = perClass();
    this.since = perClass();
    this.sojournTotal = perClass();
    this.waitTotal = perClass();
  }

  /** Forgets everything before now, except what is in the stage. */
  restart(): void {
    const { offered, entered, served, output, lost, area, sojournTotal, waitTotal } = this;
    for (const sums of [offered, entered, served, output, lost, area, sojournTotal, waitTotal]) sums.fill(0);
    this.since.fill(this.clock[0]!);
    this.sojourns = [];
    this.waits = [];
  }

  changeOccupancy(jobClass: number, delta: number): void {
    const now = this.clock[0]!;
    this.area[jobClass]! += this.level[jobClass]! * (now - this.since[jobClass]!);
    this.since[jobClass] = now;
    this.level[jobClass]! += delta;
  }

  countSojourn(time: number, jobClass: number): void {
    this.sojournTotal[jobClass]! += time;
    this.sojourns[jobClass] ??= new LatencySketch(this.horizon);
    this.sojourns[jobClass].add(time);
  }

  countWait(time: number, jobClass: number): void {
    this.waitTotal[jobClass]! += time;
    this.waits[jobClass] ??= new LatencySketch(this.horizon);
    this.waits[jobClass].add(time);
  }

  /** One for each class. */
  record(): readonly ClassRecord[] {
    return Array.from(this.level, (_, jobClass) => {
      this.changeOccupancy(jobClass, 0);
      return {
        offered: this.offered[jobClass]!,
        entered: this.entered[jobClass]!,
        served: this.served[jobClass]!,
        output: this.output[jobClass]!,
        lost: this.lost[jobClass]!,
        occupancyTime: this.area[jobClass]!,
        sojournTotal: this.sojournTotal[jobClass]!,
        waitTotal: this.waitTotal[jobClass]!,
        sojournSketch: (this.sojourns[jobClass] ?? NOTHING).record(),
        waitSketch: (this.waits[jobClass] ?? NOTHING).record(),
      };
    });
  }
}
