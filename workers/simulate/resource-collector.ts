/** How much of a shared resource is in use: the integral over time of the units that services hold. */
export class ResourceCollector {
  private readonly clock: Float64Array;
  /** Units in use, their integral, and up to when it goes. */
  private readonly sums = new Float64Array(3);

  /** `clock[0]` is the time now, s. */
  constructor(clock: Float64Array) {
    this.clock = clock;
  }

  /** So many units more (or fewer) are in use from now on. */
  changeInUse(delta: number): void {
    this.integrate();
    this.sums[0]! += delta;
  }

  /** Forgets everything before now. */
  restart(): void {
    this.integrate();
    this.sums[1] = 0;
  }

  /** Units x s so far. */
  usedTime(): number {
    this.integrate();
    return this.sums[1]!;
  }

  private integrate(): void {
    const now = this.clock[0]!;
    this.sums[1]! += this.sums[0]! * (now - this.sums[2]!);
    this.sums[2] = now;
  }
}
