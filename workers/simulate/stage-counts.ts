/** How many elements came to a stage, entered, were served, went on and were lost; also by class, where there are several. */
import type { ClassCollector } from './class-collector.ts';
import { CountsApart } from './counts-apart.ts';
import type { GroupCollector } from './group-collector.ts';

export class StageCounts {
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
