/** Mean, rate and variability of a distribution, and which distributions are Poisson or correlated. Times in s, rates in 1/s. */

import { assertUnreachable } from '../base/assert.ts';
import { expm1 } from '../numeric/elementary.ts';
import { logGamma } from '../numeric/log-gamma.ts';
import type {
  ArrivalDistribution,
  EmpiricalDistribution,
  HyperexponentialBranchesDistribution,
  Location,
  MapDistribution,
  RateFactors,
  TraceDistribution,
} from './distribution.ts';
import {
  arrivalRates,
  exitRates,
  type Moments,
  mapMoments,
  onOffAsMap,
  onOffMoments,
  phaseTypeMoments,
} from './markov-moments.ts';

/** Mean time, s; of `map` and `onOff` the mean time between arrivals in steady state. Infinity where there is none (pareto, shape <= 1). */
export const distributionMean = (distribution: ArrivalDistribution): number => momentsOf(distribution).mean;

/** Events per second: 1 / mean. */
export const distributionRate = (distribution: ArrivalDistribution): number =>
  'rate' in distribution || 'factors' in distribution
    ? locationRate(distribution)
    : 1 / distributionMean(distribution);

/** Variance over squared mean; of `map` and `onOff` that of the stationary time between arrivals. Infinity for pareto with shape <= 2. */
export const distributionScv = (distribution: ArrivalDistribution): number => momentsOf(distribution).scv;

/** mu = R / M1 * C * M2 (Dor 2010, section 4.3.5), 1/s. */
export function factorsRate({ elementsPerClock, clock, divisor = 1, multiplier = 1 }: RateFactors): number {
  return (elementsPerClock / divisor) * clock * multiplier;
}

/** The rate that a location states, whichever of rate, mean and factors was given. */
export function locationRate({ rate, mean, factors }: Location): number {
  if (rate !== undefined) return rate;
  if (factors !== undefined) return factorsRate(factors);
  return mean === undefined ? Number.NaN : 1 / mean;
}

/** Is the stream of arrivals Poisson, whatever name the distribution goes by? A sufficient condition for `map` and `phaseType`: the same rate in every phase. */
export function isPoisson(distribution: ArrivalDistribution): boolean {
  switch (distribution.distribution) {
    case 'exponential':
      return true;
    case 'erlang':
    case 'weibull':
      return distribution.shape === 1;
    case 'gamma':
      return distribution.scv === 1;
    case 'hyperexponential':
      return 'rates' in distribution ? allEqual(usedRates(distribution)) : distribution.scv === 1;
    case 'phaseType':
      return allEqual(exitRates(distribution));
    case 'map':
      return allEqual(arrivalRates(distribution));
    case 'onOff':
      return distribution.peakRate === distribution.idleRate;
    default:
      return false;
  }
}

/**
 * Does one time say something about the next? True for `map` and `onOff` unless they are renewal processes (every
 * arrival leaves the same phases behind), and for a `trace` whose correlation of neighbours is beyond what independent
 * values would show in 95 of 100 traces of this length (|r1| > 1.96 / sqrt n).
 */
export function isCorrelated(distribution: ArrivalDistribution): boolean {
  if (distribution.distribution === 'map') return !isPoisson(distribution) && !isRenewal(distribution);
  if (distribution.distribution === 'onOff')
    return !isPoisson(distribution) && !isRenewal(onOffAsMap(distribution));
  return (
    distribution.distribution === 'trace' &&
    Math.abs(neighbourCorrelation(distribution.values)) > 1.96 / Math.sqrt(distribution.values.length)
  );
}

const known = new WeakMap<ArrivalDistribution, Moments>();

/** Distributions never change once made, and a trace can be a million values long. Of two numbers nothing needs to be kept. */
function momentsOf(distribution: ArrivalDistribution): Moments {
  if (distribution.distribution === 'exponential' || distribution.distribution === 'deterministic')
    return computeMoments(distribution);
  const before = known.get(distribution);
  if (before) return before;
  const moments = computeMoments(distribution);
  known.set(distribution, moments);
  return moments;
}

