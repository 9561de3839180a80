/** Service rates from measurements: what goes in, and what comes back. Plain data; rates in items per second, times in s. */
import type { RateSamples } from './measuring.ts';

/**
 * Samples of one end of a queue, column by column, in the order of time: `count` items passed in the `period` that ended at
 * `time`; `blocked` says whether an operation had to wait, and `blockedFor` for how long within the period, NaN where that
 * was not measured.
 */
export interface RateColumns extends Omit<RateSamples, 'end'> {
  /** Items that waited (head), or places that were free (tail), when the period began; absent where that is not known. */
  readonly waiting?: Float64Array;
}

/** How a rate is estimated. `docs/estimation.md` says when each holds. */
export const RATE_METHODS = ['busy-time', 'censored', 'robust', 'median', 'published'] as const;
export type RateMethod = (typeof RATE_METHODS)[number];

export interface RateEstimate {
  readonly method: RateMethod;
  readonly rate: number;
  /** 95 % interval; absent where too few values were seen for one. */
  readonly low?: number;
  readonly high?: number;
  /** Periods that the estimate rests on. */
  readonly periods: number;
  /** Squared coefficient of variation of one service, where the method tells it. */
  readonly scv?: number;
  /** Of the published method: it never converged, and the rate is only what it had so far. */
  readonly provisional?: boolean;
}

/** Why a method gives no rate: one sentence. */
export interface RateRefusal {
  readonly method: RateMethod;
  readonly refused: string;
}

export type RateOutcome = RateEstimate | RateRefusal;

/** A stretch of time with one rate. */
export interface RatePhase extends RateEstimate {
  readonly from: number;
  readonly to: number;
}

/** A point at which the published method converged and started anew. */
export interface Convergence {
  readonly time: number;
  readonly rate: number;
  /** How many values of q went into it. */
  readonly values: number;
}

export interface RateReport {
  readonly periods: number;
  /** The usual period T. */
  readonly period: number;
  /** Share of the periods in which an operation was blocked. */
  readonly blockedShare: number;
  /** Share of the time that was not blocked; absent where blocked times were not measured. */
  readonly busyShare?: number;
  /** Items per second that did pass, blocked or not. */
  readonly throughput: number;
  /** What was asked for, or the method that these data allow to trust most. */
  readonly chosen: RateOutcome;
  readonly all: readonly RateOutcome[];
  /** At least one. */
  readonly phases: readonly RatePhase[];
  readonly convergences: readonly Convergence[];
  readonly warnings: readonly string[];
}
