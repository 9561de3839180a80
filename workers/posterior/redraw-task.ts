/**
 * Draws all visits of a hidden task anew, one after the other, among what the others leave open: queue and departure in
 * proportion to what they would weigh with exponential distributions (`visit-pieces.ts`), the entry anywhere between its neighbours.
 * The likelihood of both ways through, and how likely each was to be proposed when nothing but the others is there, decide
 * (configurational bias: Siepmann & Frenkel, Mol. Phys. 75 (1992) 59). Orders of many queues change at once, which single
 * moves reach only in many steps. For tasks that visit no queue twice.
 */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, SINGLE } from './chain-state.ts';
import { followedVisit, serviceTerm } from './likelihood.ts';
import type { Routing } from './reroute.ts';
import { VisitPieces } from './visit-pieces.ts';

/** Entries of the tasks for which that can be done. */
export function redrawable(state: ChainState, { queues }: Routing): Int32Array {
  const { queue, hiddenTime, isLast } = state;
  const entries: number[] = [];
  for (let entry = 0; entry < queue.length; entry += 1) {
    if (queue[entry] !== ENTRY || isLast[entry] === 1) continue;
    const seen = new Set<number>();
    let can = true;
    for (let e = entry; isLast[e] === 0; ) {
      e += 1;
      can &&= hiddenTime[e] === 1 && (state.hiddenQueue[e] === 1 || queues[state.state[e]!]!.length === 1);
      for (const q of queues[state.state[e]!]!) {
        can &&= !seen.has(q);
        seen.add(q);
      }
    }
    if (can) entries.push(entry);
  }
  return Int32Array.from(entries);
}

/** What an idle server costs while a task is taken out that kept it busy: more than anything that a way through can gain. */
const TAKEN_OUT = 1e6;

export class TaskRedraws {
  /** What fits where, by choice, of the step looked at; and its sum times p(q | state). */
  private readonly pieces: readonly VisitPieces[];
  private readonly weight: Float64Array;
  /** Departure and queue by step. */
  private readonly oldTime: number[] = [];
  private readonly oldQueue: number[] = [];
  private readonly newTime: number[] = [];
  private readonly newQueue: number[] = [];

  constructor(
    private readonly state: ChainState,
    private readonly routing: Routing,
    private readonly stream: RandomStream,
  ) {
    const most = routing.queues.reduce((count, { length }) => Math.max(count, length), 0);
    this.pieces = Array.from({ length: most }, () => new VisitPieces(state));
    this.weight = new Float64Array(most);
  }

  /** True when the task got other visits. */
  redraw(entry: number): boolean {
    const { state } = this;
    const { d, queue, isLast } = state;
    const penalty = state.penalty;
    state.penalty = Math.min(penalty, TAKEN_OUT);
    let last = entry;
    this.oldTime[0] = d[entry]!;
    while (isLast[last] === 0) {
      last += 1;
      this.oldTime[last - entry] = d[last]!;
      this.oldQueue[last - entry] = queue[last]!;
    }
    let gain = 0;
    for (let e = entry + 1; e <= last; e += 1) gain += this.takeOut(e);
    gain += this.logReturn(entry, last);
    const proposed = this.propose(entry, last);
    let accepted = false;
    if (proposed > Number.NEGATIVE_INFINITY) {
      gain += this.putIn(entry, last, this.newTime, this.newQueue) - proposed;
      accepted = log(this.stream.uniform()) < gain;
      // Most are accepted, so that caches are written at once, and written again where one is not.
      if (!accepted) for (let e = entry + 1; e <= last; e += 1) this.takeOut(e);
    }
    if (!accepted) this.putIn(entry, last, this.oldTime, this.oldQueue);
    state.penalty = penalty;
    return accepted;
  }

  /** What the likelihood gains, routing apart. The caches are written. */
  private takeOut(e: number): number {
    const { state } = this;
    const q = state.queue[e]!;
    const next = state.arrivals.after[e]!;
    if (state.kind[q] !== SINGLE) {
      const own = state.part[e]!;
      state.takeOut(e);
      return followedVisit(state, q, e, next, true) - own;
    }
    const before = serviceTerm(state, e) + termAt(state, next);
    state.takeOut(e);
    return termAt(state, next) - before;
  }

