/** What every station model gives: one queue alone, in steady state. */
import type { TimeDistribution } from './time-distribution.ts';

export interface Queue {
  /** Kendall name. */
  readonly model: string;
  /** lambda_o: arrivals per second that come to the door, 1/s. */
  readonly offeredRate: number;
  /** lambda: arrivals per second that enter, 1/s. */
  readonly arrivalRate: number;
  /** rho: share of the servers' time spent serving, 0..1. */
  readonly utilization: number;
  /** N_G: mean elements in the station; Infinity where the mean does not exist. */
  readonly meanOccupancy: number;
  /** N_Q: mean elements waiting; Infinity where the mean does not exist. */
  readonly meanQueueLength: number;
  /** Share of the offered arrivals that is lost; where it is absent and K is finite, the share of time that the station is full. */
  readonly lossProbability?: number;
  /** P[N >= n]. Absent where only means are known. */
  readonly tail?: (n: number) => number;
  /** P[N = n], n = 0, 1, ..., up to where the rest is below {@link SMALLEST_TAIL}. Absent where only means are known, undefined where it would be longer than {@link LONGEST_DISTRIBUTION}. */
  readonly distribution?: () => number[] | undefined;
  /** Time from entering to the start of service, first come, first served. Absent where only means are known. */
  readonly waitingTime?: () => TimeDistribution | undefined;
  /** Time from entering to the end of service, first come, first served. Absent where only means are known. */
  readonly sojournTime?: () => TimeDistribution | undefined;
}

/** A model without an answer: the servers receive at least what they can do. */
export interface Saturated {
  readonly model: string;
  readonly saturated: true;
}

export const saturated = (model: string): Saturated => ({ model, saturated: true });

export const isSaturated = (queue: Queue | Saturated): queue is Saturated => 'saturated' in queue;

/** The answer without arrivals. */
export const emptyQueue = (model: string): Queue => ({
  model,
  offeredRate: 0,
  arrivalRate: 0,
  utilization: 0,
  meanOccupancy: 0,
  meanQueueLength: 0,
  tail: (n) => (n === 0 ? 1 : 0),
  distribution: () => [1],
});

/** Where a distribution is cut. */
export const SMALLEST_TAIL = 1e-12;

/** Levels of the longest distribution that is written out: 2 MB. */
export const LONGEST_DISTRIBUTION = 2 ** 18;

/** P[N >= n] from a distribution that is worked out when first asked for; NaN where there is none. */
export function tailFrom(distribution: () => readonly number[] | undefined): (n: number) => number {
  let sums: Float64Array | undefined;
  return (n) => {
    if (n <= 0) return 1;
    sums ??= cumulatedFromEnd(distribution() ?? [Number.NaN]);
    return n < sums.length ? sums[n]! : Number.isNaN(sums[0]) ? Number.NaN : 0;
  };
}

/** Sum of each entry and all that follow. */
export function cumulatedFromEnd(values: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(values);
  for (let n = sums.length - 2; n >= 0; n--) sums[n]! += sums[n + 1]!;
  return sums;
}

/** Without the last levels, as long as what is dropped stays below the smallest tail; undefined where it is still too long. */
export function cutTail(probabilities: readonly number[]): number[] | undefined {
  let length = probabilities.length;
  let rest = 0;
  while (length > 1 && rest + probabilities[length - 1]! < SMALLEST_TAIL) rest += probabilities[--length]!;
  return length > LONGEST_DISTRIBUTION ? undefined : probabilities.slice(0, length);
}

/** For orders of service other than first come, first served: the same numbers, other times. */
export const withoutTimes = ({ waitingTime: _waiting, sojournTime: _sojourn, ...queue }: Queue): Queue =>
  queue;
