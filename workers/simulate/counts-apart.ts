/** What a stage counts apart for each class, and tells the groups it is in; present only where there is something to tell. */
import type { ClassCollector } from './class-collector.ts';
import type { GroupCollector } from './group-collector.ts';

export class CountsApart {
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
