/**
 * Draws all visits of a hidden task anew, one after the other, among what the others leave open: queue and departure in
 * proportion to what they would weigh with exponential distributions (`visit-pieces.ts`), the entry anywhere between its neighbours.
 * The likelihood of both ways through, and how likely each was to be proposed when nothing but the others is there, decide
 * (configurational bias: Siepmann & Frenkel, Mol. Phys. 75 (1992) 59). Orders of many queues change at once, which single
 * moves reach only in many steps. A task of which no step was seen also gets another path now and then, drawn as tasks take
 * paths, so that this cancels. What its own visits do to each other, where it visits a queue twice, is no part of the proposal.
 */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, RANDOM, SINGLE } from './chain-state.ts';
import { followedVisit, serviceTerm } from './likelihood.ts';
import type { PathLaw } from './path-law.ts';
import type { Routing } from './reroute.ts';
import { VisitPieces } from './visit-pieces.ts';

/** Entries of the tasks for which that can be done. */
export function redrawable(state: ChainState, { queues }: Routing): Int32Array {
  const { queue, hiddenTime, isLast } = state;
  const entries: number[] = [];
  for (let entry = 0; entry < queue.length; entry += 1) {
    if (queue[entry] !== ENTRY || isLast[entry] === 1) continue;
    let can = true;
    for (let e = entry; isLast[e] === 0; ) {
      e += 1;
      can &&= hiddenTime[e] === 1 && (state.hiddenQueue[e] === 1 || queues[state.state[e]!]!.length === 1);
    }
    if (can) entries.push(entry);
  }
  return Int32Array.from(entries);
}

/**
 * Where a queue of a step has random selection, only so many queues are weighed, the own one and others by chance: what fits is
 * found by following a queue until its server idles, and all ten queues of a tier take three times as long for chains that mix
 * hardly better.
 */
const MOST_FOLLOWED = 2;

/** What an idle server costs while a task is taken out that kept it busy: more than anything that a way through can gain. */
const TAKEN_OUT = 1e6;

/** Share of the redraws of tasks of unknown path that may take another one. */
const OTHER_PATH = 0.5;

/** A way through: the entry first. */
interface Way {
  /** The states of the steps behind the entry. */
  states: ArrayLike<number>;
  readonly time: number[];
  readonly queue: number[];
}

export class TaskRedraws {
  /** What fits where, by choice, of the step looked at; and its sum times p(q | state). */
  private readonly pieces: readonly VisitPieces[];
  private readonly weight: Float64Array;
  /** By step: the places of all choices, those that are weighed first, and how many these are. */
  private readonly weighed: readonly Int32Array[];
  private readonly count: Int32Array;
  /** By state: how many choices are weighed where the path stays. */
  private readonly most: Int32Array;
  private readonly old: Way = { states: [], time: [], queue: [] };
  private readonly now: Way = { states: [], time: [], queue: [] };

  constructor(
    private readonly state: ChainState,
    private readonly routing: Routing,
    private readonly law: PathLaw,
    private readonly stream: RandomStream,
  ) {
    const most = routing.queues.reduce((count, { length }) => Math.max(count, length), 0);
    this.pieces = Array.from({ length: most }, () => new VisitPieces(state));
    this.weight = new Float64Array(most);
    const longest = law.paths.reduce((count, { states }) => Math.max(count, states.length), 0);
    this.weighed = Array.from({ length: longest + 1 }, () => new Int32Array(most));
    this.count = new Int32Array(longest + 1);
    this.most = Int32Array.from(routing.queues, (queues) =>
      queues.some((q) => state.kind[q] === RANDOM) ? Math.min(MOST_FOLLOWED, queues.length) : queues.length,
    );
  }

  /** True when the task got other visits. */
  redraw(entry: number): boolean {
    const { state, law, old, now } = this;
    const { d, queue, task } = state;
    const penalty = state.penalty;
    state.penalty = Math.min(penalty, TAKEN_OUT);
    const path = law.pathOf[task[entry]!]!;
    const other = this.drawPath(task[entry]!, path);
    old.states = law.paths[path]!.states;
    now.states = law.paths[other]!.states;
    old.time[0] = d[entry]!;
    for (let step = 1; step <= old.states.length; step += 1) {
      old.time[step] = d[entry + step]!;
      old.queue[step] = queue[entry + step]!;
    }
    let gain = 0;
    for (let step = 1; step <= old.states.length; step += 1) gain += this.takeOut(entry + step);
    if (other === path) this.chooseWeighed();
    else this.weighAll();
    gain += this.logReturn(entry);
    const proposed = this.propose(entry);
    let accepted = false;
    if (proposed > Number.NEGATIVE_INFINITY) {
      if (other !== path) this.lay(entry, now.states, old.states.length);
      gain += this.putIn(entry, now) - proposed;
      accepted = log(this.stream.uniform()) < gain;
      // Most are accepted, so that caches are written at once, and written again where one is not. Backwards, so that all that
      // stands between is possible.
      if (!accepted) for (let step = now.states.length; step >= 1; step -= 1) this.takeOut(entry + step);
    }
    if (accepted) law.pathOf[task[entry]!] = other;
    else {
      if (other !== path) this.lay(entry, old.states, now.states.length);
      this.putIn(entry, old);
    }
    state.penalty = penalty;
    return accepted;
  }

