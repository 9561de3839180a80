/** The highest stretches of time during which a queue was never empty. */
import type { Peak } from '../contract.ts';

const MOST_PEAKS = 20;

export class PeakList {
  private readonly peaks: Peak[] = [];
  private start = 0;
  private level = 0;
  private at = 0;

  /** The level from `time` on. */
  set(time: number, level: number): void {
    if (level > this.level) {
      if (this.level === 0) this.start = time;
      this.level = level;
      this.at = time;
    } else if (level === 0 && this.level > 0) this.end(time);
  }

  end(time: number): void {
    const lowest = this.peaks.at(-1)?.level ?? 0;
    if (this.level > 0 && time > this.start && (this.peaks.length < MOST_PEAKS || this.level > lowest)) {
      const after = this.peaks.findIndex(({ level }) => level < this.level);
      const peak = { start: this.start, end: time, level: this.level, at: this.at };
      this.peaks.splice(after < 0 ? this.peaks.length : after, 0, peak);
      this.peaks.splice(MOST_PEAKS);
    }
    this.level = 0;
  }

  /** Times in s. */
  result(): Peak[] {
    return this.peaks.map(({ start, end, level, at }) => {
      return { start: start / 1e9, end: end / 1e9, level, at: at / 1e9 };
    });
  }
}
