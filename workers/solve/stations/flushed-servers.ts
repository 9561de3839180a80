/**
 * M^[X]/M^[a,b]/c with a flush timeout: batches of a fixed size that arrive as a Poisson stream, c exponential servers that start when a or more
 * wait, or when the one that waits longest has waited T, and take at most b each. Means.
 *
 * Inputs: `batches`, 1/s, > 0; `size` X, integer >= 1; `mu` of one server, services per second, > 0; c >= 1; 1 <= a <= b;
 * `timeout` T, s, > 0, or Infinity.
 * Outputs: `FlushedServers`.
 * Method: the chain of (servers at work k, waiting w, phases of the timer that have passed, while w < a). The timeout has m
 * Erlang phases; what that leaves of its variability, 1 / m, is extrapolated to 0 from m and m / 2. What is left behind by a full batch is as old
 * as so many arrivals of a Poisson stream seen backwards: an approximation, exact where b is never exceeded. Without a
 * timeout exact. As many may wait as do with a probability above 1e-13.
 * Cost: (c a m + most that wait) (a m)^2. As many phases as about 50 ms allow.
 * Refuses: nothing; the caller asks for batches X < c b mu. Undefined where four phases are too many.
 * Source: the chain: Neuts 1967, Ann. Math. Stat. 38, 759-770 (general bulk service rule); phases for the timeout: Neuts 1981, chapter 2.
 */
import { pow } from '../../../core/numeric/elementary.ts';
import { solveGth } from '../../numeric/gth.ts';
import { LONGEST_DISTRIBUTION } from './queue.ts';
import { reachable, sparseRows } from './recurrent-states.ts';

export interface FlushedServersInput {
  readonly batches: number;
  readonly size: number;
  readonly mu: number;
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly timeout: number;
}

export interface FlushedServers {
  /** Mean servers at work. */
  readonly busy: number;
  /** Mean that wait while some server is free: for their batch to fill. */
  readonly filling: number;
  /** Mean that wait while all servers work, but for whole batches: for the next start. */
  readonly gathering: number;
  /** Mean that wait in whole batches while all servers work: for a server. */
  readonly queueing: number;
  /** Share of the gathering time in which a server that ends would take the batch at once. */
  readonly ready: number;
}

export function solveFlushedServers(input: FlushedServersInput): FlushedServers | undefined {
  if (input.a === 1 || input.timeout === Number.POSITIVE_INFINITY) return meansOf({ ...input, m: 1 });
  for (let m = MOST_PHASES; m >= 4; m /= 2) {
    const fine = meansOf({ ...input, m });
    const coarse = fine && meansOf({ ...input, m: m / 2 });
    if (fine && coarse) return extrapolated(fine, coarse);
  }
  return undefined;
}

const MOST_PHASES = 16;

/** An error that halves with every doubling of the phases, to first order, taken out. */
function extrapolated(fine: FlushedServers, coarse: FlushedServers): FlushedServers {
  const limit = (of: keyof FlushedServers) => Math.max(0, 2 * fine[of] - coarse[of]);
  return {
    busy: limit('busy'),
    filling: limit('filling'),
    gathering: limit('gathering'),
    queueing: limit('queueing'),
    ready: Math.min(1, limit('ready')),
  };
}

interface Phased extends FlushedServersInput {
  /** Phases of the timeout, integer >= 1. */
  readonly m: number;
}

function meansOf(input: Phased): FlushedServers | undefined {
  const { a, b, size } = input;
  for (let most = 4 * (b + size) + 32; most < LONGEST_DISTRIBUTION; most *= 2) {
    const width = Math.max(a * (input.m + 1), b, size);
    if ((input.c * a * input.m + most) * width ** 2 > MOST_WORK) return undefined;
    const { beyond, ...means } = meansWithin(input, most);
    if (beyond < TRUNCATED) return means;
  }
  return undefined;
}

const MOST_WORK = 1e8;
const TRUNCATED = 1e-13;

