/** Mean, rate and variability of a law, and which laws are Poisson or correlated. Times in s, rates in 1/s. */
import { assertUnreachable } from '../base/assert.ts';
import { logGamma } from '../base/log-gamma.ts';
import type {
  ArrivalLaw,
  EmpiricalLaw,
  HyperexponentialBranchesLaw,
  Location,
  MapLaw,
  RateFactors,
  TraceLaw,
} from './law.ts';
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
export const lawMean = (law: ArrivalLaw): number => momentsOf(law).mean;

/** Events per second: 1 / mean. */
export const lawRate = (law: ArrivalLaw): number =>
  'rate' in law || 'factors' in law ? locationRate(law) : 1 / lawMean(law);

/** Variance over squared mean; of `map` and `onOff` that of the stationary time between arrivals. Infinity for pareto with shape <= 2. */
export const lawScv = (law: ArrivalLaw): number => momentsOf(law).scv;

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

/** Is the stream of arrivals Poisson, whatever name the law goes by? A sufficient condition for `map` and `phaseType`: the same rate in every phase. */
export function isPoisson(law: ArrivalLaw): boolean {
  switch (law.law) {
    case 'exponential':
      return true;
    case 'erlang':
    case 'weibull':
      return law.shape === 1;
    case 'gamma':
      return law.scv === 1;
    case 'hyperexponential':
      return 'rates' in law ? allEqual(usedRates(law)) : law.scv === 1;
    case 'phaseType':
      return allEqual(exitRates(law));
    case 'map':
      return allEqual(arrivalRates(law));
    case 'onOff':
      return law.peakRate === law.idleRate;
    default:
      return false;
  }
}

/**
 * Does one time say something about the next? True for `map` and `onOff` unless they are renewal processes (every
 * arrival leaves the same phases behind), and for a `trace` whose correlation of neighbours is beyond what independent
 * values would show in 95 of 100 traces of this length (|r1| > 1.96 / sqrt n).
 */
export function isCorrelated(law: ArrivalLaw): boolean {
  if (law.law === 'map') return !isPoisson(law) && !isRenewal(law);
  if (law.law === 'onOff') return !isPoisson(law) && !isRenewal(onOffAsMap(law));
  return (
    law.law === 'trace' && Math.abs(neighbourCorrelation(law.values)) > 1.96 / Math.sqrt(law.values.length)
  );
}

const known = new WeakMap<ArrivalLaw, Moments>();

/** Laws never change once made, and a trace can be a million values long. Of two numbers nothing needs to be kept. */
function momentsOf(law: ArrivalLaw): Moments {
  if (law.law === 'exponential' || law.law === 'deterministic') return computeMoments(law);
  const before = known.get(law);
  if (before) return before;
  const moments = computeMoments(law);
  known.set(law, moments);
  return moments;
}

function computeMoments(law: ArrivalLaw): Moments {
  switch (law.law) {
    case 'exponential':
      return located(law, 1);
    case 'deterministic':
      return located(law, 0);
    case 'erlang':
      return located(law, 1 / law.shape);
    case 'gamma':
    case 'lognormal':
      return located(law, law.scv);
    case 'weibull':
      return located(law, weibullScv(law.shape));
    case 'hyperexponential':
      return 'rates' in law ? branchesMoments(law) : located(law, law.scv);
    case 'uniform':
      return {
        mean: (law.min + law.max) / 2,
        scv: (law.max - law.min) ** 2 / (3 * (law.min + law.max) ** 2),
      };
    case 'pareto':
      return paretoMoments(law.scale, law.shape);
    case 'phaseType':
      return phaseTypeMoments(law);
    case 'empirical':
      return empiricalMoments(law);
    case 'trace':
      return traceMoments(law);
    case 'map':
      return mapMoments(law);
    case 'onOff':
      return onOffMoments(law);
    default:
      return assertUnreachable(law);
  }
}

const located = (law: Location, scv: number): Moments => ({ mean: law.mean ?? 1 / locationRate(law), scv });

/** Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 - 1, without overflow at small shapes. */
const weibullScv = (shape: number): number =>
  Math.expm1(logGamma(1 + 2 / shape) - 2 * logGamma(1 + 1 / shape));

function paretoMoments(scale: number, shape: number): Moments {
  return {
    mean: shape > 1 ? (shape * scale) / (shape - 1) : Number.POSITIVE_INFINITY,
    scv: shape > 2 ? 1 / (shape * (shape - 2)) : Number.POSITIVE_INFINITY,
  };
}

function branchesMoments({ probabilities, rates }: HyperexponentialBranchesLaw): Moments {
  const mean = probabilities.reduce((sum, p, i) => sum + p / rates[i]!, 0);
  const square = probabilities.reduce((sum, p, i) => sum + (2 * p) / rates[i]! ** 2, 0);
  return { mean, scv: square / mean ** 2 - 1 };
}

/** A mixture of uniforms: the variance is that of the bin centres plus the mean of width^2 / 12. */
function empiricalMoments({ edges, weights }: EmpiricalLaw): Moments {
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
function traceMoments({ values }: TraceLaw): Moments {
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
function isRenewal(law: MapLaw): boolean {
  const rates = arrivalRates(law);
  const after = law.D1.map((row, i) => row.map((x) => x / rates[i]!)).filter((_, i) => rates[i]! > 0);
  return after.every((row) => row.every((x, j) => Math.abs(x - after[0]![j]!) <= 1e-12));
}

const usedRates = ({ probabilities, rates }: HyperexponentialBranchesLaw) =>
  rates.filter((_, i) => probabilities[i]! > 0);

function allEqual(values: readonly number[]): boolean {
  const largest = Math.max(...values.map(Math.abs));
  return values.every((x) => Math.abs(x - values[0]!) <= 1e-12 * largest);
}
