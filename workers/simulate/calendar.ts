/**
 * The clocks of a simulation and which of them is next. Every source, server and flush timer owns one clock with at
 * most one pending event. A few clocks are looked through each time the next is asked for. Of many, the calendar is a
 * tournament: each inner node of a binary tree holds the earlier of its two children, and a change costs one walk to the
 * root. Nothing is allocated after construction.
 * Order (SPEC.md, E1): time, then priority of the clock, then the sequence of scheduling.
 */
/** So many clocks are looked through faster than a tree of them is kept. */
const FEW = 16;

export class Calendar {
  /** Clocks. */
  private readonly count: number;
  /** Time of each clock's event; Infinity when it has none. */
  readonly time: Float64Array;
  /** Sequence number of each clock's last scheduling. */
  readonly sequence: Float64Array;
  private readonly priority: Int32Array;
  private readonly winner: Int32Array;
  private readonly leaves: number;
  private readonly few: boolean;
  private scheduled = 0;

  /** Priorities per clock: at equal times the smaller goes first. */
  constructor(priorities: readonly number[]) {
    this.count = priorities.length;
    this.few = this.count <= FEW;
    let leaves = 2;
    while (leaves < priorities.length) leaves *= 2;
    this.leaves = leaves;
    this.time = new Float64Array(leaves).fill(Number.POSITIVE_INFINITY);
    this.sequence = new Float64Array(leaves);
    this.priority = new Int32Array(leaves);
    this.priority.set(priorities);
    this.winner = new Int32Array(2 * leaves);
    for (let clock = 0; clock < leaves; clock++) this.winner[leaves + clock] = clock;
    for (let node = leaves - 1; node >= 1; node--) this.winner[node] = this.winner[2 * node]!;
  }

  /** The clock with the earliest event; its time is Infinity when nothing is pending. */
  next(): number {
    return this.few ? this.earliest() : this.winner[1]!;
  }

  /** Sets the clock's only event, in place of an earlier one. */
  schedule(clock: number, time: number): void {
    this.time[clock] = time;
    this.sequence[clock] = ++this.scheduled;
    if (!this.few) this.replay(clock);
  }

  clear(clock: number): void {
    this.time[clock] = Number.POSITIVE_INFINITY;
    if (!this.few) this.replay(clock);
  }

  private earliest(): number {
    const { time, count } = this;
    let first = 0;
    let earliest = time[0]!;
    for (let clock = 1; clock < count; clock++) {
      const at = time[clock]!;
      if (at > earliest || (at === earliest && !this.isFirst(clock, first))) continue;
      first = clock;
      earliest = at;
    }
    return first;
  }

  private replay(clock: number): void {
    const { winner, time } = this;
    for (let node = (this.leaves + clock) >> 1; node >= 1; node >>= 1) {
      const left = winner[2 * node]!;
      const right = winner[2 * node + 1]!;
      const a = time[left]!;
      const b = time[right]!;
      winner[node] = a < b || (a === b && this.isFirst(left, right)) ? left : right;
    }
  }

  /** Between two events at the same time. */
  private isFirst(left: number, right: number): boolean {
    const byPriority = this.priority[left]! - this.priority[right]!;
    return byPriority < 0 || (byPriority === 0 && this.sequence[left]! <= this.sequence[right]!);
  }
}