/** `most` that wait; `beyond`: the probability that a batch would not have room. */
function meansWithin(input: Phased, most: number): FlushedServers & { readonly beyond: number } {
  const { a, b, c, m, size } = input;
  const moves = (state: number) => movesOf(input, most, state);
  const states = reachable(0, moves);
  const pi = solveGth(...sparseRows(states, moves));
  let [busy, filling, gathering, queueing, beyond, some, atOnce] = [0, 0, 0, 0, 0, 0, 0];
  states.forEach((state, i) => {
    const { k, w, passed } = read(input, state);
    const p = pi[i]!;
    busy += p * k;
    if (w + size > most) beyond += p;
    if (k < c) {
      filling += p * w;
      return;
    }
    const rest = w % b;
    gathering += p * rest;
    queueing += p * (w - rest);
    if (rest > 0) some += p;
    if (rest > 0 && (rest >= a || passed === m)) atOnce += p;
  });
  return { busy, filling, gathering, queueing, ready: some === 0 ? 1 : atOnce / some, beyond };
}

interface State {
  readonly k: number;
  readonly w: number;
  /** Phases passed; m: the timeout is over, and no server was free. 0 where nobody waits or a batch is there. */
  readonly passed: number;
}

/** A state as a number: w < a while k < c, so that k a + w is unique. */
const numberOf = ({ a, m }: Phased, { k, w, passed }: State): number => (k * a + w) * (m + 1) + passed;

function read({ a, c, m }: Phased, state: number): State {
  const place = Math.floor(state / (m + 1));
  const k = Math.min(c, Math.floor(place / a));
  return { k, w: place - k * a, passed: state % (m + 1) };
}

function movesOf(input: Phased, most: number, state: number): readonly (readonly [number, number])[] {
  const { batches, size, mu, c, a, m, timeout } = input;
  const { k, w, passed } = read(input, state);
  const moves: (readonly [number, number])[] = [];
  if (w + size <= most) moves.push([numberOf(input, arrived(input, { k, w, passed })), batches]);
  if (w > 0 && w < a && passed < m && timeout < Number.POSITIVE_INFINITY) {
    const over = passed + 1 === m && k < c;
    const next = over ? { k: k + 1, w: 0, passed: 0 } : { k, w, passed: passed + 1 };
    moves.push([numberOf(input, next), m / timeout]);
  }
  if (k === 0) return moves;
  if (w < a && passed < m) moves.push([numberOf(input, { k: k - 1, w, passed }), k * mu]);
  else for (const [next, p] of startedAgain(input, k, w)) moves.push([numberOf(input, next), p * k * mu]);
  return moves;
}

/** Full batches start where servers are free; what is left of the arrivals has just come. */
function arrived({ size, c, a, b }: Phased, { k, w, passed }: State): State {
  let [busy, waiting, phases] = [k, w + size, w === 0 ? 0 : passed];
  while (busy < c && waiting >= a) {
    busy++;
    waiting = Math.max(0, waiting - b);
    phases = 0;
  }
  return { k: busy, w: waiting, passed: waiting >= a ? 0 : phases };
}

/** A server that ends takes what waits, at most b; the rest is as old as the arrivals that brought it. */
function startedAgain(input: Phased, k: number, w: number): readonly (readonly [State, number])[] {
  const { batches, size, a, b, m, timeout } = input;
  const left = Math.max(0, w - b);
  if (left === 0 || left >= a || timeout === Number.POSITIVE_INFINITY)
    return [[{ k, w: left, passed: 0 }, 1]];
  const arrivals = Math.ceil(left / size);
  const onward = batches / (batches + m / timeout);
  // Phases that pass before so many arrivals: negative binomial.
  let p = pow(onward, arrivals);
  let rest = 1;
  const found: (readonly [State, number])[] = [];
  for (let passed = 0; passed < m; passed++) {
    found.push([{ k, w: left, passed }, p]);
    rest -= p;
    p *= ((passed + arrivals) / (passed + 1)) * (1 - onward);
  }
  found.push([{ k, w: left, passed: m }, Math.max(0, rest)]);
  return found;
}
