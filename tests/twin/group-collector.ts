/** A virtual queue: how many elements some stages hold together, as a histogram over time. */

import type { GroupRecord } from '../../workers/simulate/records.ts';
import { LevelTimes } from './level-times.ts';

export class GroupCollector {
  private readonly clock: Float64Array;
  private readonly levels = new LevelTimes(Number.POSITIVE_INFINITY);
  private level = 0;
  private readonly since = new Float64Array(1);

  /** `clock[0]` is the time now, s. */
  constructor(clock: Float64Array) {
    this.clock = clock;
  }

  /** So many elements more (or fewer) are in the stages of the group from now on. */
  changeOccupancy(delta: number): void {
    this.integrate();
    this.level += delta;
  }

  /** Forgets everything before now, except what the stages hold. */
  restart(): void {
    this.integrate();
    this.levels.clear();
  }

  record(): GroupRecord {
    this.integrate();
    return {
      occupancyTime: this.levels.area(),
      occupancy: this.levels.record(),
    };
  }

  private integrate(): void {
    const elapsed = this.clock[0]! - this.since[0]!;
    if (elapsed === 0) return;
    this.levels.add(this.level, elapsed);
    this.since[0] = this.clock[0]!;
  }
}
