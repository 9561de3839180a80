/**
 * Draws the departure of an event, which is the arrival at the next step, given all else: exactly where both queues have one
 * server, first come first served, and exponential services, most often by its mirror image; else by slice sampling (Neal, Ann. Stat. 31 (2003) 705), where the
 * first interval is all that is possible, or a window of fixed width placed at random around the old value.
 */
import { exp, expm1, log, log1p } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, SERVERS, SINGLE } from './chain-state.ts';

import { followedTerms, singleTerms } from './likelihood.ts';
import { DISTRIBUTION_WIDTH, EXPONENTIAL } from './service-distributions.ts';

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
  const rateP = distributions.parameters[queue[p]! * DISTRIBUTION_WIDTH]!;
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
  const rateQ = distributions.parameters[Q * DISTRIBUTION_WIDTH]!;
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

/** No departure of p is after this, as far as its own queue tells at once. */
export function leavesBefore({ d, kind, queue, arrivals }: ChainState, p: number): number {
  const next = kind[queue[p]!] === SINGLE ? arrivals.after[p]! : -1;
  return next >= 0 ? d[next]! : Number.POSITIVE_INFINITY;
}

/** No arrival of e is before this, as far as its own queue tells at once. */
export function arrivesAfter({ a, kind, queue, arrivals }: ChainState, e: number): number {
  const previous = kind[queue[e]!] === SINGLE ? arrivals.before[e]! : -1;
  return previous >= 0 ? a[previous]! : Number.NEGATIVE_INFINITY;
}

/** No arrival of e is after this, as far as its own queue tells at once. */
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
  const level = singleTerms(state, p) + log(stream.uniform());
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

/**
 * One draw from a density whose logarithm is piecewise linear with up to three pieces: slope `slope` from `low` on, `rise1`
 * more from `knot1` on and `rise2` more from `knot2` on, up to `high`. Rises are >= 0, so that the density is largest at an
 * end; `high` is finite or the last slope negative. Exact but for rounding: the pieces are integrated in closed form.
 * `knot` may lie anywhere, also at ±Infinity; one beyond `high` does not count. From `old`, if there is one and an end, the draw
 * is its mirror image: as much weight above as the old value has below. That too leaves the density as it is.
 */
export function drawPieces(
  u: number,
  low: number,
  high: number,
  slope: number,
  knot1: number,
  rise1: number,
  knot2: number,
  rise2: number,
  old = Number.NaN,
): number {
  let k1 = knot1;
  let r1 = rise1;
  let k2 = knot2;
  let r2 = rise2;
  if (k2 < k1) {
    k1 = knot2;
    r1 = rise2;
    k2 = knot1;
    r2 = rise1;
  }
  k1 = k1 < low ? low : k1 > high ? high : k1;
  k2 = k2 < low ? low : k2 > high ? high : k2;
  const s1 = slope + r1;
  const s2 = s1 + r2;
  if (high === Number.POSITIVE_INFINITY) return drawTail(u, low, slope, k1, s1, k2, s2);
  // ln density at the knots, then less the largest, which is at an end.
  const h1 = slope * (k1 - low);
  const h2 = h1 + s1 * (k2 - k1);
  const h3 = h2 + s2 * (high - k2);
  const top = h3 > 0 ? h3 : 0;
  const e0 = top === 0 ? 1 : exp(-top);
  const e1 = k1 === low ? e0 : exp(h1 - top);
  const e2 = k2 === k1 ? e1 : exp(h2 - top);
  const e3 = top === 0 ? exp(h3) : 1;
  const w0 = weight(e0, e1, slope, k1 - low);
  const w1 = weight(e1, e2, s1, k2 - k1);
  const w2 = weight(e2, e3, s2, high - k2);
  const total = w0 + w1 + w2;
  let rest = u * total;
  if (old >= low) {
    let above: number;
    if (old < k1) above = total - integral(e0, slope, old - low);
    else if (old < k2) above = w1 + w2 - integral(e1, s1, old - k1);
    else above = integral(e3, -s2, high - old);
    // Else it is at an end, where it was not drawn.
    if (above > 0 && above < total) rest = above;
  }
  let x: number;
  if (rest < w0) x = low + inverse(rest, e0, slope);
  else if (rest < w0 + w1) {
    rest -= w0;
    x = k1 + inverse(rest, e1, s1);
  } else {
    rest -= w0 + w1;
    // From the top of the last piece where that is the right end: no digits are lost in a steep rise.
    x = s2 > 0 ? high - inverse(w2 - rest, e3, -s2) : k2 + inverse(rest, e2, s2);
  }
  return x < low ? low : x > high ? high : x;
}

/** Integral of a piece of this length between the densities `from` and `to`. */
function weight(from: number, to: number, slope: number, length: number): number {
  const z = slope * length;
  if (z > 1e-5 || z < -1e-5) return (to - from) / slope;
  return length * from * (1 + z / 2);
}

/** Integral over this length from density `from` on. */
function integral(from: number, slope: number, length: number): number {
  const z = slope * length;
  if (z > 1e-5 || z < -1e-5) return (from * expm1(z)) / slope;
  return length * from * (1 + z / 2);
}

/** How far to go from density `from` until the integral is `rest`. */
function inverse(rest: number, from: number, slope: number): number {
  const z = (rest * slope) / from;
  if (z > 1e-5 || z < -1e-5) return log1p(z > -1 ? z : -1 + 1e-16) / slope;
  return (rest / from) * (1 - z / 2);
}

/** Without an end: the density falls in the last piece, and is 1 at `low`. */
function drawTail(
  u: number,
  low: number,
  slope: number,
  k1: number,
  s1: number,
  k2: number,
  s2: number,
): number {
  const infinite = Number.POSITIVE_INFINITY;
  const e1 = k1 === infinite ? 0 : exp(slope * (k1 - low));
  const e2 = k2 === infinite ? 0 : k1 === infinite ? 0 : e1 * exp(s1 * (k2 - k1));
  const w0 = k1 === infinite ? -1 / slope : weight(1, e1, slope, k1 - low);
  const w1 = k1 === infinite ? 0 : k2 === infinite ? -e1 / s1 : weight(e1, e2, s1, k2 - k1);
  const w2 = k2 === infinite ? 0 : -e2 / s2;
  const rest = u * (w0 + w1 + w2);
  if (rest < w0) return low + inverse(rest, 1, slope);
  if (rest < w0 + w1) return k1 + inverse(rest - w0, e1, s1);
  return k2 + inverse(rest - w0 - w1, e2, s2);
}
