/**
 * Distributions of times: between arrivals, and of one service. A distribution is stated by its mean (or rate) and its shape, in
 * seconds. This file is the format; `distribution-schema.ts` reads it from JSON and `distribution-moments.ts` gives mean and scv.
 */

/** A service rate built from first principles: mu = elementsPerClock / divisor * clock * multiplier (Dor 2010, section 4.3.5). */
export interface RateFactors {
  /** R: elements that one server finishes in a clock, > 0. */
  readonly elementsPerClock: number;
  /** C: clock frequency, Hz, > 0. */
  readonly clock: number;
  /** M1: work per element, such as memory reads per seed; > 0, 1 when absent. */
  readonly divisor?: number;
  /** M2: share of the clocks that can be used; > 0, 1 when absent. */
  readonly multiplier?: number;
}

/** Where a distribution sits: exactly one of the three is given, and it is kept as the user gave it. */
export interface Location {
  /** Events per second, > 0. */
  readonly rate?: number;
  /** Seconds, > 0. */
  readonly mean?: number;
  /** First principles, from which the rate follows. */
  readonly factors?: RateFactors;
}

export interface ExponentialDistribution extends Location {
  readonly distribution: 'exponential';
}
export interface DeterministicDistribution extends Location {
  readonly distribution: 'deterministic';
}
/** Sum of `shape` exponential phases. */
export interface ErlangDistribution extends Location {
  readonly distribution: 'erlang';
  /** Integer >= 1. */
  readonly shape: number;
}
export interface GammaDistribution extends Location {
  readonly distribution: 'gamma';
  /** Variance over squared mean, > 0. */
  readonly scv: number;
}
/** Two exponential branches with balanced means; scv >= 1. */
export interface HyperexponentialDistribution extends Location {
  readonly distribution: 'hyperexponential';
  readonly scv: number;
}
/** Exponential branches given one by one. */
export interface HyperexponentialBranchesDistribution {
  readonly distribution: 'hyperexponential';
  /** Sum to 1. */
  readonly probabilities: readonly number[];
  /** 1/s, as many as probabilities. */
  readonly rates: readonly number[];
}
export interface UniformDistribution {
  readonly distribution: 'uniform';
  /** Seconds, 0 <= min < max. */
  readonly min: number;
  readonly max: number;
}
export interface LognormalDistribution extends Location {
  readonly distribution: 'lognormal';
  readonly scv: number;
}
export interface WeibullDistribution extends Location {
  readonly distribution: 'weibull';
  /** > 0; 1 is exponential. */
  readonly shape: number;
}
/** P[X > x] = (scale/x)^shape for x >= scale; the mean needs shape > 1. */
export interface ParetoDistribution {
  readonly distribution: 'pareto';
  /** Smallest value, s, > 0. */
  readonly scale: number;
  readonly shape: number;
}
/** Absorption time of a Markov chain that starts in `alpha` and moves by the sub-generator `T` (1/s). */
export interface PhaseTypeDistribution {
  readonly distribution: 'phaseType';
  readonly alpha: readonly number[];
  readonly T: readonly (readonly number[])[];
}
/** A histogram: uniform inside each bin. */
export interface EmpiricalDistribution {
  readonly distribution: 'empirical';
  /** Seconds, increasing, one more than weights. */
  readonly edges: readonly number[];
  /** >= 0, not all 0; they need not sum to 1. */
  readonly weights: readonly number[];
}
/** Measured times, replayed in order and from the start again at the end. */
export interface TraceDistribution {
  readonly distribution: 'trace';
  /** Seconds, >= 0, not all 0. */
  readonly values: readonly number[];
}
/** Markovian arrival process: phases move by D0 without and by D1 with an arrival (1/s). Arrivals only. */
export interface MapDistribution {
  readonly distribution: 'map';
  readonly D0: readonly (readonly number[])[];
  readonly D1: readonly (readonly number[])[];
}
/** Poisson arrivals at `peakRate` during exponential bursts and at `idleRate` between them. Arrivals only. */
export interface OnOffDistribution {
  readonly distribution: 'onOff';
  /** 1/s while a burst lasts, > 0. */
  readonly peakRate: number;
  /** 1/s between bursts, 0 when absent. */
  readonly idleRate?: number;
  /** Mean length of a burst, s, > 0. */
  readonly meanOnTime: number;
  /** Mean time between bursts, s, > 0. */
  readonly meanOffTime: number;
}

/** Independent, identically distributed times. */
export type ServiceDistribution =
  | ExponentialDistribution
  | DeterministicDistribution
  | ErlangDistribution
  | GammaDistribution
  | HyperexponentialDistribution
  | HyperexponentialBranchesDistribution
  | UniformDistribution
  | LognormalDistribution
  | WeibullDistribution
  | ParetoDistribution
  | PhaseTypeDistribution
  | EmpiricalDistribution
  | TraceDistribution;

/** Times between arrivals, which may be correlated. */
export type ArrivalDistribution = ServiceDistribution | MapDistribution | OnOffDistribution;

export type DistributionName = ArrivalDistribution['distribution'];

/** The distributions whose place is a free rate or mean: what a slider on the rate can move. */
export type LocatedDistribution =
  | ExponentialDistribution
  | DeterministicDistribution
  | ErlangDistribution
  | GammaDistribution
  | HyperexponentialDistribution
  | LognormalDistribution
  | WeibullDistribution;
