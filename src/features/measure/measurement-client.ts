/** Asks the worker that reads measurement files and compares them with a model. */
import { proxy } from 'comlink';
import type { Result } from '../../../core/base/result.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type {
  ComparisonReport,
  LevelComparison,
  LevelQuestion,
  PredictionSource,
} from '../../../workers/compare/contract.ts';
import type { MeasurementService } from '../../../workers/compare/service-contract.ts';
import type {
  ColumnMapping,
  FaultReport,
  MeasuredStage,
  MeasurementFault,
  ReadMeasurement,
  ReadReduced,
  ReduceOptions,
  ReduceProgress,
} from '../../../workers/measure/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export interface ReduceEvents {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReduceProgress) => void;
}

export class MeasurementClient {
  private readonly bridge = new WorkerBridge<MeasurementService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/measurement.worker.ts', import.meta.url), {
        type: 'module',
      }),
  });

  read(
    bytes: Uint8Array,
    fileName: string,
    stages: readonly MeasuredStage[],
  ): Promise<Result<ReadMeasurement, readonly MeasurementFault[]>> {
    return this.bridge.call((worker) => worker.read(bytes, fileName, stages));
  }

  /** A file of any size, which is never whole in memory. Rejects with the abort reason when `signal` is aborted. */
  reduce(
    file: File,
    options: ReduceOptions,
    { signal, onProgress = () => undefined }: ReduceEvents = {},
  ): Promise<Result<ReadReduced, readonly MeasurementFault[]>> {
    return this.bridge.call((worker) => worker.reduce(file, file.name, options, proxy(onProgress)), {
      ...(signal && { signal }),
      cancel: (worker) => worker.cancel(),
    });
  }

  guess(file: File): Promise<ColumnMapping | undefined> {
    return this.bridge.call((worker) => worker.guess(file));
  }

  faultTable(report: FaultReport): Promise<string> {
    return this.bridge.call((worker) => worker.faultTable(report));
  }

  compare(
    scenario: Scenario,
    predicted: PredictionSource,
    measurement: Measurement,
  ): Promise<ComparisonReport> {
    return this.bridge.call((worker) => worker.compare(scenario, predicted, measurement));
  }

  compareLevels(question: LevelQuestion): Promise<LevelComparison> {
    return this.bridge.call((worker) => worker.compareLevels(question));
  }

  template(stages: readonly MeasuredStage[]): Promise<string> {
    return this.bridge.call((worker) => worker.template(stages));
  }
}
