/**
 * The clocks of a simulation and which of them is next. Every source, server and flush timer owns one clock with at
 * most one pending event, so the calendar is a tournament of the clocks: each inner node of a binary tree holds the
 * earlier of its two children, and a change costs one walk to the root. Nothing is allocated after construction.
 * Order (SPEC.md, E1): time, then priority of the clock, then the sequence of scheduling.
 */
export class Calendar {
  /** Time of each clock's event; Infinity when it has none. */
  readonly time: Float64Array;
  /** Sequence number of each clock's last scheduling. */
  readonly sequence: Float64Array;
  private readonly priority: Int32Array;
  private readonly winner: Int32Array;
  private readonly leaves: number;
  private scheduled = 0;

  /** Priorities per clock: at equal times the smaller goes first. */
  constructor(priorities: readonly number[]) {
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
    return this.winner[1]!;
  }

  /** Sets the clock's only event, in place of an earlier one. */
  schedule(clock: number, time: number): void {
    this.time[clock] = time;
    this.sequence[clock] = ++this.scheduled;
    this.replay(clock);
  }

  clear(clock: number): void {
    this.time[clock] = Number.POSITIVE_INFINITY;
    this.replay(clock);
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
