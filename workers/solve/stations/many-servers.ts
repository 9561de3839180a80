/**
 * The stationary distribution of a queue with c exponential servers and Poisson arrivals, with or without a limit K: below c
 * the weights a^n / n!, from c on a geometric distribution with ratio rho = a / c. Shared by mmc.ts and mmck.ts.
 *
 * Numerics: the lower weights are summed in units of the weight at n = c by the inverse Erlang B recursion
 * I_n = 1 + (n / a) I_(n-1), all of whose terms are positive. Where it overflows, P[N >= c] is 0 to double precision,
 * and is given so. Cost O(c), for the distribution O(c + K).
 * Source: Cooper 1981, Introduction to Queueing Theory, section 3.3 and 3.5; the recursion: Jagers & van Doorn 1986.
 */
import { exp } from '../../../core/numeric/elementary.ts';
import {
  geometricLength,
  logGeometricSum,
  truncatedGeometricMean,
  truncatedGeometricTail,
  writeGeometric,
} from '../../numeric/truncated-geometric.ts';
import { cutTail, LONGEST_DISTRIBUTION, SMALLEST_TAIL } from './queue.ts';

export interface ManyServersInput {
  /** x = ln(a / c), finite; below 0 when K is Infinity. */
  readonly x: number;
  /** Servers, integer >= 1. */
  readonly c: number;
  /** Integer >= c, or Infinity. */
  readonly K: number;
}

/** How the servers spend their time. */
export interface ServerShares {
  /** P[N >= c]. */
  readonly waitProbability: number;
  /** Mean idle share of the servers. */
  readonly idle: number;
  readonly utilization: number;
  /** P[N < c]. */
  readonly free: number;
  /** Sum of the weights below c, in units of that at c. */
  readonly lowerWeight: number;
}

export interface ManyServers {
  /** P[N >= c]: an arrival has to wait (Erlang C where K is Infinity). */
  readonly waitProbability: number;
  readonly utilization: number;
  readonly meanQueueLength: number;
  /** P[what enters finds c + k or more], k = 0, 1, ...: it waits for k + 1 services or more. */
  readonly foundBusy: (k: number) => number;
  readonly tail: (n: number) => number;
  readonly distribution: () => number[] | undefined;
}

export function solveManyServers(input: ManyServersInput): ManyServers {
  const { x, c, K } = input;
  const places = K - c;
  const { waitProbability, utilization, free, lowerWeight } = serverShares(input);
  const a = c * exp(x);
  return {
    waitProbability,
    utilization,
    meanQueueLength: waitProbability * truncatedGeometricMean(x, places),
    foundBusy: foundByEntrants(x, places, lowerWeight),
    tail: (n) =>
      n >= c
        ? waitProbability * truncatedGeometricTail(x, places, n - c)
        : waitProbability + lowerSum({ a, c, total: free }, n),
    distribution: () => distributionOf({ a, c, x, K, waitProbability, free }),
  };
}

/** What a search for the load asks for, again and again. */
export function serverShares({ x, c, K }: ManyServersInput): ServerShares {
  const places = K - c;
  const lower = lowerWeights(c * exp(x), c);
  // The lower weights against the upper ones, in logarithms, because either may be beyond the doubles.
  const perUpper = exp(-logGeometricSum(x, places));
  const waitProbability = 1 / (1 + lower.weight * perUpper);
  const fullProbability = Number.isFinite(K)
    ? waitProbability * truncatedGeometricTail(x, places, places)
    : 0;
  const idleShare = (waitProbability * perUpper * lower.missing) / c;
  const carried = exp(x) * (1 - fullProbability);
  const light = (fullProbability < 0.5 && carried < 0.5) || !Number.isFinite(lower.missing);
  return {
    waitProbability,
    idle: light ? 1 - carried : idleShare,
    utilization: light ? carried : 1 - idleShare,
    // Not 1 - waitProbability, which is all rounding where nearly everybody waits.
    free: waitProbability === 0 ? 1 : waitProbability * lower.weight * perUpper,
    lowerWeight: lower.weight,
  };
}

/** An arrival that enters finds 0..K-1: the same weights but for the last. */
function foundByEntrants(x: number, places: number, lowerWeight: number): ManyServers['foundBusy'] {
  if (places === 0) return () => 0;
  const busy = 1 / (1 + lowerWeight * exp(-logGeometricSum(x, places - 1)));
  return (k) => busy * truncatedGeometricTail(x, places - 1, k);
}

/** Standard deviations from the mean beyond which a Poisson weight is below 1e-30 of the largest. */
const DEVIATIONS = 12;

/** In units of a^c / c!: the sum of the weights below c, and of (c - n) times them. Infinity where they overflow. */
function lowerWeights(a: number, c: number): { readonly weight: number; readonly missing: number } {
  let upToHere = 1;
  let missing = 0;
  let weight = 0;
  // Weights so far below the largest are nothing beside it, and beyond the doubles more servers change nothing.
  const first = Math.max(1, Math.min(c, Math.floor(a)) - Math.ceil(DEVIATIONS * Math.sqrt(a)) - 50);
  for (let n = first; n <= c && weight < Number.POSITIVE_INFINITY; n++) {
    missing = (n / a) * (missing + upToHere);
    weight = (n / a) * upToHere;
    upToHere = 1 + weight;
  }
  return { weight, missing };
}

/** P[n <= N < c]. */
function lowerSum(shape: { a: number; c: number; total: number }, n: number): number {
  const lower = new Array<number>(shape.c);
  writeLower(lower, shape);
  let sum = 0;
  for (let level = shape.c - 1; level >= n; level--) sum += lower[level]!;
  return sum;
}

interface Shape {
  readonly a: number;
  readonly c: number;
  readonly x: number;
  readonly K: number;
  readonly waitProbability: number;
  /** P[N < c]. */
  readonly free: number;
}

function distributionOf({ a, c, x, K, waitProbability, free }: Shape): number[] | undefined {
  const count = waitProbability === 0 ? 0 : geometricLength(x, K - c, SMALLEST_TAIL / waitProbability);
  if (c + count > LONGEST_DISTRIBUTION) return undefined;
  const probabilities = new Array<number>(c + count).fill(0);
  writeLower(probabilities, { a, c, total: free });
  writeGeometric(probabilities, c, { x, K: K - c, count, total: waitProbability });
  return cutTail(probabilities);
}

/** Weights a^n / n! for n < c from their mode outwards, so that none overflows; then scaled to their total. */
function writeLower(target: number[], { a, c, total }: { a: number; c: number; total: number }): void {
  const mode = Math.min(c - 1, Math.floor(a));
  target[mode] = 1;
  let sum = 1;
  for (let n = mode; n > 0; n--) {
    target[n - 1] = target[n]! * (n / a);
    sum += target[n - 1]!;
  }
  for (let n = mode + 1; n < c; n++) {
    target[n] = target[n - 1]! * (a / n);
    sum += target[n]!;
  }
  for (let n = 0; n < c; n++) target[n]! *= total / sum;
}
