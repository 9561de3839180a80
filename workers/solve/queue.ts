/** What every station model gives: one queue alone, in steady state. */

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
  /** P[N >= n]. Absent where only means are known. */
  readonly tail?: (n: number) => number;
  /** P[N = n], n = 0, 1, ..., up to where the rest is below {@link SMALLEST_TAIL}. Absent where only means are known, undefined where it would be longer than {@link LONGEST_DISTRIBUTION}. */
  readonly distribution?: () => number[] | undefined;
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
