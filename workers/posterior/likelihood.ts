/**
 * Changes of the likelihood when times move. Queues with one server, first come first served, have a closed form in three
 * neighbours; the others are followed (`many-servers.ts`, `random-selection.ts`) against their caches.
 */
import { log } from '../../core/numeric/elementary.ts';
import { ABSENT, type ChainState, RANDOM, SERVERS, SINGLE } from './chain-state.ts';
import { MOST_SERVERS } from './contract.ts';
import { DISTRIBUTION_WIDTH, EXPONENTIAL } from './service-distributions.ts';

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

/**
 * As {@link followed} for the queue of p alone, whose departure moved; `returns` when the next step also arrives
 * there.
 */
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

/** As {@link followed} for the queue of e alone, whose arrival moved. */
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

/**
 * As {@link followed} for queue q after e was put in or taken out; `next` is the first in the order of arrival that
 * may differ.
 */
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
    if (q === ABSENT || kind[q] === SINGLE) continue;
    part[e] = distributions.logDensity(q, d[e]! - state.commencement(e));
    if (kind[q] === RANDOM) part[e]! -= log(present[e]!);
  }
}

/** When servers began to idle although somebody waited, in order: never in a feasible state. */
export function faultTimes(state: ChainState): readonly number[] {
  const times: number[] = [];
  for (let q = 0; q < state.kind.length; q += 1) if (state.kind[q] === RANDOM) addFaults(state, q, times);
  return times.sort((one, other) => one - other);
}

/**
 * G/G/1 with random selection for service (Sutton & Jordan 2009, equations (2) and (4), algorithm 3). The order is that of
 * departure. N, the number to choose from, counts those with a <= u, as the text of section 3.4 has it: equation (3) as
 * printed, with a' < a_e, is not the model's likelihood.
 */

/**
 * ln likelihood of queue q less what the caches say, after times between `from` and `until` changed. -Infinity where the server
 * would wait while somebody is there. With `commit` the caches are written.
 */
function followRandom(state: ChainState, q: number, from: number, until: number, commit: boolean): number {
  const { a, d, present, part, distributions, arrivals, departures, penalty } = state;
  // The last departure before all changes: whatever it was found by still holds.
  let previous = departures.lastAtMost(q, from);
  while (previous >= 0 && d[previous]! >= from) previous = departures.before[previous]!;
  let e = previous < 0 ? departures.first(q) : departures.after[previous]!;
  let left = Number.NEGATIVE_INFINITY;
  let inside = 0;
  let arrival: number;
  if (previous < 0) arrival = arrivals.first(q);
  else {
    left = d[previous]!;
    inside = present[previous]! - 1;
    const last = arrivals.lastAtMost(q, state.commencement(previous));
    arrival = last < 0 ? arrivals.first(q) : arrivals.after[last]!;
  }
  let difference = 0;
  // Whoever is chosen after the last change finds what it found before.
  for (; e >= 0 && left <= until; e = departures.after[e]!) {
    const waited = a[e]! > left;
    const u = waited ? a[e]! : left;
    while (arrival >= 0 && a[arrival]! <= u) {
      inside += 1;
      arrival = arrivals.after[arrival]!;
    }
    let now = distributions.logDensity(q, d[e]! - u) - logOf(inside);
    if (waited && inside !== 1) now -= penalty;
    if (now === Number.NEGATIVE_INFINITY) return now;
    difference += now - part[e]!;
    if (commit) {
      part[e] = now;
      present[e] = inside;
    }
    inside -= 1;
    left = d[e]!;
  }
  return difference;
}

function addFaults(state: ChainState, q: number, times: number[]): void {
  const { a, d, present, departures } = state;
  let left = Number.NEGATIVE_INFINITY;
  for (let e = departures.first(q); e >= 0; e = departures.after[e]!) {
    if (a[e]! > left && present[e] !== 1) times.push(left);
    left = d[e]!;
  }
}

