/**
 * Moves that keep services as they are: a hidden task enters at another time, or a service is another one of its distribution, or two
 * services change places; departures of all who are behind follow, as far as they were not seen. What the seen ones then would have
 * taken decides alone. Where services have few values, times that move one by one would make most services of none of them, and where
 * none is shorter than a least one they hold each other.
 * In services and entries as coordinates times follow one from the other, each with slope 1, so that no other factor is due.
 */
import { exp, log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState, ENTRY, RANDOM, SERVERS, SINGLE } from './chain-state.ts';
import { serviceDraws } from './draw-distributions.ts';
import { isClearAs, keepClear, writePart } from './likelihood.ts';
import { DISCRETE, EXPONENTIAL, PARETO } from './service-distributions.ts';

/** More departures than this are not moved at once. */
const MOST_MOVED = 400;
/** Times that differ by no more, relative, are the same: sums in another order. */
const ROUNDING = 1e-13;
/** Share of the moves of entries that aim at a visit that was seen; it is at most so many visits away. */
const AIMED = 0.5;
const FARTHEST_AIM = 12;
/** Two services that change places are at most so many visits apart. */
const FARTHEST = 8;

export class ServicePushes {
  /** Events with a service that is kept, or was seen: which, and how long it was. */
  private readonly touched: number[] = [];
  private readonly service: Float64Array;
  private readonly mark: Int32Array;
  private stamp = 0;
  private readonly pending: number[] = [];
  private readonly moved: number[] = [];
  private readonly movedFrom: number[] = [];
  /** Visits to queues with several servers of which the clear times were written, and what they were. */
  private readonly cleared: number[] = [];
  private readonly clearedFrom: number[] = [];
  private isPossible = true;
  /** Where an entry would be for a seen visit of this queue to have a service of 0. */
  private readonly aims: { readonly queue: number; readonly zero: number }[] = [];

  constructor(
    private readonly state: ChainState,
    private readonly stream: RandomStream,
  ) {
    this.service = new Float64Array(state.d.length);
    this.mark = new Int32Array(state.d.length);
  }

  /**
   * Must services of queue q be pushed? Those of few values, and those that a least one keeps apart, hardly leave room for times that
   * move one by one.
   */
  isNeededAt(q: number): boolean {
    const family = this.state.distributions.family[q];
    return q !== ENTRY && (family === DISCRETE || family === PARETO);
  }

  /** Do chains come together sooner by it? Several servers take ten times as long to follow. */
  isOfUseAt(q: number): boolean {
    const { distributions, kind } = this.state;
    return this.isNeededAt(q) || (kind[q] === SINGLE && distributions.family[q] !== EXPONENTIAL);
  }

  /** Do all services have few values? Hardly any other move then is accepted. */
  get isAll(): boolean {
    return this.state.distributions.family.subarray(1).every((family) => family === DISCRETE);
  }

  /**
   * Another entry: anywhere between its neighbours', or such that a visit behind it that was seen takes a service of its distribution
   * where everybody from here to there is served without a break. Not in networks where others come between meanwhile: how likely it is
   * to be proposed is found before and after.
   */
  moveEntry(e: number): boolean {
    const { state, stream } = this;
    const { d, arrivals } = state;
    const next = arrivals.after[e]!;
    if (next < 0) return false;
    const previous = arrivals.before[e]!;
    const low = previous < 0 ? state.a[e]! : d[previous]!;
    const high = d[next]!;
    const old = d[e]!;
    this.findAims(e);
    const time =
      this.aims.length > 0 && stream.uniform() < AIMED
        ? this.drawAimed()
        : low + stream.uniform() * (high - low);
    if (!(time > low && time < high)) return false;
    const proposed = this.logProposal(time, high - low);
    this.begin();
    this.shift(e, time);
    return this.decide(() => {
      this.findAims(e);
      return this.logProposal(old, high - low) - proposed;
    });
  }

