/**
 * The events of each queue in the order of a time of theirs, as linked lists. A grid over time holds the first event of each
 * cell, so that a place is found in O(1) on average; a change of the time that keeps the order costs no search at all.
 *
 * Equal times, as a coarse clock gives them, never change their order, so that a visit that is taken out and put back,
 * or that leaves a queue and returns, is where it was: by the least `tie`, then by the least number.
 */
const NONE = -1;

export interface Grid {
  /** Expected first and last time; later and earlier ones share the outer cells. */
  readonly start: number;
  readonly end: number;
  readonly queues: number;
  /** Cells of each queue. */
  readonly cells: number;
}

export class TimeOrder {
  /** Neighbours of each event in its queue; -1 at the ends. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** First event of each cell, -1 where there is none: `head[queue * cells + cell]`. */
  private readonly head: Int32Array;
  private readonly cells: number;
  private readonly start: number;
  private readonly perTime: number;

  /** `time[event]` is the time that is ordered by: written here alone, once the event is in. */
  constructor(
    private readonly time: Float64Array,
    private readonly tie: Float64Array,
    { start, end, queues, cells }: Grid,
  ) {
    this.before = new Int32Array(time.length).fill(NONE);
    this.after = new Int32Array(time.length).fill(NONE);
    this.cells = cells;
    this.head = new Int32Array(queues * cells).fill(NONE);
    this.start = start;
    this.perTime = cells / Math.max(end - start, Number.MIN_VALUE);
  }

  /** The last event of the queue at or before this time, or -1. */
  lastAtMost(queue: number, time: number): number {
    const { head, after, before, cells } = this;
    const times = this.time;
    const first = queue * cells;
    let cell = first + this.cellOf(time);
    let event = head[cell]!;
    if (event >= 0 && times[event]! > time) return before[event]!;
    while (event < 0) {
      if (cell === first) return NONE;
      cell -= 1;
      event = head[cell]!;
    }
    for (let next = after[event]!; next >= 0 && times[next]! <= time; next = after[event]!) event = next;
    return event;
  }

  /** The last event of the queue that comes before this one, were that in at this time; or -1. */
  lastBefore(queue: number, time: number, event: number): number {
    const last = this.lastAtMost(queue, time);
    return last >= 0 && this.time[last] === time ? this.backOverTies(last, event) : last;
  }

  /** From the last of equal times to the one that comes right before the event. */
  private backOverTies(last: number, event: number): number {
    const { before, tie, time } = this;
    const at = time[last]!;
    let e = last;
    while (e >= 0 && time[e] === at && (tie[e]! > tie[event]! || (tie[e] === tie[event] && e > event)))
      e = before[e]!;
    return e;
  }

  /** Puts an event in at its time. */
  insert(queue: number, event: number): void {
    const { before, after, head } = this;
    const previous = this.lastBefore(queue, this.time[event]!, event);
    const next = previous >= 0 ? after[previous]! : this.first(queue);
    before[event] = previous;
    after[event] = next;
    if (previous >= 0) after[previous] = event;
    if (next >= 0) before[next] = event;
    const cell = queue * this.cells + this.cellOf(this.time[event]!);
    const old = head[cell]!;
    if (old < 0 || old === next) head[cell] = event;
  }

  remove(queue: number, event: number): void {
    const { before, after } = this;
    const previous = before[event]!;
    const next = after[event]!;
    this.leaveCell(queue, event, this.cellOf(this.time[event]!));
    if (previous >= 0) after[previous] = next;
    if (next >= 0) before[next] = previous;
  }

  /** Gives the event another time, and with it another place if need be. */
  move(queue: number, event: number, time: number): void {
    const previous = this.before[event]!;
    const next = this.after[event]!;
    const times = this.time;
    if ((previous < 0 || times[previous]! < time) && (next < 0 || time < times[next]!)) {
      this.slide(queue, event, time);
      return;
    }
    this.remove(queue, event);
    times[event] = time;
    this.insert(queue, event);
  }

  /** Moves a time that keeps its place in the order. */
  slide(queue: number, event: number, time: number): void {
    const from = this.cellOf(this.time[event]!);
    const to = this.cellOf(time);
    if (from !== to) {
      this.leaveCell(queue, event, from);
      const cell = queue * this.cells + to;
      // All others of a later cell come after it, all others of an earlier one before it.
      if (to > from || this.head[cell]! < 0) this.head[cell] = event;
    }
    this.time[event] = time;
  }

  /** The first event of the queue, or -1. */
  first(queue: number): number {
    const { head, cells } = this;
    for (let cell = queue * cells; cell < (queue + 1) * cells; cell += 1)
      if (head[cell]! >= 0) return head[cell]!;
    return NONE;
  }

  private leaveCell(queue: number, event: number, cell: number): void {
    const place = queue * this.cells + cell;
    if (this.head[place] !== event) return;
    const next = this.after[event]!;
    this.head[place] = next >= 0 && this.cellOf(this.time[next]!) === cell ? next : NONE;
  }

  private cellOf(time: number): number {
    const cell = Math.floor((time - this.start) * this.perTime);
    return cell <= 0 ? 0 : cell >= this.cells ? this.cells - 1 : cell;
  }
}
