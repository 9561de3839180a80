/**
 * A first state that the observations allow (Sutton & Jordan 2009, section 3.5): hidden entries spread evenly between known
 * ones, then a simulation in which what was observed is kept and hidden services end early enough for it. No service is 0. In
 * queues with random selection hidden jobs are kept waiting for when the server must not idle; what is left over is repaired by
 * the sampler itself, with a growing penalty.
 */

import { drawExponential } from '../../core/distributions/draws.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { ENTRY, type EventArrays, type QueueKinds, RANDOM } from './chain-state.ts';

export interface StartContext {
  readonly kinds: QueueKinds;
  /** When the first gap between entries begins. */
  readonly start: number;
  /** Mean of a hidden service and gap before it is cut, s. */
  readonly guess: number;
  readonly meanResponse: number;
  /** Queues that each state may choose. */
  readonly choices: readonly Int32Array[];
  readonly stream: RandomStream;
}

/** Fills all hidden times. The event that cannot be, or -1. */
export function fillTimes(events: EventArrays, context: StartContext): number {
  fillEntries(events, context);
  const { a, d, queue, isLast } = events;
  const latest = latestDepartures(events);
  const servers = Array.from(context.kinds.kind, (kind, q) =>
    kind === RANDOM ? new RandomServer(events, q, context) : new OrderedServers(events, q, context),
  );
  const heap = new EventHeap();
  const leave = (e: number): void => {
    if (isLast[e] === 1) return;
    a[e + 1] = d[e]!;
    // A coarse clock gives many the same instant: those that are known then come in the order in which they leave.
    heap.push(d[e]!, e + 1, Number.isNaN(d[e + 1]!) ? undefined : d[e + 1]!);
  };
  for (let e = 0; e < d.length; e += 1) if (queue[e] === ENTRY) leave(e);
  while (!heap.isEmpty) {
    const { time, thing } = heap.pop();
    if (thing >= 0 && events.hiddenQueue[thing] === 1)
      queue[thing] = neediest(servers, context.choices[events.state[thing]!]!, time) ?? queue[thing]!;
    const q = thing >= 0 ? queue[thing]! : -1 - thing;
    const served = thing >= 0 ? servers[q]!.arrive(thing, latest) : servers[q]!.finish(time, latest);
    if (served === undefined) continue;
    if (!(d[served]! <= latest[served]!) || d[served]! < a[served]!) return served;
    leave(served);
    if (context.kinds.kind[q] === RANDOM) heap.push(d[served]!, -1 - q);
  }
  for (let e = 0; e < d.length; e += 1) if (Number.isNaN(d[e]!)) return e;
  return -1;
}

/** Where a hidden job will be missed first; undefined where it will not. */
function neediest(
  servers: readonly (RandomServer | OrderedServers)[],
  queues: Int32Array,
  now: number,
): number | undefined {
  let soonest = Number.POSITIVE_INFINITY;
  let found: number | undefined;
  for (const q of queues) {
    const time = servers[q]!.missesAt(now);
    if (time < soonest) {
      soonest = time;
      found = q;
    }
  }
  return found;
}

/** Uniform between the entries that are known; after the last of them by the mean gap. */
function fillEntries({ d, queue }: EventArrays, { start, guess, stream }: StartContext): void {
  let known = start;
  let hidden: number[] = [];
  for (let e = 0; e < d.length; e += 1) {
    if (queue[e] !== ENTRY) continue;
    if (Number.isNaN(d[e]!)) {
      hidden.push(e);
      continue;
    }
    const times = hidden.map(() => known + stream.uniform() * (d[e]! - known)).sort((x, y) => x - y);
    for (const [i, event] of hidden.entries()) d[event] = times[i]!;
    known = d[e]!;
    hidden = [];
  }
  for (const event of hidden) {
    known += drawExponential(stream) * guess;
    d[event] = known;
  }
}

/** The next known time of the same task, Infinity where there is none. */
function latestDepartures({ d, isLast, hiddenTime }: EventArrays): Float64Array {
  const latest = new Float64Array(d.length).fill(Number.POSITIVE_INFINITY);
  for (let e = d.length - 2; e >= 0; e -= 1)
    if (isLast[e] === 0) latest[e] = hiddenTime[e + 1] === 0 ? d[e + 1]! : latest[e + 1]!;
  return latest;
}

/** Where a hidden service ends that began at u and must be over before `cap`. */
function endOf(u: number, cap: number, { guess, stream }: StartContext): number {
  const end = u + drawExponential(stream) * guess;
  return end < cap ? end : u + (cap - u) * (0.05 + 0.9 * stream.uniform());
}

/** Known visits of a queue: arrival and departure were observed. */
function knownVisits({ a, d, queue, hiddenTime, hiddenQueue }: EventArrays, q: number): number[] {
  const known: number[] = [];
  for (let e = 0; e < d.length; e += 1)
    if (queue[e] === q && hiddenQueue[e] === 0 && hiddenTime[e] === 0 && !Number.isNaN(a[e]!)) known.push(e);
  return known;
}

/** First come first served: hidden jobs leave before any that is known to arrive later does. */
class OrderedServers {
  private readonly clear: Float64Array;
  private readonly known: readonly number[];
  /** Least departure of the known visits from each on. */
  private readonly least: Float64Array;
  private next = 0;

