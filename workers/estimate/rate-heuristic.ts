/**
 * Algorithm 1 of Beard & Chamberlain (HPCC 2015), function by function: the stream of counts tc of non-blocked periods,
 * one at a time, to converged values of q-bar, the estimated largest well-behaved count.
 *
 * What the paper leaves open is decided here as its implementation or its results suggest: the window S holds 16 counts
 * and slides by one; S' has the 12 places where the filter fits; the standard deviation is with n - 1; sigma(q-bar) is the
 * standard error of the mean of q, relative to it unless `relative` is false (then in items); after convergence the
 * statistics start anew and the window slides on. Letters: q quantile of one window, qbar its mean since the last start.
 */

import { exp, pow } from '../../core/numeric/elementary.ts';
import { RunningMoments } from './running-moments.ts';

/**
 * The two filters of the service rate heuristic (Beard & Chamberlain, Run Time Approximation of Non-blocking Service Rates
 * for Streaming Systems, HPCC 2015), as lists of taps around the centre.
 */

/** Equation (2). As printed its taps over x = -2..2 sum to 0.990866, which is a bias of -0.9 % of the method. */
const gaussianFilterKernel = (x: number): number => exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI);

/** Equation (4). */
export function laplacianGaussian(x: number, sigma = 0.5): number {
  const bell = exp(-(x ** 2) / (2 * sigma ** 2)) / Math.sqrt(2 * Math.PI);
  return (x ** 2 * bell) / pow(sigma, 5) - bell / pow(sigma, 3);
}

const GAUSS_RADIUS = 2;
export const GAUSSIAN_FILTER: readonly number[] = [-2, -1, 0, 1, 2].map(gaussianFilterKernel);

/**
 * The taps of (4) less their mean: [1.4958, -2.9915, 1.4958]. As printed they sum to -0.6, so that the filter answers a
 * constant with a number other than 0 and the heuristic would never converge. RaftLib subtracts the mean too.
 */
export const LAPLACIAN_FILTER: readonly number[] = withoutMean([-1, 0, 1].map((x) => laplacianGaussian(x)));

function withoutMean(taps: readonly number[]): readonly number[] {
  const mean = taps.reduce((sum, tap) => sum + tap, 0) / taps.length;
  return taps.map((tap) => tap - mean);
}

const WINDOW = 16;
const FILTERED = WINDOW - 2 * GAUSS_RADIUS;
/** z of the 95 % quantile, equation (3). */
const Z_95 = 1.64485;
/** The Laplacian of sigma(q-bar) must stay within the tolerance over this many values. */
const CONVERGENCE_WINDOW = 16;
export const TOLERANCE = 5e-7;

export interface HeuristicOptions {
  readonly tolerance?: number;
  /** Default true: sigma(q-bar) divided by q-bar, which does not depend on the unit. */
  readonly relative?: boolean;
}

export class RateHeuristic {
  /** The last quantile; NaN until the window is full. */
  q = Number.NaN;
  /** |sigma(q-bar) through the Laplacian|, the last one; NaN while there are fewer than three sigmas since the start. */
  change = Number.NaN;
  private readonly statistics = new RunningMoments();
  private readonly window = new Float64Array(WINDOW);
  private readonly filtered = new Float64Array(FILTERED);
  private seen = 0;
  private readonly sigmas: [number, number, number] = [Number.NaN, Number.NaN, Number.NaN];
  /** How many of the last filtered sigmas in a row are within the tolerance. */
  private calm = 0;
  private readonly tolerance: number;
  private readonly relative: boolean;

  constructor({ tolerance = TOLERANCE, relative = true }: HeuristicOptions = {}) {
    this.tolerance = tolerance;
    this.relative = relative;
  }

  /** One count of a period without blocking. True when q-bar has converged: read it, then call `resetStats`. */
  push(tc: number): boolean {
    this.slide(tc);
    if (this.seen < WINDOW) return false;
    this.q = this.nQuantile();
    this.updateStats(this.q);
    return this.qConverged();
  }

  /** q-bar, and how many q it is the mean of. */
  get meanQ(): number {
    return this.statistics.mean;
  }
  get values(): number {
    return this.statistics.count;
  }

  resetStats(): void {
    this.statistics.reset();
    this.sigmas.fill(Number.NaN);
    this.calm = 0;
  }

  /** Sliding by one moves every filtered value by one place too: only the newest is new. */
  private slide(tc: number): void {
    const { window, filtered } = this;
    window[this.seen % WINDOW] = tc;
    this.seen += 1;
    if (this.seen < GAUSSIAN_FILTER.length) return;
    let value = 0;
    for (let tap = 0; tap < GAUSSIAN_FILTER.length; tap += 1)
      value += GAUSSIAN_FILTER[tap]! * window[(this.seen - 1 - tap) % WINDOW]!;
    filtered[this.seen % FILTERED] = value;
  }

  /** Equation (3). */
  private nQuantile(): number {
    const { filtered } = this;
    let mean = 0;
    for (let i = 0; i < FILTERED; i += 1) mean += filtered[i]!;
    mean /= FILTERED;
    let squares = 0;
    for (let i = 0; i < FILTERED; i += 1) squares += (filtered[i]! - mean) ** 2;
    return mean + Z_95 * Math.sqrt(squares / (FILTERED - 1));
  }

  private updateStats(q: number): void {
    this.statistics.add(q);
    const { standardError, mean } = this.statistics;
    const sigma = this.relative && mean > 0 ? standardError / mean : standardError;
    const { sigmas } = this;
    sigmas[0] = sigmas[1];
    sigmas[1] = sigmas[2];
    sigmas[2] = sigma;
  }

  private qConverged(): boolean {
    const { sigmas } = this;
    this.change = Math.abs(
      LAPLACIAN_FILTER[0]! * sigmas[0] + LAPLACIAN_FILTER[1]! * sigmas[1] + LAPLACIAN_FILTER[2]! * sigmas[2],
    );
    // NaN is not calm.
    this.calm = this.change <= this.tolerance ? this.calm + 1 : 0;
    return this.calm >= CONVERGENCE_WINDOW;
  }
}
