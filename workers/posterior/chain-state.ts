/**
 * The state of one chain: a full set of events, in flat arrays. An event is one step of a task; those of a task follow each
 * other, and its first is the entry, in queue 0, where the "service" is the time since the entry before. Letters as in Sutton
 * & Jordan (2009): a arrival, d departure, u commencement, s = d - u service.
 */
import type { ServiceDistributions } from './service-distributions.ts';

/** How a queue is served; the values of `kind[queue]`. */
export const SINGLE = 0;
export const SERVERS = 1;
export const RANDOM = 2;

/** Queue 0: the entries. */
export const ENTRY = 0;

/** The queue of a place that no step has now: a task whose path is not known has as many as the longest path needs. */
export const ABSENT = -1;

/** What an event is, before there are orders and caches. */
export interface EventArrays {
  readonly a: Float64Array;
  readonly d: Float64Array;
  readonly queue: Int32Array;
  /** Number of the state that chose the queue; -1 of entries. */
  readonly state: Int32Array;
  readonly task: Int32Array;
  readonly isLast: Uint8Array;
  /** Was the departure not observed? */
  readonly hiddenTime: Uint8Array;
  /** Was the queue not observed, with others possible? */
  readonly hiddenQueue: Uint8Array;
}

export interface QueueKinds {
  readonly kind: Uint8Array;
  readonly servers: Int32Array;
}

export class ChainState implements EventArrays, QueueKinds {
  readonly a: Float64Array;
  readonly d: Float64Array;
  readonly queue: Int32Array;
  readonly state: Int32Array;
  readonly task: Int32Array;
  readonly isLast: Uint8Array;
  readonly hiddenTime: Uint8Array;
  readonly hiddenQueue: Uint8Array;
  readonly kind: Uint8Array;
  readonly servers: Int32Array;
  /** All queues by arrival; queue 0 by number of the entry. Places without a step are in none. */
  readonly arrivals: TimeOrder;
  /** Queues with random selection by departure. */
  readonly departures: TimeOrder;
  /**
   * For SERVERS: times from which each server is free when the event arrives, in order: `clear[event * widest +
   * k]`.
   */
  readonly clear: Float64Array;
  readonly widest: number;
  /** For RANDOM: N, how many were in the queue when the event entered service, itself included. */
  readonly present: Int32Array;
  /** For SERVERS and RANDOM: the event's part of the log likelihood. */
  readonly part: Float64Array;
  /** What it costs a RANDOM queue to let its server wait while somebody is there; finite only while a start is looked for. */
  penalty = Number.POSITIVE_INFINITY;

  constructor(
    events: EventArrays,
    kinds: QueueKinds,
    readonly distributions: ServiceDistributions,
  ) {
    this.a = events.a;
    this.d = events.d;
    this.queue = events.queue;
    this.state = events.state;
    this.task = events.task;
    this.isLast = events.isLast;
    this.hiddenTime = events.hiddenTime;
    this.hiddenQueue = events.hiddenQueue;
    this.kind = kinds.kind;
    this.servers = kinds.servers;
    const count = this.d.length;
    const isServers = (queue: number): boolean => kinds.kind[queue] === SERVERS;
    this.widest = kinds.servers.reduce(
      (most, servers, queue) => (isServers(queue) ? Math.max(most, servers) : most),
      0,
    );
    this.clear = new Float64Array(count * this.widest);
    const hasRandom = kinds.kind.includes(RANDOM);
    this.present = new Int32Array(hasRandom ? count : 0);
    this.part = new Float64Array(hasRandom || this.widest > 0 ? count : 0);
    const grid = gridOf(events, kinds.kind.length);
    const { arrivalTies, departureTies } = tiesOf(events);
    this.arrivals = new TimeOrder(this.a, arrivalTies, grid);
    this.departures = new TimeOrder(this.d, departureTies, { ...grid, cells: hasRandom ? grid.cells : 1 });
    this.putInOrder();
  }

  /** When the service of the event began. */
  commencement(e: number): number {
    const q = this.queue[e]!;
    const kind = this.kind[q]!;
    if (kind === SERVERS) return Math.max(this.a[e]!, this.clear[e * this.widest]!);
    const previous = (kind === RANDOM ? this.departures : this.arrivals).before[e]!;
    return previous < 0 ? this.a[e]! : Math.max(this.a[e]!, this.d[previous]!);
  }