  constructor(
    private readonly events: EventArrays,
    q: number,
    private readonly context: StartContext,
  ) {
    const { a, d } = events;
    this.clear = new Float64Array(context.kinds.servers[q]!).fill(Number.NEGATIVE_INFINITY);
    this.known = knownVisits(events, q).sort((i, j) => a[i]! - a[j]!);
    this.least = new Float64Array(this.known.length + 1).fill(Number.POSITIVE_INFINITY);
    for (let i = this.known.length - 1; i >= 0; i -= 1)
      this.least[i] = Math.min(this.least[i + 1]!, d[this.known[i]!]!);
  }

  arrive(e: number, latest: Float64Array): number | undefined {
    const { a, d, hiddenTime } = this.events;
    const { clear, known } = this;
    while (this.next < known.length && a[known[this.next]!]! <= a[e]!) this.next += 1;
    const u = Math.max(a[e]!, clear[0]!);
    if (hiddenTime[e] === 1) d[e] = endOf(u, Math.min(this.least[this.next]!, latest[e]!), this.context);
    // Too early for its server: said by a departure before the arrival.
    else if (d[e]! < u) latest[e] = Number.NEGATIVE_INFINITY;
    clear[0] = d[e]!;
    clear.sort();
    return e;
  }

  finish(): undefined {
    return undefined;
  }

  missesAt(): number {
    return Number.POSITIVE_INFINITY;
  }
}

/** How far ahead jobs are kept in store, in mean responses. */
const AHEAD = 3;

/** Random selection, one server. */
class RandomServer {
  private readonly known: readonly number[];
  private next = 0;
  private readonly hidden: number[] = [];
  private readonly arrived: Uint8Array;
  private waitingKnown = 0;
  private isBusy = false;
  /** When the server, known visits alone, would idle although one of them waits: each takes a hidden job. */
  private readonly needs: readonly number[];
  private need = 0;

  constructor(
    private readonly events: EventArrays,
    q: number,
    private readonly context: StartContext,
  ) {
    const { d } = events;
    this.known = knownVisits(events, q).sort((i, j) => d[i]! - d[j]!);
    this.arrived = new Uint8Array(d.length);
    this.needs = this.findNeeds();
  }

  private findNeeds(): number[] {
    const { a, d } = this.events;
    const { known } = this;
    // The first arrival of those that leave later.
    let waiting = Number.POSITIVE_INFINITY;
    const needs: number[] = [];
    for (let i = known.length - 1; i > 0; i -= 1) {
      const e = known[i]!;
      const left = d[known[i - 1]!]!;
      if (a[e]! > left && waiting < a[e]!) needs.push(left);
      waiting = Math.min(waiting, a[e]!);
    }
    return needs.reverse();
  }

  /** The first need that the jobs in store do not meet, if it is near. */
  missesAt(now: number): number {
    while (this.need < this.needs.length && this.needs[this.need]! < now) this.need += 1;
    const time = this.needs[this.need + this.hidden.length] ?? Number.POSITIVE_INFINITY;
    return time - now <= AHEAD * this.context.meanResponse ? time : Number.POSITIVE_INFINITY;
  }

  arrive(e: number, latest: Float64Array): number | undefined {
    const isKnown = this.events.hiddenTime[e] === 0;
    if (isKnown) {
      this.arrived[e] = 1;
      this.waitingKnown += 1;
    } else this.hidden.push(e);
    return this.isBusy ? undefined : this.choose(this.events.a[e]!, latest);
  }

  finish(time: number, latest: Float64Array): number | undefined {
    this.isBusy = false;
    return this.choose(time, latest);
  }

  private choose(now: number, latest: Float64Array): number | undefined {
    const { hidden, known } = this;
    const next = known[this.next];
    const isThere = next !== undefined && this.arrived[next] === 1;
    if (hidden.length === 0 && !isThere) return undefined;
    this.isBusy = true;
    if (isThere && !this.canSpare(now)) {
      this.next += 1;
      this.waitingKnown -= 1;
      return next;
    }
    const chosen = this.context.stream.integerBelow(hidden.length);
    const e = hidden[chosen]!;
    hidden[chosen] = hidden.at(-1)!;
    hidden.pop();
    this.serveHidden(e, now, isThere ? undefined : next, latest);
    return e;
  }

  /** May a hidden job go first although the next known one is there? */
  private canSpare(now: number): boolean {
    const { hidden, context } = this;
    if (hidden.length === 0) return false;
    const needed = this.needs[this.need + hidden.length - 1] ?? Number.POSITIVE_INFINITY;
    return needed - now > AHEAD * context.meanResponse && context.stream.uniform() < 0.5;
  }

  /** Ends before the next known departure; and not before that job arrives, where others that are known would wait. */
  private serveHidden(e: number, now: number, absent: number | undefined, latest: Float64Array): void {
    const { a, d } = this.events;
    const next = this.known[this.next];
    const cap = next === undefined ? latest[e]! : Math.min(d[next]!, latest[e]!);
    const mustLast = absent !== undefined && this.waitingKnown > 0 && a[absent]! > now && a[absent]! < cap;
    d[e] = endOf(mustLast ? a[absent]! : now, cap, this.context);
  }
}

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
