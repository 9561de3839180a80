/** How fast the correlation of a stream with two phases dies out: r_k is a multiple of gamma^k. */
import type { MapDistribution, OnOffDistribution } from '../../core/distributions/index.ts';

/** What a stream is to have. Times in s. */
export interface StreamTargets {
  readonly mean: number;
  readonly scv: number;
  readonly gamma: number;
  /** E X^3. */
  readonly m3: number;
}

/** The second eigenvalue of the phases from arrival to arrival: the trace of (-D0)^-1 D1 less 1. */
export function mapDecay({ D0, D1 }: MapDistribution): number {
  const [[a, b], [c, d]] = D0 as [[number, number], [number, number]];
  const determinant = a * d - b * c;
  const [[e, f], [g, h]] = D1 as [[number, number], [number, number]];
  return (-(d * e - b * g) - (a * h - c * f)) / determinant - 1;
}

/** Autocorrelation of bursts in closed form (Fischer & Meier-Hellstern 1993, section 3). */
export function burstDecay({ peakRate, idleRate = 0, meanOnTime, meanOffTime }: OnOffDistribution): number {
  const both = peakRate * idleRate;
  return both / (both + peakRate / meanOffTime + idleRate / meanOnTime);
}