  /** Departure of p, and with it the arrival at the next step, at another time. Caches stay as they are. */
  place(p: number, time: number): void {
    const q = this.queue[p]!;
    if (this.kind[q] === RANDOM) this.departures.move(q, p, time);
    else this.d[p] = time;
    if (this.isLast[p] === 0) this.arrivals.move(this.queue[p + 1]!, p + 1, time);
  }

  takeOut(e: number): void {
    const q = this.queue[e]!;
    this.arrivals.remove(q, e);
    if (this.kind[q] === RANDOM) this.departures.remove(q, e);
  }

  putIn(e: number, q: number): void {
    this.queue[e] = q;
    this.arrivals.insert(q, e);
    if (this.kind[q] === RANDOM) this.departures.insert(q, e);
  }

  /** Makes place e a hidden step in this state, which is put in somewhere later. */
  open(e: number, state: number, isLast: boolean, hiddenQueue: boolean): void {
    this.state[e] = state;
    this.isLast[e] = isLast ? 1 : 0;
    this.hiddenTime[e] = 1;
    this.hiddenQueue[e] = hiddenQueue ? 1 : 0;
  }

  /** Leaves place e without a step. It must have been taken out. */
  close(e: number): void {
    closePlace(this, e);
  }

  /** Every event into the order of its queue. In order of time this takes a time that grows linearly. */
  private putInOrder(): void {
    const { before, after } = this.arrivals;
    let entry = -1;
    const rest: number[] = [];
    for (let e = 0; e < this.d.length; e += 1) {
      if (this.queue[e] === ABSENT) continue;
      if (this.queue[e] !== ENTRY) {
        rest.push(e);
        continue;
      }
      before[e] = entry;
      if (entry >= 0) after[entry] = e;
      entry = e;
    }
    rest.sort((i, j) => this.a[i]! - this.a[j]! || i - j);
    for (const e of rest) this.arrivals.insert(this.queue[e]!, e);
    const random = rest.filter((e) => this.kind[this.queue[e]!] === RANDOM);
    random.sort((i, j) => this.d[i]! - this.d[j]! || i - j);
    for (const e of random) this.departures.insert(this.queue[e]!, e);
  }
}

/** Were the queue, the arrival and the departure of this visit observed? */
export const isSeen = ({ queue, hiddenTime, hiddenQueue }: EventArrays, e: number): boolean =>
  queue[e] !== ABSENT &&
  queue[e] !== ENTRY &&
  hiddenTime[e] === 0 &&
  hiddenTime[e - 1] === 0 &&
  hiddenQueue[e] === 0;

/** A place without a step: nothing hidden is in it, and no path goes on behind it. */
export function closePlace(events: EventArrays, e: number): void {
  events.a[e] = Number.POSITIVE_INFINITY;
  events.d[e] = Number.POSITIVE_INFINITY;
  events.queue[e] = ABSENT;
  events.state[e] = -1;
  events.isLast[e] = 1;
  events.hiddenTime[e] = 0;
  events.hiddenQueue[e] = 0;
}

/**
 * Who comes first of those that a coarse clock saw at the same instant: who was seen to leave first, and of departures who was
 * seen to arrive first; then those of whom that was not seen. Made of observations alone, so that it is the same in all chains.
 */
function tiesOf({ a, d, hiddenTime }: EventArrays) {
  const seen = (time: number, hidden: number): number => (hidden === 1 ? Number.POSITIVE_INFINITY : time);
  return {
    arrivalTies: d.map((departure, e) => seen(departure, hiddenTime[e]!)),
    departureTies: a.map((arrival, e) => seen(arrival, hiddenTime[Math.max(0, e - 1)]!)),
  };
}

function gridOf({ a, d, queue }: EventArrays, queues: number): Grid {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (let e = 0; e < d.length; e += 1) {
    if (queue[e] === ABSENT) continue;
    if (queue[e] !== ENTRY) start = Math.min(start, a[e]!);
    end = Math.max(end, d[e]!);
  }
  return { start, end, queues, cells: Math.max(1, Math.ceil(d.length / queues)) };
}

/**
 * The events of each queue in the order of a time of theirs, as linked lists. A grid over time holds the first event of each
 * cell, so that a place is found in O(1) on average; a change of the time that keeps the order costs no search at all.
 *
 * Equal times, as a coarse clock gives them, never change their order, so that a visit that is taken out and put back,
 * or that leaves a queue and returns, is where it was: by the least `tie`, then by the least number.
 */
const NONE = -1;

interface Grid {
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
