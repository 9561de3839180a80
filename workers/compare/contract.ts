/** A model's numbers held against a measurement: what is asked, and what comes back. Plain data. */
import type { MeasuredQuantity } from '../../core/measurement/measurement.ts';
import type { MeasureDimension, Span } from '../../core/measures/measure-rows.ts';
import type { Estimate, StageMeasures } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { Bins } from '../measure/contract.ts';

/**
 * open: off, but the precision of the inputs allows what was measured. sampled: what so short a trace leaves open allows it.
 * differs: off, but the model was changed after it was measured, and the change may be why.
 * untold: the trace is so short that its interval is wider than what it measures, and says nothing of the model.
 */
export type Agreement =
  | 'close'
  | 'open'
  | 'sampled'
  | 'untold'
  | 'off'
  | 'differs'
  | 'notPredicted'
  | 'notMeasured';

export interface ComparisonRow {
  readonly stage: NodeId;
  readonly quantity: MeasuredQuantity;
  readonly dimension: MeasureDimension;
  /** Name of the stage's native element; absent for the default. */
  readonly unit?: string;
  readonly predicted?: number;
  readonly measured?: number;
  /** predicted - measured; absent unless both are there. */
  readonly difference?: number;
  /** difference / measured; absent where 0 was measured. */
  readonly relativeDifference?: number;
  readonly agreement: Agreement;
  /** The prediction is off, and of a model that approximates. */
  readonly isApproximate?: true;
  /** Where the precision of the inputs leaves the prediction open: what it allows. */
  readonly span?: Span;
  /** Half of the 95 % confidence interval of the measured number, where a trace tells it. */
  readonly halfWidth?: number;
  /** A following stage that was measured to push back, where this stage's back-pressure is above the prediction. */
  readonly feedbackFrom?: NodeId;
}

/** How far two distributions over levels n = 0, 1, ... are apart. */
export interface LevelDistances {
  /** Kolmogorov-Smirnov: largest difference of the distribution functions, 0..1. */
  readonly kolmogorovSmirnov: number;
  /** Wasserstein-1: mean shift, elements. */
  readonly wasserstein: number;
}

export interface DistributionComparison extends LevelDistances {
  readonly stage: NodeId;
  /** Levels of the whole stage, or of the waiting elements only. */
  readonly of: 'occupancy' | 'queueLength';
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
  readonly predictedMean: number;
  readonly measuredMean: number;
  /** Number of samples that the measured one counts, where it is a count. */
  readonly samples?: number;
  readonly tail: TailComparison;
  /** No more apart than fractions may be, than the mean is known where a trace tells that, or than so many samples are by chance. */
  readonly isShapeClose: boolean;
}

/** The levels that are exceeded for at most `share` of the time. */
export interface TailComparison {
  readonly share: number;
  readonly predicted: number;
  readonly measured: number;
  readonly isClose: boolean;
}

export interface Comparison {
  /** The model was changed after it was measured: nothing is rejected. */
  readonly isChanged?: true;
  /** By quantity, then along the flow. Only quantities that were measured at some stage. */
  readonly rows: readonly ComparisonRow[];
  readonly distributions: readonly DistributionComparison[];
}

/** What histograms say that means do not: how they differ most. Undefined where they are alike. */
export function shapeOff({
  distributions,
}: Pick<Comparison, 'distributions'>): 'distributions' | 'tails' | undefined {
  if (distributions.some(({ isShapeClose }) => !isShapeClose)) return 'distributions';
  return distributions.some(({ tail }) => !tail.isClose) ? 'tails' : undefined;
}

/** Per stage, from any solver, or the means of a simulation. `spans`: what the precision of the inputs leaves open. */
export type Prediction = Readonly<
  Record<
    NodeId,
    StageMeasures<number> & {
      readonly spans?: Readonly<Partial<Record<keyof StageMeasures<number>, Span>>>;
      /** False where a model approximates; absent for a simulation, whose intervals tell how well it knows. */
      readonly exact?: boolean;
      /** Numbers that a simulation gave in place of the model. */
      readonly simulated?: Readonly<Partial<Record<keyof StageMeasures<number>, unknown>>>;
    }
  >
>;

/** What is held against the measurement: a solver's numbers, or a simulation's means; `solved` tells the spans of what was simulated. */
export type PredictionSource = { readonly solved?: Prediction } & (
  | { readonly kind: 'model'; readonly stages: Prediction }
  | { readonly kind: 'simulation'; readonly stages: Readonly<Record<NodeId, StageMeasures<Estimate>>> }
);

export interface ComparisonReport {
  readonly comparison: Comparison;
  /** One sentence for each row of the comparison. */
  readonly verdicts: readonly string[];
  /** The comparison in sentences, the overall ones first. */
  readonly sentences: readonly string[];
}

/** The levels of one stage, predicted and measured. */
export interface LevelQuestion {
  /** P[n], n = 0, 1, ..., of a model or a simulation. */
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
  /** The measured occupancy with its frames, where they are kept. */
  readonly occupancy?: Bins;
}

export const LEVEL_DISTANCES = ['wasserstein', 'kolmogorovSmirnov', 'jensenShannon'] as const;
/** Wasserstein-1 in elements; Kolmogorov-Smirnov and Jensen-Shannon distance, 0..1. */
export type LevelDistance = (typeof LEVEL_DISTANCES)[number];

export interface DistanceInterval {
  readonly value: number;
  /** 95 % of what chance in the measurement gives, by a bootstrap over its frames; absent with too few of them. */
  readonly low?: number;
  readonly high?: number;
}

export interface LevelComparison {
  readonly distances: Readonly<Record<LevelDistance, DistanceInterval>>;
  /** Levels below which a share of the time is spent: the points of a Q-Q view. */
  readonly quantiles: {
    readonly share: Float64Array;
    readonly predicted: Float64Array;
    readonly measured: Float64Array;
  };
  /** Bootstrap: mean number of frames drawn together, and how many independent frames there are. */
  readonly bootstrap?: { readonly blockLength: number; readonly effectiveFrames: number };
  /** Frame by frame, where frames are kept; distances from the prediction, elements, are NaN where nothing was observed. */
  readonly frames?: {
    readonly levels: number;
    /** Share of the observed time: `shares[frame * levels + level]`. */
    readonly shares: Float64Array;
    readonly mean: Float64Array;
    readonly wasserstein: Float64Array;
  };
}
