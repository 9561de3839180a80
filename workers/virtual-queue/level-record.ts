/** What a run tells of one occupancy. */
export interface RecordedLevels {
  /** Share of time at the levels 0 to the highest that was reached. */
  readonly shares: Float64Array;
  /** NaN for a frame without length. */
  readonly meanByFrame: Float64Array;
}

/** Time at each level, and the mean of each frame. */
export class LevelRecord {
  private times = new Float64Array(64);
  private top = 0;
  private area = 0;
  private length = 0;
  private meanByFrame: Float64Array;

  constructor(private readonly frameCount: number) {
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

  endFrame(frame: number): void {
    this.meanByFrame[frame] = this.area / this.length;
    this.area = 0;
    this.length = 0;
  }

  /** Begins anew after that: a queue that grows has a hundred thousand levels, and each run would leave as many behind. */
  recorded(): RecordedLevels {
    const shares = this.times.slice(0, this.top + 1);
    const total = shares.reduce((sum, time) => sum + time, 0);
    if (total > 0) for (let level = 0; level < shares.length; level += 1) shares[level]! /= total;
    const { meanByFrame } = this;
    this.times.fill(0, 0, this.top + 1);
    this.top = 0;
    this.meanByFrame = new Float64Array(this.frameCount);
    return { shares, meanByFrame };
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
