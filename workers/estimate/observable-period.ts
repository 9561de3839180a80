/**
 * How often a period of length T is free of blocking, for M/M/1: by the formulas of Beard & Chamberlain (2015, after table
 * I, from Kleinrock 1975), and exactly.
 *
 * The formulas ask whether the k = ceil(mu T) items that the server needs on average are waiting, or have room, when the
 * period begins. They leave out what arrives during the period, which makes the share too low for long periods, and that
 * the server may need more than the average, which makes it too high for short ones.
 * Letters: mu services per second, rho utilization, C capacity of the output queue.
 */

import { log, pow } from '../../core/numeric/elementary.ts';
import { poissonWeights } from '../../core/numeric/poisson-weights.ts';

export const itemsNeeded = (mu: number, T: number): number => Math.ceil(mu * T);

/** Pr_READ = rho^k. */
export const probabilityOfUnblockedRead = (T: number, rho: number, mu: number): number =>
  pow(rho, itemsNeeded(mu, T));

/** Pr_WRITE = 1 - rho^(C-k+1) for C >= mu T, else 0. */
export function probabilityOfUnblockedWrite(T: number, C: number, rho: number, mu: number): number {
  return C >= mu * T ? 1 - pow(rho, C - itemsNeeded(mu, T) + 1) : 0;
}

/** Levels above which the steady state has less than this are left out, and at most so many are kept. */
const SMALLEST_TAIL = 1e-10;
const MOST_LEVELS = 2000;

/**
 * Exactly: the server is busy when the period begins and stays so until it ends. The chain of the level, stopped at 0, from
 * its steady state over T by uniformization (Grassmann 1977); about 9 digits for 0 < rho < 1. One walk serves all periods:
 * cost levels * mu T of the longest.
 */
export function sharesOfUnblockedReads(
  periods: readonly number[],
  rho: number,
  mu: number,
): readonly number[] {
  const weights = periods.map((T) => poissonWeights((mu + rho * mu) * T, 1e-12));
  const steps = weights.reduce((most, { left, weights: each }) => Math.max(most, left + each.length), 0);
  const busy = busyAfterSteps(steps, rho);
  return weights.map(({ left, weights: each }) =>
    each.reduce((share, weight, i) => share + weight * busy[left + i]!, 0),
  );
}

export const shareOfUnblockedReads = (T: number, rho: number, mu: number): number =>
  sharesOfUnblockedReads([T], rho, mu)[0]!;

/** Probability that the server has not run out of work after so many arrivals and services, from the steady state on. */
function busyAfterSteps(steps: number, rho: number): Float64Array {
  const levels = levelsOf(rho);
  const up = rho / (1 + rho);
  const result = new Float64Array(steps);
  let busy = Float64Array.from({ length: levels + 1 }, (_, n) => (n === 0 ? 0 : (1 - rho) * pow(rho, n)));
  for (let step = 0; step < steps; step += 1) {
    result[step] = busy.reduce((total, p) => total + p, 0);
    const next = new Float64Array(levels + 1);
    for (let n = 1; n <= levels; n += 1) {
      next[Math.min(levels, n + 1)]! += up * busy[n]!;
      if (n > 1) next[n - 1]! += (1 - up) * busy[n]!;
    }
    busy = next;
  }
  return result;
}

const levelsOf = (rho: number): number => Math.min(MOST_LEVELS, Math.ceil(log(SMALLEST_TAIL) / log(rho)) + 1);

/** More work than this is not spent on advice: about a tenth of a second. */
const MOST_STEPS = 1e8;

export const isAffordable = (T: number, rho: number, mu: number): boolean =>
  mu * T * levelsOf(rho) <= MOST_STEPS;

export interface PeriodAdvice {
  /** Share of the periods with unblocked reads: exactly, absent for periods of very many items, and by the paper's formula. */
  readonly exact?: number;
  readonly read: number;
  readonly write?: number;
  /** The longest period that by the formula has unblocked reads in that share of the cases, s; 0 when even one item is too many. */
  readonly longest: number;
  readonly share: number;
}

/** A server at utilization `rho` (0 < rho < 1) that is seen in periods of T. */
export function advisePeriod(
  { mu, rho, capacity }: { readonly mu: number; readonly rho: number; readonly capacity?: number },
  T: number,
  share = 0.1,
): PeriodAdvice {
  const k = Math.floor(log(share) / log(rho) + 1e-9);
  return {
    ...(isAffordable(T, rho, mu) && { exact: shareOfUnblockedReads(T, rho, mu) }),
    read: probabilityOfUnblockedRead(T, rho, mu),
    ...(capacity !== undefined && { write: probabilityOfUnblockedWrite(T, capacity, rho, mu) }),
    longest: k / mu,
    share,
  };
}
