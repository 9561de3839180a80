/**
 * Sends a hidden visit to another queue of its state (Metropolis-Hastings). Without this the queues that hidden tasks got at
 * the start would stay theirs for ever, and chains started apart never meet.
 */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, SINGLE } from './chain-state.ts';
import { followedVisit, serviceTerm } from './likelihood.ts';
import { arrivesAfter, arrivesBefore } from './move-time.ts';

/** p(q | state): the queues of each state, and how likely they are. */
export interface Routing {
  readonly queues: readonly Int32Array[];
  readonly probability: readonly Float64Array[];
}

/** Share of the proposals between single servers that also bring another departure. */
const RETIMED = 0.5;

/** Proposes another queue for e, all of them alike. True when accepted. */
export function reroute(state: ChainState, e: number, routing: Routing, stream: RandomStream): boolean {
  const { queue, kind, isLast } = state;
  const queues = routing.queues[state.state[e]!]!;
  const from = queue[e]!;
  const own = queues.indexOf(from);
  const drawn = stream.integerBelow(queues.length - 1);
  const choice = drawn >= own ? drawn + 1 : drawn;
  const to = queues[choice]!;
  const odds = routing.probability[state.state[e]!]!;
  const gain = log(odds[choice]! / odds[own]!);
  if (kind[from] !== SINGLE || kind[to] !== SINGLE) return moveVisit(state, e, to, gain, stream);
  const R = isLast[e] === 1 ? -1 : queue[e + 1]!;
  const canRetime = state.hiddenTime[e] === 1 && R !== from && R !== to && (R < 0 || kind[R] === SINGLE);
  return hop(state, e, to, gain, canRetime && stream.uniform() < RETIMED, stream);
}

/**
 * Between two queues with one server each. `retimed`: the departure is drawn anew, uniform between those of the new neighbours;
 * the ratio of the lengths of the two intervals makes up for that.
 */
function hop(
  state: ChainState,
  e: number,
  to: number,
  odds: number,
  retimed: boolean,
  stream: RandomStream,
): boolean {
  const { a, d, queue, distributions, arrivals, isLast } = state;
  const from = queue[e]!;
  const r = arrivals.before[e]!;
  const n = arrivals.after[e]!;
  const newR = arrivals.lastBefore(to, a[e]!, e);
  const newN = newR >= 0 ? arrivals.after[newR]! : arrivals.first(to);
  const clear = r < 0 ? a[e]! : Math.max(a[e]!, d[r]!);
  const newClear = newR < 0 ? a[e]! : Math.max(a[e]!, d[newR]!);
  let y = d[e]!;
  let gain = odds;
  if (retimed) {
    let least = Number.NEGATIVE_INFINITY;
    let most = Number.POSITIVE_INFINITY;
    if (isLast[e] === 0) {
      least = arrivesAfter(state, e + 1);
      most = arrivesBefore(state, e + 1);
    }
    const low = Math.max(newClear, least);
    const length = Math.min(newN < 0 ? most : d[newN]!, most) - low;
    const oldLength = Math.min(n < 0 ? most : d[n]!, most) - Math.max(clear, least);
    // Where one of them has no end there is no such move, neither way.
    if (!(length > 0) || length === Number.POSITIVE_INFINITY || oldLength === Number.POSITIVE_INFINITY)
      return false;
    y = low + stream.uniform() * length;
    gain += log(length / oldLength);
  }
  if (y < newClear || (newN >= 0 && y > d[newN]!)) return false;
  gain += distributions.logDensity(to, y - newClear) - distributions.logDensity(from, d[e]! - clear);
  if (n >= 0) gain += closeUp(state, from, n, r, d[n]!) - closeUp(state, from, n, e, d[n]!);
  if (newN >= 0)
    gain +=
      distributions.logDensity(to, d[newN]! - Math.max(a[newN]!, y)) -
      closeUp(state, to, newN, newR, d[newN]!);
  if (retimed && isLast[e] === 0) {
    const ahead = arrivals.before[e + 1]!;
    const free = ahead < 0 ? Number.NEGATIVE_INFINITY : d[ahead]!;
    const left = d[e + 1]!;
    const R = queue[e + 1]!;
    gain +=
      distributions.logDensity(R, left - Math.max(y, free)) -
      distributions.logDensity(R, left - Math.max(d[e]!, free));
  }
  if (!(log(stream.uniform()) < gain)) return false;
  state.takeOut(e);
  state.putIn(e, to);
  if (retimed) state.place(e, y);
  return true;
}

/** ln density of the service of i that follows j (or nobody, -1). */
function closeUp({ a, d, distributions }: ChainState, q: number, i: number, j: number, left: number): number {
  return distributions.logDensity(q, left - (j < 0 ? a[i]! : Math.max(a[i]!, d[j]!)));
}

/** Between any two queues, at the same times: the visit is moved, judged, and moved back when it is not accepted. */
function moveVisit(state: ChainState, e: number, to: number, odds: number, stream: RandomStream): boolean {
  const { queue, kind, part, arrivals } = state;
  const from = queue[e]!;
  const old = part[e]!;
  const next = arrivals.after[e]!;
  let gain = odds - (kind[from] === SINGLE ? serviceTerm(state, e) + termAt(state, next) : old);
  state.takeOut(e);
  gain += kind[from] === SINGLE ? termAt(state, next) : followedVisit(state, from, e, next, false);
  if (kind[to] === SINGLE) {
    const previous = arrivals.lastBefore(to, state.a[e]!, e);
    gain -= termAt(state, previous < 0 ? arrivals.first(to) : arrivals.after[previous]!);
  }
  state.putIn(e, to);
  part[e] = 0;
  if (gain > Number.NEGATIVE_INFINITY)
    gain +=
      kind[to] === SINGLE
        ? serviceTerm(state, e) + termAt(state, arrivals.after[e]!)
        : followedVisit(state, to, e, e, false);
  if (log(stream.uniform()) < gain) {
    if (kind[from] !== SINGLE) followedVisit(state, from, e, next, true);
    if (kind[to] !== SINGLE) followedVisit(state, to, e, e, true);
    return true;
  }
  state.takeOut(e);
  state.putIn(e, from);
  part[e] = old;
  return false;
}

/** 0 where there is nobody. */
const termAt = (state: ChainState, e: number): number => (e < 0 ? 0 : serviceTerm(state, e));
