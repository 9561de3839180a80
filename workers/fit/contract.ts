/**
 * Distributions of times, station models and unknown parameters of scenarios, fitted to what was measured: what goes in, and what
 * comes back. Plain data; times in s, rates in 1/s. Intervals are of 95 %. docs/fitting.md says what the numbers mean.
 */

import type { Result } from '../../core/base/result.ts';
import type {
  ArrivalDistribution,
  MapDistribution,
  OnOffDistribution,
  ServiceDistribution,
} from '../../core/distributions/index.ts';
import type { MeasuredQuantity, Measurement } from '../../core/measurement/measurement.ts';
import type { MethodName } from '../../core/measures/methods.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { Bins, GapSeries } from '../measure/contract.ts';

/** Times, one by one in their order, or counted in bins (weights are counts, not shares). */
export type FitData =
  | { readonly kind: 'samples'; readonly values: Float64Array }
  | { readonly kind: 'bins'; readonly bins: Bins; readonly series?: GapSeries };

/** Distributions of independent times that are fitted. phaseType is a mixture of Erlang distributions. */
export const FITTED_FAMILIES = [
  'exponential',
  'deterministic',
  'erlang',
  'gamma',
  'lognormal',
  'weibull',
  'pareto',
  'uniform',
  'hyperexponential',
  'phaseType',
  'empirical',
] as const;
export type FittedFamily = (typeof FITTED_FAMILIES)[number];

export interface FitRequest {
  /** All when absent. */
  readonly families?: readonly FittedFamily[];
  /** Samples that are drawn from each distribution to judge how well it fits; 0: no p values. Default 99. */
  readonly bootstraps?: number;
  /** Seed of the draws, default 1. */
  readonly seed?: number;
}

export interface FittedParameter {
  /** Such as `mean` or `rates[1]`. */
  readonly name: string;
  readonly value: number;
  /** Interval, for independent times; absent where the likelihood is flat, and for whole numbers. */
  readonly low?: number;
  readonly high?: number;
}

export interface DistributionFit {
  readonly family: FittedFamily;
  readonly distribution: ServiceDistribution;
  readonly parameters: readonly FittedParameter[];
  /** Parameters that were free. */
  readonly free: number;
  /** Comparable between the distributions of one report only. */
  readonly logLikelihood: number;
  readonly aic: number;
  /** What the distributions are ranked by: -2 logLikelihood, ln n for each parameter and 2 for each whole number. */
  readonly bic: number;
  /** Largest difference between the distribution functions of distribution and data, 0..1. */
  readonly kolmogorovSmirnov: number;
  /** A^2: like it, with more weight on both tails. Absent for distributions with jumps. */
  readonly andersonDarling?: number;
  /** Share of samples from this distribution, fitted again, that are as far from their fit as the data, by A^2 where there is one. */
  readonly p?: number;
}

export interface FitRefusal {
  readonly family: FittedFamily;
  /** One sentence without a stop. */
  readonly reason: string;
}

/** A stream of arrivals whose times are correlated. */
export interface CorrelatedFit {
  readonly distribution: MapDistribution | OnOffDistribution;
  readonly mean: number;
  readonly scv: number;
  /** Autocorrelation of the distribution, lags 0..50. */
  readonly autocorrelation: Float64Array;
  /** What it does not reproduce; sentences. */
  readonly notes: readonly string[];
}

export interface DistributionReport {
  readonly count: number;
  readonly mean: number;
  readonly scv: number;
  /** Measured, lags 0..50; absent where the order is not known. */
  readonly autocorrelation?: Float64Array;
  /** How many independent values the correlated ones are worth for their mean; absent where the order is not known. */
  readonly effectiveCount?: number;
  /** Best first; at least one. */
  readonly fits: readonly DistributionFit[];
  readonly refused: readonly FitRefusal[];
  /** Markovian arrival process and bursts; empty unless the times are correlated. */
  readonly correlated: readonly CorrelatedFit[];
  /** Why the best is the best, and what to know before using it. */
  readonly sentences: readonly string[];
}

/** A distribution on given points, to be drawn over the data. */
export interface DistributionCurve {
  readonly cdf: Float64Array;
  /** 1/s; 0 for distributions without one. */
  readonly density: Float64Array;
}

/** Distributions with the given moments, to be put on a stage as they are. */
export interface MomentMatch {
  readonly distribution: ServiceDistribution;
  /** 2 or 3: how many moments are exactly met. */
  readonly moments: 2 | 3;
}

/** A number of the scenario that is not known, by its path, and where to look for it. */
export interface Unknown {
  readonly path: string;
  /** > 0. When absent: a thousandth and a thousand times of the present value, a probability 0.0001 to 1. */
  readonly low?: number;
  readonly high?: number;
}

export interface CalibrationRequest {
  readonly unknowns: readonly Unknown[];
  /** Default auto: the solver, and a simulation where it has no answer. */
  readonly method?: MethodName | 'simulation';
  /** Standard error of each measured quantity, relative; default 0.05. */
  readonly error?: number;
  /** Places that the search begins at, the present values first; default 6, of a simulation 2. */
  readonly starts?: number;
  /** Seed of the other starting points and of a simulation, default 1. */
  readonly seed?: number;
}

