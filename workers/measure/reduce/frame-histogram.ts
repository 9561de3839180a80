/** Weighted values by frame, in bins that need no range beforehand, with the exact moments beside them. */
import type { Bins } from '../contract.ts';
import type { Framed } from './frame-grid.ts';
import { binOf, lowOf } from './log-bins.ts';

const EMPTY: Float64Array = new Float64Array(0);

export class FrameHistogram implements Framed {
  private rows: Float64Array[];
  private total = 0;
  private sum = 0;
  private squares = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  /** `bits`: see log-bins. With one slot all frames are one, and the result is not given by frame. */
  constructor(
    private readonly slots: number,
    private readonly bits: number,
  ) {
    this.rows = Array.from({ length: slots }, () => EMPTY);
  }

  /** Domain: value >= 0, weight > 0. Frame -1 is none: the value is not counted. */
  add(frame: number, value: number, weight: number): void {
    if (frame < 0) return;
    const bin = binOf(value, this.bits);
    const slot = this.slots === 1 ? 0 : frame;
    let row = this.rows[slot]!;
    if (bin >= row.length) row = this.grow(slot, bin);
    row[bin]! += weight;
    const weighted = weight * value;
    this.total += weight;
    this.sum += weighted;
    this.squares += weighted * value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  reframe(slotOf: (old: number) => number): void {
    if (this.slots === 1) return;
    const rows = Array.from({ length: this.slots }, () => EMPTY);
    this.rows.forEach((row, old) => {
      if (row.length === 0) return;
      const slot = slotOf(old);
      const there = rows[slot]!;
      rows[slot] = there.length === 0 ? row : summed([there, row]);
    });
    this.rows = rows;
  }

  /** Undefined when nothing was added. Values are divided by `valueUnit`, weights by `weightUnit`. */
  result(frameCount: number, { valueUnit = 1, weightUnit = 1 } = {}): Bins | undefined {
    if (this.total === 0) return undefined;
    const all = summed(this.rows);
    const used = Array.from(all.keys()).filter((bin) => all[bin]! > 0);
    const mean = this.sum / this.total;
    return {
      low: Float64Array.from(used, (bin) => lowOf(bin, this.bits) / valueUnit),
      high: Float64Array.from(used, (bin) => lowOf(bin + 1, this.bits) / valueUnit),
      weight: Float64Array.from(used, (bin) => all[bin]! / weightUnit),
      ...(this.slots > 1 && { byFrame: this.byFrame(frameCount, used, weightUnit) }),
      total: this.total / weightUnit,
      mean: mean / valueUnit,
      variance: Math.max(0, this.squares / this.total - mean * mean) / valueUnit ** 2,
      min: this.min / valueUnit,
      max: this.max / valueUnit,
    };
  }

  private byFrame(frameCount: number, used: readonly number[], weightUnit: number): Float64Array {
    const byFrame = new Float64Array(frameCount * used.length);
    for (let frame = 0; frame < frameCount; frame += 1) {
      const row = this.rows[frame]!;
      used.forEach((bin, column) => {
        byFrame[frame * used.length + column] = (row[bin] ?? 0) / weightUnit;
      });
    }
    return byFrame;
  }

  private grow(frame: number, bin: number): Float64Array {
    const row = new Float64Array(Math.max(4, bin + 1 + (bin >> 1)));
    row.set(this.rows[frame]!);
    this.rows[frame] = row;
    return row;
  }
}

function summed(rows: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(rows.reduce((longest, row) => Math.max(longest, row.length), 0));
  for (const row of rows) {
    for (let bin = 0; bin < row.length; bin += 1) sum[bin]! += row[bin]!;
  }
  return sum;
}
