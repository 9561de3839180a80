/**
 * What comes next: a binary heap of numbered things by time, among equal times by what follows, then by number, those below 0
 * last.
 */
export class EventHeap {
  private readonly times: number[] = [];
  private readonly nexts: number[] = [];
  private readonly things: number[] = [];

  get isEmpty(): boolean {
    return this.times.length === 0;
  }

  /** `next`: of things at one instant the one with the least comes first. */
  push(time: number, thing: number, next = Number.POSITIVE_INFINITY): void {
    this.times.push(time);
    this.nexts.push(next);
    this.things.push(thing);
    for (let i = this.times.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!this.isBefore(i, parent)) break;
      this.exchange(i, parent);
      i = parent;
    }
  }

  /** Not of an empty heap. */
  pop(): { readonly time: number; readonly thing: number } {
    this.exchange(0, this.times.length - 1);
    const first = { time: this.times.pop()!, thing: this.things.pop()! };
    this.nexts.pop();
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      const smaller = left + 1 < this.times.length && this.isBefore(left + 1, left) ? left + 1 : left;
      if (smaller >= this.times.length || !this.isBefore(smaller, i)) return first;
      this.exchange(i, smaller);
      i = smaller;
    }
  }

  private isBefore(i: number, j: number): boolean {
    if (this.times[i]! !== this.times[j]!) return this.times[i]! < this.times[j]!;
    if (this.nexts[i]! !== this.nexts[j]!) return this.nexts[i]! < this.nexts[j]!;
    return this.things[i]! >>> 0 < this.things[j]! >>> 0;
  }

  private exchange(i: number, j: number): void {
    for (const column of [this.times, this.nexts, this.things]) {
      const kept = column[i]!;
      column[i] = column[j]!;
      column[j] = kept;
    }
  }
}
