/**
 * Changes of the likelihood when times move. Queues with one server, first come first served, have a closed form in three
 * neighbours; the others are followed (`many-servers.ts`, `random-selection.ts`) against their caches.
 */
import { type ChainState, RANDOM, SERVERS, SINGLE } from './chain-state.ts';
import { followServers } from './many-servers.ts';
import { countIdle, followRandom } from './random-selection.ts';

/**
 * ln densities that depend on the departure of p, at queues with one server: its service and the next one where it leaves, and
 * the one that it arrives for.
 */
export function singleTerms(state: ChainState, p: number): number {
  const { queue, kind, isLast } = state;
  let sum = 0;
  const next = isLast[p] === 1 ? -1 : p + 1;
  if (kind[queue[p]!] === SINGLE) {
    sum = serviceTerm(state, p);
    const n = state.arrivals.after[p]!;
    if (n >= 0 && n !== next) sum += serviceTerm(state, n);
  }
  if (next >= 0 && kind[queue[next]!] === SINGLE) sum += serviceTerm(state, next);
  return sum;
}

/** ln f(s_e) at a queue with one server, first come first served. */
export function serviceTerm({ a, d, queue, distributions, arrivals }: ChainState, e: number): number {
  const previous = arrivals.before[e]!;
  const clear = previous < 0 ? Number.NEGATIVE_INFINITY : d[previous]!;
  return distributions.logDensity(queue[e]!, d[e]! - (a[e]! > clear ? a[e]! : clear));
}

/**
 * ln likelihood of the queues that are followed, less what the caches say, after the departure of p moved from or to `time`.
 * `commit` writes the caches.
 */
export function followedTerms(state: ChainState, p: number, time: number, commit: boolean): number {
  const { queue, isLast, d } = state;
  const from = Math.min(time, d[p]!);
  const until = Math.max(time, d[p]!);
  const P = queue[p]!;
  const Q = isLast[p] === 1 ? -1 : queue[p + 1]!;
  const sum = followedDeparture(state, p, from, until, P === Q, commit);
  if (Q < 0 || Q === P || sum === Number.NEGATIVE_INFINITY) return sum;
  return sum + followedArrival(state, p + 1, from, until, commit);
}

/** The same at the queue of p alone, whose departure moved; `returns` when it is also where the next step arrives. */
export function followedDeparture(
  state: ChainState,
  p: number,
  from: number,
  until: number,
  returns: boolean,
  commit: boolean,
): number {
  const q = state.queue[p]!;
  if (state.kind[q] === RANDOM) return followRandom(state, q, from, until, commit);
  if (state.kind[q] !== SERVERS) return 0;
  return followServers(state, q, p, returns ? until : Number.NEGATIVE_INFINITY, commit);
}

/** The same at the queue of e alone, whose arrival moved. */
export function followedArrival(
  state: ChainState,
  e: number,
  from: number,
  until: number,
  commit: boolean,
): number {
  const q = state.queue[e]!;
  if (state.kind[q] === RANDOM) return followRandom(state, q, from, until, commit);
  if (state.kind[q] !== SERVERS) return 0;
  const { before } = state.arrivals;
  let start = e;
  while (before[start]! >= 0 && state.a[before[start]!]! >= from) start = before[start]!;
  return followServers(state, q, start, until, commit);
}

/** The same at queue q, after e was put in or taken out; `next` is now the first in the order of arrival that may differ. */
export function followedVisit(
  state: ChainState,
  q: number,
  e: number,
  next: number,
  commit: boolean,
): number {
  const { a, d, kind } = state;
  if (kind[q] === RANDOM) return followRandom(state, q, a[e]!, d[e]!, commit);
  return followServers(state, q, next, Number.NEGATIVE_INFINITY, commit);
}

/** Writes all caches anew, and gives the ln likelihood of the services: -Infinity where the state is not feasible. */
export function refreshCaches(state: ChainState): number {
  const { kind, arrivals } = state;
  state.part.fill(0);
  state.clear.fill(Number.NaN);
  let sum = 0;
  for (let q = 0; q < kind.length; q += 1) {
    const [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (kind[q] === SERVERS) sum += followServers(state, q, arrivals.first(q), until, true);
    else if (kind[q] === RANDOM) sum += followRandom(state, q, from, until, true);
  }
  for (let e = 0; e < state.d.length; e += 1)
    if (kind[state.queue[e]!] === SINGLE) sum += serviceTerm(state, e);
  return sum;
}

/** The parts of the likelihood under new distributions; times did not move. */
export function refreshParts(state: ChainState): void {
  const { kind, queue, distributions, part, present, d } = state;
  if (part.length === 0) return;
  for (let e = 0; e < d.length; e += 1) {
    const q = queue[e]!;
    if (kind[q] === SINGLE) continue;
    part[e] = distributions.logDensity(q, d[e]! - state.commencement(e));
    if (kind[q] === RANDOM) part[e]! -= Math.log(present[e]!);
  }
}

/** Services that began although others waited: 0 in a feasible state. */
export function countFaults(state: ChainState): number {
  let count = 0;
  for (let q = 0; q < state.kind.length; q += 1) if (state.kind[q] === RANDOM) count += countIdle(state, q);
  return count;
}