  /** The own queue of each step and others at random: as likely from either way as from the other, so that this cancels. */
  private chooseWeighed(): void {
    const { count, most, old, routing, stream, weighed } = this;
    for (let step = 1; step <= old.states.length; step += 1) {
      const s = old.states[step - 1]!;
      const queues = routing.queues[s]!;
      const places = weighed[step]!;
      for (let i = 0; i < queues.length; i += 1) places[i] = i;
      count[step] = most[s]!;
      if (most[s]! === queues.length) continue;
      exchange(places, 0, queues.indexOf(old.queue[step]!));
      for (let i = 1; i < most[s]!; i += 1) exchange(places, i, i + stream.integerBelow(queues.length - i));
    }
  }

  /** For ways by different paths, whose steps are in different states. */
  private weighAll(): void {
    const { count, weighed } = this;
    for (let step = 1; step < count.length; step += 1) {
      const places = weighed[step]!;
      for (let i = 0; i < places.length; i += 1) places[i] = i;
      count[step] = places.length;
    }
  }

  private drawPath(task: number, path: number): number {
    const { law, stream } = this;
    return law.isOpen[task] === 1 && stream.uniform() < OTHER_PATH ? law.draw(stream) : path;
  }

  /** The places of the task as steps in these states, and without a step those that it had beyond. */
  private lay(entry: number, states: ArrayLike<number>, before: number): void {
    const { state, routing } = this;
    state.isLast[entry] = states.length === 0 ? 1 : 0;
    for (let step = 1; step <= states.length; step += 1) {
      const s = states[step - 1]!;
      state.open(entry + step, s, step === states.length, routing.queues[s]!.length > 1);
    }
    for (let step = states.length + 1; step <= before; step += 1) state.close(entry + step);
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

  /** Puts all visits in; -Infinity where they do not fit together. */
  private putIn(entry: number, { states, time, queue }: Way): number {
    const { state } = this;
    const { a, d } = state;
    d[entry] = time[0]!;
    let gain = 0;
    for (let step = 1; step <= states.length; step += 1) {
      const e = entry + step;
      a[e] = time[step - 1]!;
      d[e] = time[step]!;
      state.putIn(e, queue[step]!);
      if (gain > Number.NEGATIVE_INFINITY) gain += this.gainOf(e);
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
  private propose(entry: number): number {
    const { now, pieces, routing, stream, weighed } = this;
    let time = this.drawEntry(entry);
    now.time[0] = time;
    let logRatio = 0;
    for (let step = 1; step <= now.states.length; step += 1) {
      const s = now.states[step - 1]!;
      const total = this.weigh(entry, step, s, time);
      if (!(total > 0)) return Number.NEGATIVE_INFINITY;
      const i = this.choose(this.weighedIn(step, s), total);
      time = pieces[i]!.draw(stream);
      logRatio += log(pieces[i]!.weightAt(time) / total);
      now.time[step] = time;
      now.queue[step] = routing.queues[s]![weighed[step]![i]!]!;
    }
    return logRatio;
  }

  /** Log probability of drawing the old way again. */
  private logReturn(entry: number): number {
    const { old, pieces, routing, weighed } = this;
    let logRatio = 0;
    for (let step = 1; step <= old.states.length; step += 1) {
      const s = old.states[step - 1]!;
      const total = this.weigh(entry, step, s, old.time[step - 1]!);
      const i = weighed[step]!.indexOf(routing.queues[s]!.indexOf(old.queue[step]!));
      logRatio += log(pieces[i]!.weightAt(old.time[step]!) / total);
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

  private weighedIn(step: number, s: number): number {
    return Math.min(this.count[step]!, this.routing.queues[s]!.length);
  }

  /** Weighs the chosen queues of a step in state s. */
  private weigh(entry: number, step: number, s: number, arrival: number): number {
    const { routing, weight, weighed, pieces } = this;
    const queues = routing.queues[s]!;
    const probability = routing.probability[s]!;
    const places = weighed[step]!;
    const count = this.weighedIn(step, s);
    let total = 0;
    for (let i = 0; i < count; i += 1) {
      const place = places[i]!;
      pieces[i]!.prepare(entry + step, queues[place]!, arrival);
      weight[i] = pieces[i]!.total * probability[place]!;
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

function exchange(places: Int32Array, i: number, j: number): void {
  const kept = places[i]!;
  places[i] = places[j]!;
  places[j] = kept;
}

/** 0 where there is nobody. */
const termAt = (state: ChainState, e: number): number => (e < 0 ? 0 : serviceTerm(state, e));