const LOGS = Float64Array.from({ length: 4096 }, (_, n) => log(n));
const logOf = (n: number): number => (n < 4096 ? LOGS[n]! : log(n));

/**
 * G/G/K, first come first served (Sutton & Jordan 2009, equations (5) to (8), algorithms 1 and 2): what a change of times does
 * to the likelihood, found by following it until nothing differs any more. The K clear times are kept in order, as a set: which
 * server has which does not matter, and the change dies out sooner.
 */

const scratch = new Float64Array(MOST_SERVERS);

/**
 * ln likelihood of queue q less what the caches say, after times at or before `until` changed from event `start` on, which is
 * the first in the order of arrival that may differ. -Infinity where a service would be negative. With `commit` the caches
 * are written.
 */
function followServers(state: ChainState, q: number, start: number, until: number, commit: boolean): number {
  const { a, d, clear, part, widest, distributions } = state;
  const { before, after } = state.arrivals;
  if (start < 0) return 0;
  const K = state.servers[q]!;
  // The commonest distribution, spelled out.
  const isExponential = distributions.family[q] === EXPONENTIAL;
  const rate = distributions.parameters[q * DISTRIBUTION_WIDTH]!;
  const logRate = distributions.logDensity(q, 0);
  clearAfter(state, before[start]!, K);
  let difference = 0;
  for (let e = start; e >= 0; e = after[e]!) {
    const at = e * widest;
    if (e !== start && a[e]! > until && isSame(clear, at, K)) break;
    const u = a[e]! > scratch[0]! ? a[e]! : scratch[0]!;
    const s = d[e]! - u;
    const now = isExponential && s >= 0 ? logRate - rate * s : distributions.logDensity(q, s);
    if (now === Number.NEGATIVE_INFINITY) return now;
    difference += now - part[e]!;
    if (commit) {
      part[e] = now;
      for (let k = 0; k < K; k += 1) clear[at + k] = scratch[k]!;
    }
    replaceFirst(K, d[e]!);
  }
  return difference;
}

/** Into the scratch: the times from which each server is clear once `previous` has been taken; nobody was yet where it is -1. */
function clearAfter({ clear, d, widest }: ChainState, previous: number, K: number): void {
  if (previous < 0) {
    scratch.fill(Number.NEGATIVE_INFINITY, 0, K);
    return;
  }
  for (let k = 0; k < K; k += 1) scratch[k] = clear[previous * widest + k]!;
  replaceFirst(K, d[previous]!);
}

/** Writes when each server is clear for visit e, by what was written of the one before. */
export function keepClear(state: ChainState, e: number): void {
  const K = state.servers[state.queue[e]!]!;
  clearAfter(state, state.arrivals.before[e]!, K);
  for (let k = 0; k < K; k += 1) state.clear[e * state.widest + k] = scratch[k]!;
}

/** Is what was written for `next` as it is once `previous`, right before it, has been taken? */
export function isClearAs(state: ChainState, next: number, previous: number): boolean {
  const K = state.servers[state.queue[next]!]!;
  clearAfter(state, previous, K);
  return isSame(state.clear, next * state.widest, K);
}

/** Writes the part of the likelihood of visit e at a queue with several servers, as its times are. */
export function writePart(state: ChainState, e: number): void {
  state.part[e] = state.distributions.logDensity(state.queue[e]!, state.d[e]! - state.commencement(e));
}

/** Equation (7): the server that was clear first takes the job, and is clear again when that leaves. */
function replaceFirst(K: number, departure: number): void {
  let k = 1;
  while (k < K && scratch[k]! < departure) {
    scratch[k - 1] = scratch[k]!;
    k += 1;
  }
  scratch[k - 1] = departure;
}

function isSame(clear: Float64Array, at: number, K: number): boolean {
  for (let k = 0; k < K; k += 1) if (clear[at + k] !== scratch[k]) return false;
  return true;
}
