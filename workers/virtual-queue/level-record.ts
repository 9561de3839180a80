/** Time at each level, and the mean of each frame. */
export class LevelRecord {
  private times = new Float64Array(64);
  private top = 0;
  private area = 0;
  private length = 0;
  readonly meanByFrame: Float64Array;

  constructor(frameCount: number) {
    this.meanByFrame = new Float64Array(frameCount);
  }

  /** Domain: integer level >= 0, time > 0. */
  add(level: number, time: number): void {
    if (level >= this.times.length) this.grow(level);
    this.times[level]! += time;
    this.area += level * time;
    this.length += time;
    if (level > this.top) this.top = level;
  }

  /** NaN for a frame without length. */
  endFrame(frame: number): void {
    this.meanByFrame[frame] = this.area / this.length;
    this.area = 0;
    this.length = 0;
  }

  /** Share of time at the levels 0 to the highest that was reached. */
  shares(): Float64Array {
    const used = this.times.slice(0, this.top + 1);
    const total = used.reduce((sum, time) => sum + time, 0);
    return total > 0 ? used.map((time) => time / total) : used;
  }

  private grow(level: number): void {
    const larger = new Float64Array(2 * level);
    larger.set(this.times);
    this.times = larger;
  }
}

/** Sum of n shares[n]. */
export function meanOfShares(shares: Float64Array): number {
  return shares.reduce((sum, share, level) => sum + share * level, 0);
}
