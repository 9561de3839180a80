/** What comes next: a binary heap of numbered things by time, the first in first out among equal times. */
export class EventHeap {
  private readonly times: number[] = [];
  private readonly things: number[] = [];
  private readonly numbers: number[] = [];
  private pushed = 0;

  get isEmpty(): boolean {
    return this.times.length === 0;
  }

  push(time: number, thing: number): void {
    this.times.push(time);
    this.things.push(thing);
    this.numbers.push(this.pushed++);
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
    this.numbers.pop();
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      const smaller = left + 1 < this.times.length && this.isBefore(left + 1, left) ? left + 1 : left;
      if (smaller >= this.times.length || !this.isBefore(smaller, i)) return first;
      this.exchange(i, smaller);
      i = smaller;
    }
  }

  private isBefore(i: number, j: number): boolean {
    const difference = this.times[i]! - this.times[j]!;
    return difference < 0 || (difference === 0 && this.numbers[i]! < this.numbers[j]!);
  }

  private exchange(i: number, j: number): void {
    for (const column of [this.times, this.things, this.numbers]) {
      const kept = column[i]!;
      column[i] = column[j]!;
      column[j] = kept;
    }
  }
}
