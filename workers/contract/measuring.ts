/** What the page and the command line ask of the measurement reader and the comparison, and what comes back. Plain data. */
import type { Result } from '../../src/base/result.ts';
import type { MeasuredQuantity, Measurement } from '../../src/model/measurement.ts';
import type { NodeId, Scenario } from '../../src/model/scenario.ts';
import type { Estimate, StageMeasures } from './measures.ts';

/** What the reader must know of a stage. */
export interface MeasuredStage {
  readonly id: NodeId;
  readonly name?: string;
  readonly capacity?: number;
  readonly unit?: string;
}

/** What is wrong in a measurement file. */
export interface MeasurementFault {
  /** `E01`, `W07` ...: docs/measurements.md lists them. E00 and W00 count the faults that are not shown. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** 1, 2, ... in a CSV file, and where broken JSON breaks. */
  readonly line?: number;
  /** Row in a JSON file, such as `scalars[3]`. */
  readonly path?: string;
  /** Name of the column of a table, or the position in the line where broken JSON breaks. */
  readonly column?: string | number;
  /** The text that was found. */
  readonly value?: string;
  /** What was expected, without the place. */
  readonly message: string;
}

export interface ReadMeasurement {
  readonly measurement: Measurement;
  readonly warnings: readonly MeasurementFault[];
}

export type Dimension = 'rate' | 'fraction' | 'elements' | 'time';
export type Agreement = 'close' | 'off' | 'notPredicted' | 'notMeasured';

export interface ComparisonRow {
  readonly stage: NodeId;
  readonly quantity: MeasuredQuantity;
  readonly dimension: Dimension;
  /** Name of the stage's native element; absent for the default. */
  readonly unit?: string;
  readonly predicted?: number;
  readonly measured?: number;
  /** predicted - measured; absent unless both are there. */
  readonly difference?: number;
  /** difference / measured; absent where 0 was measured. */
  readonly relativeDifference?: number;
  readonly agreement: Agreement;
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
  /** Of the whole stage, or of the waiting elements only. */
  readonly of: 'occupancy' | 'queueLength';
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
  readonly predictedMean: number;
  readonly measuredMean: number;
}

export interface Comparison {
  /** By quantity, then along the flow. Only quantities that were measured at some stage. */
  readonly rows: readonly ComparisonRow[];
  readonly distributions: readonly DistributionComparison[];
}

/** Per stage, from any solver, or the means of a simulation. */
export type Prediction = Readonly<Record<NodeId, StageMeasures<number>>>;

/** What is held against the measurement: a solver's numbers, or a simulation's means. */
export type PredictionSource =
  | { readonly kind: 'model'; readonly stages: Prediction }
  | { readonly kind: 'simulation'; readonly stages: Readonly<Record<NodeId, StageMeasures<Estimate>>> };

export interface ComparisonReport {
  readonly comparison: Comparison;
  /** The comparison in sentences, the overall ones first. */
  readonly sentences: readonly string[];
}

/** Worker interface. */
export interface MeasurementService {
  read(
    bytes: Uint8Array,
    fileName: string,
    stages: readonly MeasuredStage[],
  ): Promise<Result<ReadMeasurement, readonly MeasurementFault[]>>;
  compare(scenario: Scenario, predicted: PredictionSource, measurement: Measurement): ComparisonReport;
  /** A CSV file to fill in. */
  template(stages: readonly MeasuredStage[]): string;
}