  /** Puts all visits in. */
  private putIn(entry: number, last: number, times: readonly number[], queues: readonly number[]): number {
    const { state } = this;
    const { a, d } = state;
    d[entry] = times[0]!;
    let gain = 0;
    for (let e = entry + 1; e <= last; e += 1) {
      a[e] = d[e - 1]!;
      d[e] = times[e - entry]!;
      state.putIn(e, queues[e - entry]!);
      gain += this.gainOf(e);
    }
    return gain;
  }

  private gainOf(e: number): number {
    const { state } = this;
    const q = state.queue[e]!;
    if (state.kind[q] !== SINGLE) {
      state.part[e] = 0;
      return followedVisit(state, q, e, e, true);
    }
    const next = state.arrivals.after[e]!;
    return serviceTerm(state, e) + termAt(state, next) - this.termWithout(e, next);
  }

  /** Term of the next visit if e were not there. */
  private termWithout(e: number, next: number): number {
    if (next < 0) return 0;
    const { a, d, distributions, queue, arrivals } = this.state;
    const previous = arrivals.before[e]!;
    const clear = previous < 0 ? a[next]! : Math.max(a[next]!, d[previous]!);
    return distributions.logDensity(queue[e]!, d[next]! - clear);
  }

  /** Draws another way through; ln of its density over that of the routing, -Infinity where there is none. */
  private propose(entry: number, last: number): number {
    const { newTime, newQueue, pieces, routing, stream } = this;
    let time = this.drawEntry(entry);
    newTime[0] = time;
    let logRatio = 0;
    for (let e = entry + 1; e <= last; e += 1) {
      const total = this.weigh(e, time);
      if (!(total > 0)) return Number.NEGATIVE_INFINITY;
      const s = this.state.state[e]!;
      const choice = this.choose(routing.queues[s]!.length, total);
      time = pieces[choice]!.draw(stream);
      logRatio += log(pieces[choice]!.weightAt(time) / total);
      newTime[e - entry] = time;
      newQueue[e - entry] = routing.queues[s]![choice]!;
    }
    return logRatio;
  }

  /** Log probability of drawing the old way again. */
  private logReturn(entry: number, last: number): number {
    const { oldTime, oldQueue, pieces, routing, state } = this;
    let logRatio = 0;
    for (let e = entry + 1; e <= last; e += 1) {
      const total = this.weigh(e, oldTime[e - 1 - entry]!);
      const choice = routing.queues[state.state[e]!]!.indexOf(oldQueue[e - entry]!);
      logRatio += log(pieces[choice]!.weightAt(oldTime[e - entry]!) / total);
    }
    return logRatio;
  }

  /** Between exponential gaps whose sum stays, an entry is anywhere alike. The last one of all stays where it is. */
  private drawEntry(entry: number): number {
    const { a, d, hiddenTime, arrivals } = this.state;
    const next = arrivals.after[entry]!;
    if (hiddenTime[entry] === 0 || next < 0) return d[entry]!;
    const previous = arrivals.before[entry]!;
    const low = previous < 0 ? a[entry]! : d[previous]!;
    return low + this.stream.uniform() * (d[next]! - low);
  }

  /** Weighs all choices. */
  private weigh(e: number, arrival: number): number {
    const { routing, weight, pieces } = this;
    const s = this.state.state[e]!;
    const queues = routing.queues[s]!;
    let total = 0;
    for (let i = 0; i < queues.length; i += 1) {
      pieces[i]!.prepare(e, queues[i]!, arrival);
      weight[i] = pieces[i]!.total * routing.probability[s]![i]!;
      total += weight[i]!;
    }
    return total;
  }

  private choose(choices: number, total: number): number {
    let rest = this.stream.uniform() * total;
    for (let i = 0; i < choices - 1; i += 1) {
      rest -= this.weight[i]!;
      if (rest < 0) return i;
    }
    return choices - 1;
  }
}

/** 0 where there is nobody. */
const termAt = (state: ChainState, e: number): number => (e < 0 ? 0 : serviceTerm(state, e));
