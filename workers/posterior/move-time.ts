/**
 * Draws the departure of an event, which is the arrival at the next step, given all else: exactly where both queues have one
 * server, first come first served, and exponential services, most often by its mirror image; else by slice sampling (Neal, Ann. Stat. 31 (2003) 705), where the
 * first interval is all that is possible, or a window of fixed width placed at random around the old value.
 */
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, SERVERS, SINGLE } from './chain-state.ts';
import { drawPieces } from './exponential-pieces.ts';
import { followedTerms, singleTerms } from './likelihood.ts';
import { EXPONENTIAL, LAW_WIDTH } from './service-distributions.ts';

/** Draws the departure of p, which must be hidden. */
export function moveTime(state: ChainState, p: number, stream: RandomStream): void {
  const { kind, queue, isLast, distributions } = state;
  const P = queue[p]!;
  const Q = isLast[p] === 1 ? P : queue[p + 1]!;
  const exact =
    kind[P] === SINGLE &&
    kind[Q] === SINGLE &&
    distributions.family[P] === EXPONENTIAL &&
    distributions.family[Q] === EXPONENTIAL;
  if (exact) moveExactly(state, p, stream);
  else moveBySlice(state, p, stream);
}

/**
 * Share of the exact draws that are the old value mirrored (overrelaxation: Neal in Jordan (ed.), Learning in Graphical Models,
 * 1998, 205). Neighbours that follow each other are then pushed on, where fresh draws would make them wander to and fro.
 */
const MIRRORED = 0.9;

/** The conditional of a departure between exponential servers: three pieces, of slopes -μP, then +μP from a_n and +μQ from d_ρ on. */
function moveExactly(state: ChainState, p: number, stream: RandomStream): void {
  const { a, d, queue, isLast, distributions, arrivals } = state;
  const { before, after } = arrivals;
  const drawn = stream.uniform();
  const isMirrored = drawn < MIRRORED;
  const u = isMirrored ? drawn / MIRRORED : (drawn - MIRRORED) / (1 - MIRRORED);
  const old = isMirrored ? d[p]! : Number.NaN;
  const rateP = distributions.parameters[queue[p]! * LAW_WIDTH]!;
  const previous = before[p]!;
  const n = after[p]!;
  let low = a[p]!;
  let high = Number.POSITIVE_INFINITY;
  let knotN = Number.POSITIVE_INFINITY;
  if (previous >= 0 && d[previous]! > low) low = d[previous]!;
  if (n >= 0) {
    high = d[n]!;
    knotN = a[n]!;
  }
  if (isLast[p] === 1) {
    if (high > low)
      d[p] = drawPieces(u, low, high, -rateP, knotN, n >= 0 ? rateP : 0, Number.POSITIVE_INFINITY, 0, old);
    return;
  }
  const e = p + 1;
  const Q = queue[e]!;
  const rateQ = distributions.parameters[Q * LAW_WIDTH]!;
  const ahead = before[e]!;
  const behind = after[e]!;
  let knotE = Number.NEGATIVE_INFINITY;
  if (d[e]! < high) high = d[e]!;
  if (behind >= 0 && a[behind]! < high) high = a[behind]!;
  if (ahead >= 0) {
    if (a[ahead]! > low) low = a[ahead]!;
    // Right behind itself in the same queue, its service begins when it arrives.
    if (ahead !== p) knotE = d[ahead]!;
  }
  if (!(high > low)) return;
  const x = drawPieces(u, low, high, -rateP, knotN, n >= 0 && n !== e ? rateP : 0, knotE, rateQ, old);
  d[p] = x;
  arrivals.slide(Q, e, x);
}

/** No departure of p is before this, as far as its own queue tells at once. */
export function leavesAfter(state: ChainState, p: number): number {
  const { a, d, kind, queue, arrivals } = state;
  if (kind[queue[p]!] === SERVERS) return state.commencement(p);
  const previous = kind[queue[p]!] === SINGLE ? arrivals.before[p]! : -1;
  return previous >= 0 && d[previous]! > a[p]! ? d[previous]! : a[p]!;
}

/** And none after this. */
export function leavesBefore({ d, kind, queue, arrivals }: ChainState, p: number): number {
  const next = kind[queue[p]!] === SINGLE ? arrivals.after[p]! : -1;
  return next >= 0 ? d[next]! : Number.POSITIVE_INFINITY;
}

/** No arrival of e is before this, as far as its own queue tells at once. */
export function arrivesAfter({ a, kind, queue, arrivals }: ChainState, e: number): number {
  const previous = kind[queue[e]!] === SINGLE ? arrivals.before[e]! : -1;
  return previous >= 0 ? a[previous]! : Number.NEGATIVE_INFINITY;
}

/** And none after this. */
export function arrivesBefore({ a, d, kind, queue, arrivals }: ChainState, e: number): number {
  const next = kind[queue[e]!] === SINGLE ? arrivals.after[e]! : -1;
  return next >= 0 && a[next]! < d[e]! ? a[next]! : d[e]!;
}

/** Share of the updates whose first interval is all that is possible, where that is bounded. */
const WHOLE = 0.3;
/** Width of the other windows, in mean services. */
const WINDOW = 3;
/** After so many points the old one is kept: the slice is narrower than numbers are. */
const MOST_POINTS = 100;

function moveBySlice(state: ChainState, p: number, stream: RandomStream): void {
  const { queue, isLast, kind, d, distributions } = state;
  const P = queue[p]!;
  const Q = isLast[p] === 1 ? P : queue[p + 1]!;
  const isFollowed = kind[P] !== SINGLE || kind[Q] !== SINGLE;
  const old = d[p]!;
  const next = isLast[p] === 1 ? -1 : p + 1;
  let low = leavesAfter(state, p);
  let high = leavesBefore(state, p);
  if (next >= 0) {
    low = Math.max(low, arrivesAfter(state, next));
    high = Math.min(high, arrivesBefore(state, next));
  }
  if (!(high > low)) return;
  if (high === Number.POSITIVE_INFINITY || (isFollowed && stream.uniform() > WHOLE)) {
    const width = WINDOW * (distributions.mean(P) + distributions.mean(Q));
    const from = old - stream.uniform() * width;
    low = Math.max(low, from);
    high = Math.min(high, from + width);
  }
  const level = singleTerms(state, p) + Math.log(stream.uniform());
  for (let point = 0; point < MOST_POINTS; point += 1) {
    const x = low + stream.uniform() * (high - low);
    state.place(p, x);
    let now = singleTerms(state, p);
    if (isFollowed && now > Number.NEGATIVE_INFINITY) now += followedTerms(state, p, old, false);
    if (now >= level) {
      if (isFollowed) followedTerms(state, p, old, true);
      return;
    }
    if (x < old) low = x;
    else high = x;
  }
  state.place(p, old);
}
