/**
 * Moments of distributions with phases. Rates are 1/s, moments in s and s^2.
 * Source: M. Neuts, Matrix-Geometric Solutions in Stochastic Models (1981), chapter 2; G. Latouche and V. Ramaswami,
 * Introduction to Matrix Analytic Methods (1999), chapters 2 and 3.
 */

import { dot, type Matrix, solveSmall, timesVector, transpose } from '../numeric/small-linear.ts';
import type { MapDistribution, OnOffDistribution, PhaseTypeDistribution } from './distribution.ts';

export interface Moments {
  /** s; Infinity when it does not exist. */
  readonly mean: number;
  /** Variance over squared mean. */
  readonly scv: number;
}

const NEVER: Moments = { mean: Number.POSITIVE_INFINITY, scv: Number.NaN };

/** Absorption time: E X = alpha (-T)^-1 1, E X^2 = 2 alpha (-T)^-2 1. Infinite mean when some phase is never left. */
export function phaseTypeMoments({ alpha, T }: PhaseTypeDistribution): Moments {
  const minusT = negated(T);
  const first = solveSmall(minusT, ones(alpha.length));
  const second = first && solveSmall(minusT, first);
  if (!first || !second) return NEVER;
  const mean = dot(alpha, first);
  return { mean, scv: (2 * dot(alpha, second)) / mean ** 2 - 1 };
}

/** Stationary time between arrivals: E X = 1 / (pi D1 1), E X^2 = 2 pi (-D0)^-1 1 / (pi D1 1), pi the phases at any time. */
export function mapMoments(distribution: MapDistribution): Moments {
  const phases = stationaryPhases(distribution);
  const toArrival = solveSmall(negated(distribution.D0), ones(distribution.D0.length));
  if (!phases || !toArrival) return NEVER;
  const rate = dot(phases, arrivalRates(distribution));
  return { mean: 1 / rate, scv: 2 * rate * dot(phases, toArrival) - 1 };
}

/** pi (D0 + D1) = 0 with sum 1; undefined when the phases fall apart into sets that do not reach each other. */
export function stationaryPhases({ D0, D1 }: MapDistribution): readonly number[] | undefined {
  const equations = transpose(D0.map((row, i) => row.map((x, j) => x + D1[i]![j]!)));
  equations[equations.length - 1] = ones(D0.length);
  return solveSmall(equations, [...ones(D0.length - 1).map(() => 0), 1]);
}

/** Arrivals per second while in each phase. */
export const arrivalRates = ({ D1 }: MapDistribution): readonly number[] => timesVector(D1, ones(D1.length));

/** Absorptions per second from each phase. */
export const exitRates = ({ T }: PhaseTypeDistribution): readonly number[] =>
  timesVector(negated(T), ones(T.length));

/**
 * Stationary time between arrivals of a Poisson process whose rate switches between two values.
 * Source: W. Fischer and K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook, Performance
 * Evaluation 18 (1993).
 */
export function onOffMoments({
  peakRate,
  idleRate = 0,
  meanOnTime,
  meanOffTime,
}: OnOffDistribution): Moments {
  const on = 1 / meanOnTime;
  const off = 1 / meanOffTime;
  const rate = (off * peakRate + on * idleRate) / (on + off);
  const mixing = peakRate * idleRate + peakRate * off + idleRate * on;
  const excess = (2 * on * off * (peakRate - idleRate) ** 2) / ((on + off) ** 2 * mixing);
  return { mean: 1 / rate, scv: 1 + excess };
}

/** The bursts as a Markovian arrival process with the phases on, off. */
export function onOffAsMap({
  peakRate,
  idleRate = 0,
  meanOnTime,
  meanOffTime,
}: OnOffDistribution): MapDistribution {
  const on = 1 / meanOnTime;
  const off = 1 / meanOffTime;
  return {
    distribution: 'map',
    D0: [
      [-(peakRate + on), on],
      [off, -(idleRate + off)],
    ],
    D1: [
      [peakRate, 0],
      [0, idleRate],
    ],
  };
}

const negated = (matrix: Matrix): Matrix => matrix.map((row) => row.map((x) => -x));
const ones = (n: number): number[] => new Array<number>(n).fill(1);
