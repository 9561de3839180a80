/** How long something stood at each level 0, 1, 2, ...: a histogram over time. Memory: 65 536 levels; beyond, only sums. */
import { MOST_LEVELS } from '../../workers/simulate/read-measures.ts';

export class LevelTimes {
  /** Time at each level. Whoever adds often adds here as long as there is a place, and else calls `addAbove`. */
  times = new Float64Array(64);
  /** The level whose time is kept even beyond the others. */
  private readonly full: number;
  /** Beyond the levels that are told apart: time, level x time, and time at `full`. */
  private readonly beyond = new Float64Array(3);

  /** `full`: the highest level there can be; may be Infinity. */
  constructor(full: number) {
    this.full = full;
  }

  clear(): void {
    this.times.fill(0);
    this.beyond.fill(0);
  }

  add(level: number, elapsed: number): void {
    if (level < this.times.length) this.times[level]! += elapsed;
    else this.addAbove(level, elapsed);
  }

  /** Sum of level x time at that level. */
  area(): number {
    const { times } = this;
    let sum = this.beyond[1]!;
    for (let n = 1; n < times.length; n++) sum += n * times[n]!;
    return sum;
  }

  timeAtFull(): number {
    return (this.times[this.full] ?? 0) + this.beyond[2]!;
  }

  /** Time at each level, to the highest one seen; MOST_LEVELS of them when there were higher ones, too. */
  record(): Float64Array {
    let end = this.times.length;
    while (end > 1 && this.times[end - 1] === 0) end--;
    const record = new Float64Array(this.beyond[0]! > 0 ? MOST_LEVELS : end);
    record.set(this.times.subarray(0, end));
    return record;
  }

  /** The level less `c`, or 0 where it is lower. */
  beyondFirst(c: number): LevelTimes {
    const { times, beyond } = this;
    const rest = new LevelTimes(this.full - c);
    rest.times = times.slice(Math.min(c, times.length - 1));
    for (let n = 0; n < Math.min(c, times.length - 1); n++) rest.times[0]! += times[n]!;
    rest.beyond.set([beyond[0]!, beyond[1]! - c * beyond[0]!, beyond[2]!]);
    return rest;
  }

  addAbove(level: number, elapsed: number): void {
    if (level < MOST_LEVELS) {
      const wider = new Float64Array(Math.min(MOST_LEVELS, Math.max(2 * this.times.length, level + 1)));
      wider.set(this.times);
      this.times = wider;
      this.times[level]! += elapsed;
      return;
    }
    this.beyond[0]! += elapsed;
    this.beyond[1]! += elapsed * level;
    if (level === this.full) this.beyond[2]! += elapsed;
  }
}