/** How a model was simulated, all times alike; s. */
export interface SimulatedRun {
  readonly seed: number;
  readonly replications: number;
  readonly horizon: number;
  readonly warmup: number;
}

export interface CalibrationProgress {
  /** Searches that have ended, and all. */
  readonly done: number;
  readonly starts: number;
  /** Times that the model was solved. */
  readonly solved: number;
  /** Least weighted sum of squares so far. */
  readonly cost: number;
}

export interface CalibratedParameter {
  readonly path: string;
  readonly before: number;
  readonly value: number;
  /** Absent where the data does not determine it. */
  readonly low?: number;
  readonly high?: number;
  /** The interval was followed along the profile of the sum of squares, since slopes do not tell it; else it is from slopes. */
  readonly profiled?: true;
  /** The search ended there. */
  readonly bound?: 'low' | 'high';
}

export interface CalibrationResidual {
  readonly stage: NodeId;
  readonly quantity: MeasuredQuantity | 'occupancyDistribution' | 'queueLengthDistribution';
  /** The measured value; for a distribution its mean. */
  readonly measured: number;
  /** Absent where the model has no such number. */
  readonly before?: number;
  readonly predicted?: number;
  /** Distance in standard errors of the measurement; a distribution's is its Wasserstein distance of order 2. */
  readonly errors: number;
}

export interface CalibrationAnswer {
  /** With the values put in. */
  readonly scenario: Scenario;
  readonly parameters: readonly CalibratedParameter[];
  /** Correlations of the logarithms of the parameters, by row; NaN for those at their bounds. */
  readonly correlation: readonly (readonly number[])[];
  /** The worst first. */
  readonly residuals: readonly CalibrationResidual[];
  /** Weighted sums of squares. */
  readonly costBefore: number;
  readonly cost: number;
  /** Measured quantities less parameters within their bounds. */
  readonly degrees: number;
  /** Where each search ended, the best first. */
  readonly ends: readonly { readonly cost: number; readonly values: readonly number[] }[];
  readonly solved: number;
  /** Where the model was simulated and not solved. */
  readonly simulated?: SimulatedRun;
  /** What the data cannot tell, bounds that were hit, and whether model and data agree at all. */
  readonly sentences: readonly string[];
}

/** Fits models of a single stage. At least one of the two distributions is needed. */
export interface StageFitRequest {
  /** Share of time at each level n = 0, 1, ... of the whole stage. */
  readonly occupancy?: readonly number[];
  /** Times in the stage; needs the arrival rate. */
  readonly sojourn?: Bins;
  /** Elements that entered per second; without it rates come out per arrival. */
  readonly arrivalRate?: number;
  /** Absent: one to eight are tried. */
  readonly serverCount?: number;
  /** Absent: unbounded, or bounded by the highest level seen. */
  readonly capacity?: number;
  /** How many independent looks at the level the distribution is worth; default 400. */
  readonly observations?: number;
}

export interface StationFit {
  /** Kendall name, such as `M/G/1/K`. */
  readonly model: string;
  /** Arrivals at random: the model changes the stage alone. */
  readonly isPoisson: boolean;
  readonly service: ServiceDistribution;
  readonly serverCount: number;
  readonly capacity?: number;
  /** Offered per second, of which some may be lost. */
  readonly offeredRate: number;
  readonly load: number;
  readonly scv: number;
  readonly free: number;
  readonly logLikelihood: number;
  readonly bic: number;
  readonly kolmogorovSmirnov: number;
  /** Elements. */
  readonly wasserstein: number;
  /** Distribution of the model, by level. */
  readonly distribution: readonly number[];
}

export interface StageFitReport {
  /** The distribution that was fitted, by level. */
  readonly occupancy: readonly number[];
  /** Best first. */
  readonly fits: readonly StationFit[];
  readonly sentences: readonly string[];
}

/** Worker interface. Errors are sentences for people. */
export interface FitService {
  fitDistributions(data: FitData, request: FitRequest): Result<DistributionReport, string>;
  /** An example: `count` times from a distribution that is known, s. */
  draw(distribution: ArrivalDistribution, count: number, seed: number): Float64Array;
  curve(distribution: ArrivalDistribution, points: Float64Array): DistributionCurve | undefined;
  /** By raw moments E X, E X^2 and, where it is known, E X^3. */
  matchMoments(moments: readonly number[]): Result<MomentMatch, string>;
  fitStage(request: StageFitRequest): Result<StageFitReport, string>;
  /** Rejects with an AbortError when `cancel` is called. */
  calibrate(
    scenario: Scenario,
    measurement: Measurement,
    request: CalibrationRequest,
    onProgress: (progress: CalibrationProgress) => void,
  ): Promise<Result<CalibrationAnswer, readonly string[]>>;
  /** Stops the calibrations that are under way. */
  cancel(): void;
}