  /** For each step of the task that enters with e: the next visit there that was seen, and when the entry would be were its service 0. */
  private findAims(e: number): void {
    const { state, aims } = this;
    const { arrivals, d, hiddenTime, isLast, kind, queue } = state;
    aims.length = 0;
    let before = 0;
    for (let step = e; isLast[step] === 0; ) {
      step += 1;
      const q = queue[step]!;
      if (kind[q] === RANDOM || hiddenTime[step] === 0) return;
      if (kind[q] === SERVERS) {
        // Who is served next by the same server is not known: whoever comes soon.
        let later = arrivals.after[step]!;
        for (let far = 0; later >= 0 && far < FARTHEST_AIM; far += 1) {
          if (hiddenTime[later] === 0) aims.push({ queue: q, zero: d[later]! - (d[step]! - d[e]!) });
          later = arrivals.after[later]!;
        }
        before = d[step]! - d[e]!;
        continue;
      }
      const own = this.serviceOf(step);
      let sum = before + own;
      let seen = arrivals.after[step]!;
      for (let far = 0; seen >= 0 && hiddenTime[seen] === 1 && far < FARTHEST_AIM; far += 1) {
        sum += this.serviceOf(seen);
        seen = arrivals.after[seen]!;
      }
      if (seen >= 0 && hiddenTime[seen] === 0) aims.push({ queue: q, zero: d[seen]! - sum });
      before += own;
    }
  }

  private serviceOf(e: number): number {
    return this.state.d[e]! - this.state.commencement(e);
  }

  private drawAimed(): number {
    const { state, stream, aims } = this;
    const aim = aims[stream.integerBelow(aims.length)]!;
    return aim.zero - serviceDraws(state.distributions, aim.queue, stream)();
  }

  private logProposal(time: number, length: number): number {
    const { aims, state } = this;
    if (aims.length === 0) return -log(length);
    let aimed = 0;
    for (const { queue, zero } of aims) aimed += exp(state.distributions.logDensity(queue, zero - time));
    return log((1 - AIMED) / length + (AIMED * aimed) / aims.length);
  }

  /**
   * Another service of its distribution, for which the entry of the task makes up with which the server began to be busy: all who are
   * behind leave as before.
   */
  redrawBusy(e: number): boolean {
    const { state, stream } = this;
    const { a, d, arrivals, hiddenTime, kind, queue } = state;
    if (kind[queue[e]!] !== SINGLE) return false;
    const first = this.busyFrom(e);
    if (first < 0 || hiddenTime[first - 1] === 0) return false;
    let entry = first;
    while (queue[entry] !== ENTRY) entry -= 1;
    const next = arrivals.after[entry]!;
    if (next < 0 || hiddenTime[entry] === 0) return false;
    const previous = arrivals.before[entry]!;
    const service = serviceDraws(state.distributions, queue[e]!, stream)();
    const time = d[entry]! + this.serviceOf(e) - service;
    if (!(time > (previous < 0 ? a[entry]! : d[previous]!) && time < d[next]!)) return false;
    this.begin();
    this.touch(e);
    this.service[e] = service;
    this.shift(entry, time);
    return this.decide(() => (this.busyFrom(e) === first ? 0 : Number.NEGATIVE_INFINITY));
  }

  /** The visit with which the server began to be busy that serves e; -1 where that is far. */
  private busyFrom(e: number): number {
    const { a, d, arrivals } = this.state;
    let first = e;
    for (let far = 0; far < FARTHEST_AIM; far += 1) {
      const previous = arrivals.before[first]!;
      if (previous < 0 || d[previous]! <= a[first]!) return first;
      first = previous;
    }
    return -1;
  }

  /** Another service of its distribution for visit e, which must be hidden. */
  redrawService(e: number): boolean {
    const { state, stream } = this;
    this.begin();
    this.touch(e);
    this.service[e] = serviceDraws(state.distributions, state.queue[e]!, stream)();
    return this.decide();
  }

  /** The services of e and of a hidden visit soon behind it change places. */
  exchangeServices(e: number): boolean {
    const { state, stream, service } = this;
    let other = e;
    for (let steps = 1 + stream.integerBelow(FARTHEST); steps > 0 && other >= 0; steps -= 1)
      other = state.arrivals.after[other]!;
    if (other < 0 || state.hiddenTime[other] === 0) return false;
    this.begin();
    this.touch(e);
    this.touch(other);
    [service[e], service[other]] = [service[other]!, service[e]!];
    return this.decide();
  }

  private begin(): void {
    this.stamp += 1;
    this.touched.length = 0;
    this.pending.length = 0;
    this.moved.length = 0;
    this.movedFrom.length = 0;
    this.cleared.length = 0;
    this.clearedFrom.length = 0;
    this.isPossible = true;
  }

