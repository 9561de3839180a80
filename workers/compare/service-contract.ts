/** What the page asks of the worker that reads measurement files and holds a model against them. */
import type { Result } from '../../core/base/result.ts';
import type { Measurement } from '../../core/measurement/measurement.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type {
  ColumnMapping,
  FaultReport,
  MeasuredStage,
  MeasurementFault,
  ReadMeasurement,
  ReadReduced,
  ReduceOptions,
  ReduceProgress,
} from '../measure/contract.ts';
import type { ComparisonReport, LevelComparison, LevelQuestion, PredictionSource } from './contract.ts';

/** Worker interface. */
export interface MeasurementService {
  read(
    bytes: Uint8Array,
    fileName: string,
    stages: readonly MeasuredStage[],
  ): Promise<Result<ReadMeasurement, readonly MeasurementFault[]>>;
  /** Reads a file of any size and format. Rejects with an AbortError when `cancel` is called. */
  reduce(
    file: Blob,
    fileName: string,
    options: ReduceOptions,
    onProgress: (progress: ReduceProgress) => void,
  ): Promise<Result<ReadReduced, readonly MeasurementFault[]>>;
  /** Answers at once, unless the worker is lost in something. */
  isThere(): true;
  /** Stops the reductions that are under way. */
  cancel(): void;
  /** How the columns of a CSV file with foreign names may be meant; undefined when they cannot be guessed. */
  guess(file: Blob): Promise<ColumnMapping | undefined>;
  /** The faults that are kept, as CSV text. */
  faultTable(report: FaultReport): string;
  compare(scenario: Scenario, predicted: PredictionSource, measurement: Measurement): ComparisonReport;
  compareLevels(question: LevelQuestion): LevelComparison;
  /** A CSV file to fill in. */
  template(stages: readonly MeasuredStage[]): string;
}
