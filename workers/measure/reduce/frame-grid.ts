/** The frames over which everything is reduced: those that a file declares, or frames that grow with the run. */
import { pow } from '../../../core/numeric/elementary.ts';

/** Told that frame `old` of `count` is now frame `slotOf(old)`; frames that fall together are added up. */
export interface Framed {
  reframe(slotOf: (old: number) => number): void;
}

export interface FrameGrid {
  /** Every number of a frame is below it. */
  readonly slots: number;
  /** Makes room for a time, which may renumber the frames. */
  cover(time: number): void;
  /** Frame of a time that is covered; -1 between the frames. */
  slotAt(time: number): number;
  /** Where the stretch with that frame, or the gap, ends: above the time. */
  endAfter(time: number): number;
  /** Frames that hold a covered time, in order, ns. */
  bounds(): { readonly start: Float64Array; readonly end: Float64Array };
  join(member: Framed): void;
}

/** Most frames whose length is found from the run: between 64 and 128 in a long one. */
const MOST_FRAMES = 128;
/** Most frames of a chosen length; then they double too. */
export const MOST_CHOSEN_FRAMES = 1024;
/** Shortest frame, ns. */
const FINEST = 1000;

/**
 * Frames [k w, (k+1) w) for whole k. When a time does not fit into the number of frames, the length w doubles and pairs of
 * frames become one; so nothing must be known of a run before it is read, whatever its order.
 */
export class GrowingFrames implements FrameGrid {
  readonly slots: number;
  private width: number;
  private first = 0;
  private last = -1;
  private readonly members: Framed[] = [];

  /** `length` in ns; without it the frames start at 1 us. */
  constructor(length?: number) {
    this.width = length ?? FINEST;
    this.slots = length === undefined ? MOST_FRAMES : MOST_CHOSEN_FRAMES;
  }

  join(member: Framed): void {
    this.members.push(member);
  }

  cover(time: number): void {
    const key = Math.floor(time / this.width);
    if (this.last < this.first) {
      this.first = key;
      this.last = key;
      return;
    }
    if (key >= this.first && key <= this.last) return;
    let first = Math.min(this.first, key);
    let last = Math.max(this.last, key);
    let halvings = 0;
    for (; last - first >= this.slots; halvings += 1) {
      first = Math.floor(first / 2);
      last = Math.floor(last / 2);
    }
    const factor = pow(2, halvings);
    const before = this.first;
    const moved = factor > 1 || first !== before;
    this.first = first;
    this.last = last;
    this.width *= factor;
    if (!moved) return;
    for (const member of this.members) {
      member.reframe((old) => Math.max(0, Math.floor((before + old) / factor) - first));
    }
  }

  slotAt(time: number): number {
    return Math.floor(time / this.width) - this.first;
  }

  endAfter(time: number): number {
    const frame = Math.floor(time / this.width);
    let end = (frame + 1) * this.width;
    // Years from the origin the next frame may begin where this one does, to the digits that a number has.
    for (let ahead = 2; end <= time; ahead *= 2) end = (frame + ahead) * this.width;
    return end;
  }

  bounds(): { start: Float64Array; end: Float64Array } {
    const count = this.last - this.first + 1;
    const start = Float64Array.from({ length: count }, (_, slot) => (this.first + slot) * this.width);
    return { start, end: start.map((time) => time + this.width) };
  }
}

/** Frames of table `frames`: in order, without overlap, possibly with gaps. Times outside belong to none. */
export class DeclaredFrames implements FrameGrid {
  readonly slots: number;

  constructor(
    private readonly start: Float64Array,
    private readonly end: Float64Array,
  ) {
    this.slots = start.length;
  }

  join(): void {}
  cover(): void {}

  slotAt(time: number): number {
    const slot = this.lastStarted(time);
    return slot >= 0 && time < this.end[slot]! ? slot : -1;
  }

  endAfter(time: number): number {
    const slot = this.lastStarted(time);
    if (slot >= 0 && time < this.end[slot]!) return this.end[slot]!;
    return this.start[slot + 1] ?? Number.POSITIVE_INFINITY;
  }

  bounds(): { start: Float64Array; end: Float64Array } {
    return { start: this.start, end: this.end };
  }

  private lastStarted(time: number): number {
    let low = 0;
    let high = this.start.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