  /** Notes the service of e while nothing that it hangs on has moved. */
  private touch(e: number): void {
    if (e < 0) return;
    this.pending.push(e);
    if (this.mark[e] === this.stamp) return;
    this.mark[e] = this.stamp;
    const { state } = this;
    const q = state.queue[e]!;
    if (state.kind[q] === RANDOM || q === ENTRY || q === ABSENT) {
      this.isPossible = false;
      return;
    }
    this.service[e] = state.d[e]! - state.commencement(e);
    this.touched.push(e);
  }

  /** Moves a departure; who may be served from another time on is looked at again. */
  private shift(p: number, time: number): void {
    const { state } = this;
    const { arrivals, queue } = state;
    if (queue[p] !== ENTRY) this.touch(arrivals.after[p]!);
    if (state.isLast[p] === 0) {
      const e = p + 1;
      this.touch(e);
      this.touch(arrivals.after[e]!);
      const ahead = arrivals.lastBefore(queue[e]!, time, e);
      const behind = ahead >= 0 ? arrivals.after[ahead]! : arrivals.first(queue[e]!);
      if (behind !== e) this.touch(behind);
    }
    if (!this.isPossible) return;
    this.moved.push(p);
    this.movedFrom.push(state.d[p]!);
    state.place(p, time);
    if (this.moved.length > MOST_MOVED) this.isPossible = false;
  }

  /** `correction`: ln of what is due besides, asked for once all is where it would be. */
  private decide(correction: () => number = () => 0): boolean {
    const { state, pending, service } = this;
    const { d, hiddenTime, kind, queue } = state;
    while (this.isPossible && pending.length > 0) {
      const e = this.nextPending();
      const isFollowed = kind[queue[e]!] === SERVERS;
      if (isFollowed) this.writeClear(e);
      const start = state.commencement(e);
      if (hiddenTime[e] === 0) {
        if (d[e]! < start) this.isPossible = false;
      } else {
        const time = start + service[e]!;
        if (Math.abs(time - d[e]!) > ROUNDING * Math.abs(time)) this.shift(e, time);
      }
      const next = state.arrivals.after[e]!;
      if (isFollowed && next >= 0 && !isClearAs(state, next, e)) this.touch(next);
    }
    if (this.isPossible && log(this.stream.uniform()) < this.gain() + correction()) {
      for (const e of this.cleared) writePart(state, e);
      return true;
    }
    this.takeBack();
    return false;
  }

  /** With several servers: when each is clear for e, as those before it leave now. */
  private writeClear(e: number): void {
    const { state, cleared, clearedFrom } = this;
    cleared.push(e);
    for (let k = 0; k < state.widest; k += 1) clearedFrom.push(state.clear[e * state.widest + k]!);
    keepClear(state, e);
  }

  private takeBack(): void {
    const { state, cleared, clearedFrom, moved, movedFrom } = this;
    const { clear, widest } = state;
    for (let i = cleared.length - 1; i >= 0; i -= 1)
      for (let k = 0; k < widest; k += 1) clear[cleared[i]! * widest + k] = clearedFrom[i * widest + k]!;
    for (let i = moved.length - 1; i >= 0; i -= 1) state.place(moved[i]!, movedFrom[i]!);
  }

  /** The one that arrives first: nothing that is looked at later moves it again. */
  private nextPending(): number {
    const { pending, state } = this;
    let first = 0;
    for (let i = 1; i < pending.length; i += 1)
      if (state.a[pending[i]!]! < state.a[pending[first]!]!) first = i;
    const e = pending[first]!;
    pending[first] = pending.at(-1)!;
    pending.pop();
    return e;
  }

  /** What the log density gains by services that were seen to end. */
  private gain(): number {
    const { state, service } = this;
    const { distributions, hiddenTime, queue, d } = state;
    let sum = 0;
    for (const e of this.touched) {
      if (hiddenTime[e] === 1) continue;
      const now = d[e]! - state.commencement(e);
      if (now === service[e]) continue;
      sum += distributions.logDensity(queue[e]!, now) - distributions.logDensity(queue[e]!, service[e]!);
    }
    return sum;
  }
}
