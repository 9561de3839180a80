/**
 * Lets a hidden visit and its neighbour change places in a queue with one server, first come first served
 * (Metropolis-Hastings): the visit gets an arrival and a departure on the other side of the neighbour's, each uniform in what
 * the neighbours leave open. Moves of single times cannot change that order.
 */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, SINGLE } from './chain-state.ts';
import { followedArrival, followedDeparture, serviceTerm } from './likelihood.ts';
import { arrivesAfter, arrivesBefore, leavesAfter, leavesBefore } from './move-time.ts';

/** Can e be swapped at all? Its arrival and departure are hidden, and its tasks did not enter here, in an order that is known. */
export function isSwappable(state: ChainState, e: number): boolean {
  const { queue, kind, hiddenTime, isLast } = state;
  const Q = queue[e]!;
  if (kind[Q] !== SINGLE || Q === ENTRY || hiddenTime[e] === 0 || hiddenTime[e - 1] === 0) return false;
  const P = queue[e - 1]!;
  const R = isLast[e] === 1 ? -1 : queue[e + 1]!;
  return P !== ENTRY && P !== Q && R !== Q && (P !== R || kind[P] === SINGLE);
}

/** Proposes to put e behind or before its neighbour. True when accepted. */
export function swap(state: ChainState, e: number, stream: RandomStream): boolean {
  const { a, d, isLast, arrivals } = state;
  const { before, after } = arrivals;
  const later = stream.uniform() < 0.5;
  const f = later ? after[e]! : before[e]!;
  if (f < 0) return false;
  const [r, g] = later ? [before[e]!, after[f]!] : [before[f]!, after[e]!];
  const p = e - 1;
  const next = isLast[e] === 1 ? -1 : e + 1;
  const xLow = leavesAfter(state, p);
  const xHigh = leavesBefore(state, p);
  const yLow = next < 0 ? xLow : arrivesAfter(state, next);
  const yHigh = next < 0 ? Number.POSITIVE_INFINITY : arrivesBefore(state, next);
  const inFront: Slot = {
    xLow: r < 0 ? xLow : Math.max(xLow, a[r]!),
    xHigh: Math.min(xHigh, a[f]!),
    yLow: r < 0 ? Math.max(yLow, xLow) : Math.max(yLow, d[r]!),
    yHigh: Math.min(yHigh, d[f]!),
  };
  const behind: Slot = {
    xLow: Math.max(xLow, a[f]!),
    xHigh: g < 0 ? xHigh : Math.min(xHigh, a[g]!),
    yLow: Math.max(yLow, d[f]!),
    yHigh: g < 0 ? yHigh : Math.min(yHigh, d[g]!),
  };
  const [old, now] = later ? [inFront, behind] : [behind, inFront];
  const ratio = areaOf(now) / areaOf(old);
  // Where a slot has no end, or nothing in it, there is no such move, neither way.
  if (!(ratio > 0 && ratio < Number.POSITIVE_INFINITY)) return false;
  const x = now.xLow + stream.uniform() * (now.xHigh - now.xLow);
  const y = now.yLow + stream.uniform() * (now.yHigh - now.yLow);
  return y >= x && tryTimes(state, e, { x, y, f, g, ratio }, stream);
}

/** Where arrival x and departure y may lie, in front of the neighbour or behind it. */
interface Slot {
  readonly xLow: number;
  readonly xHigh: number;
  readonly yLow: number;
  readonly yHigh: number;
}

const areaOf = ({ xLow, xHigh, yLow, yHigh }: Slot): number =>
  xHigh > xLow && yHigh > yLow ? (xHigh - xLow) * (yHigh - yLow) : 0;

interface Proposal {
  readonly x: number;
  readonly y: number;
  /** The neighbour, and who comes behind both. */
  readonly f: number;
  readonly g: number;
  /** Width of the interval open to x and y after the swap over that before. */
  readonly ratio: number;
}

function tryTimes(
  state: ChainState,
  e: number,
  { x, y, f, g, ratio }: Proposal,
  stream: RandomStream,
): boolean {
  const { d } = state;
  const p = e - 1;
  const [oldX, oldY] = [d[p]!, d[e]!];
  const old = termsAround(state, e, f, g);
  state.place(p, x);
  state.place(e, y);
  let gain = log(ratio) + termsAround(state, e, f, g) - old;
  if (gain > Number.NEGATIVE_INFINITY) gain += followBoth(state, e, oldX, oldY, false);
  if (log(stream.uniform()) < gain) {
    followBoth(state, e, oldX, oldY, true);
    return true;
  }
  // Backwards, so that each time is within its order again.
  state.place(e, oldY);
  state.place(p, oldX);
  return false;
}

/** At the queues before and behind, where they are followed. */
function followBoth(state: ChainState, e: number, oldX: number, oldY: number, commit: boolean): number {
  const { d, isLast } = state;
  const [x, y] = [d[e - 1]!, d[e]!];
  const before = followedDeparture(state, e - 1, Math.min(x, oldX), Math.max(x, oldX), false, commit);
  if (isLast[e] === 1) return before;
  return before + followedArrival(state, e + 1, Math.min(y, oldY), Math.max(y, oldY), commit);
}

/** All that the times of e and the order of e and f decide at queues with one server. */
function termsAround(state: ChainState, e: number, f: number, g: number): number {
  const { queue, kind, isLast, arrivals } = state;
  const p = e - 1;
  const next = isLast[e] === 1 ? -1 : e + 1;
  let sum = serviceTerm(state, e) + serviceTerm(state, f) + (g < 0 ? 0 : serviceTerm(state, g));
  if (kind[queue[p]!] === SINGLE) {
    const behind = arrivals.after[p]!;
    sum += serviceTerm(state, p) + (behind < 0 || behind === next ? 0 : serviceTerm(state, behind));
  }
  if (next >= 0 && kind[queue[next]!] === SINGLE) sum += serviceTerm(state, next);
  return sum;
}