function computeMoments(distribution: ArrivalDistribution): Moments {
  switch (distribution.distribution) {
    case 'exponential':
      return located(distribution, 1);
    case 'deterministic':
      return located(distribution, 0);
    case 'erlang':
      return located(distribution, 1 / distribution.shape);
    case 'gamma':
    case 'lognormal':
      return located(distribution, distribution.scv);
    case 'weibull':
      return located(distribution, weibullScv(distribution.shape));
    case 'hyperexponential':
      return 'rates' in distribution
        ? branchesMoments(distribution)
        : located(distribution, distribution.scv);
    case 'uniform':
      return {
        mean: (distribution.min + distribution.max) / 2,
        scv: (distribution.max - distribution.min) ** 2 / (3 * (distribution.min + distribution.max) ** 2),
      };
    case 'pareto':
      return paretoMoments(distribution.scale, distribution.shape);
    case 'phaseType':
      return phaseTypeMoments(distribution);
    case 'empirical':
      return empiricalMoments(distribution);
    case 'trace':
      return traceMoments(distribution);
    case 'map':
      return mapMoments(distribution);
    case 'onOff':
      return onOffMoments(distribution);
    default:
      return assertUnreachable(distribution);
  }
}

const located = (distribution: Location, scv: number): Moments => ({
  mean: distribution.mean ?? 1 / locationRate(distribution),
  scv,
});

/** Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 - 1, without overflow at small shapes. */
const weibullScv = (shape: number): number => expm1(logGamma(1 + 2 / shape) - 2 * logGamma(1 + 1 / shape));

function paretoMoments(scale: number, shape: number): Moments {
  return {
    mean: shape > 1 ? (shape * scale) / (shape - 1) : Number.POSITIVE_INFINITY,
    scv: shape > 2 ? 1 / (shape * (shape - 2)) : Number.POSITIVE_INFINITY,
  };
}

function branchesMoments({ probabilities, rates }: HyperexponentialBranchesDistribution): Moments {
  const mean = probabilities.reduce((sum, p, i) => sum + p / rates[i]!, 0);
  const square = probabilities.reduce((sum, p, i) => sum + (2 * p) / rates[i]! ** 2, 0);
  return { mean, scv: square / mean ** 2 - 1 };
}

/** A mixture of uniforms: the variance is that of the bin centres plus the mean of width^2 / 12. */
function empiricalMoments({ edges, weights }: EmpiricalDistribution): Moments {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const centre = (i: number) => (edges[i]! + edges[i + 1]!) / 2;
  const width = (i: number) => edges[i + 1]! - edges[i]!;
  const mean = weights.reduce((sum, weight, i) => sum + weight * centre(i), 0) / total;
  const variance =
    weights.reduce((sum, weight, i) => sum + weight * ((centre(i) - mean) ** 2 + width(i) ** 2 / 12), 0) /
    total;
  return { mean, scv: variance / mean ** 2 };
}

/** Replayed for ever, the values are the whole population: the variance divides by n. */
function traceMoments({ values }: TraceDistribution): Moments {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  return { mean, scv: variance / mean ** 2 };
}

/** r1 of the trace closed to a ring; 0 when all values are equal. */
function neighbourCorrelation(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  if (variance === 0) return 0;
  const lagged = values.reduce(
    (sum, x, i) => sum + (x - mean) * (values[(i + 1) % values.length]! - mean),
    0,
  );
  return lagged / variance;
}

/** After every arrival the phases are the same mixture: the rows of D1 that are not 0 are multiples of each other. */
function isRenewal(distribution: MapDistribution): boolean {
  const rates = arrivalRates(distribution);
  const after = distribution.D1.map((row, i) => row.map((x) => x / rates[i]!)).filter(
    (_, i) => rates[i]! > 0,
  );
  return after.every((row) => row.every((x, j) => Math.abs(x - after[0]![j]!) <= 1e-12));
}

const usedRates = ({ probabilities, rates }: HyperexponentialBranchesDistribution) =>
  rates.filter((_, i) => probabilities[i]! > 0);

function allEqual(values: readonly number[]): boolean {
  const largest = Math.max(...values.map(Math.abs));
  return values.every((x) => Math.abs(x - values[0]!) <= 1e-12 * largest);
}
