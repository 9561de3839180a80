/** Asks the worker that reads measurement files and compares them with a model. */
import type {
  ComparisonReport,
  MeasuredStage,
  MeasurementFault,
  MeasurementService,
  PredictionSource,
  ReadMeasurement,
} from '../../workers/contract/measuring.ts';
import type { Result } from '../base/result.ts';
import type { Measurement } from '../model/measurement.ts';
import type { Scenario } from '../model/scenario.ts';
import { WorkerBridge } from './worker-bridge.ts';

export class MeasurementClient {
  private readonly bridge = new WorkerBridge<MeasurementService>({
    create: () =>
      new Worker(new URL('../../workers/entry/measurement.worker.ts', import.meta.url), { type: 'module' }),
  });

  read(
    bytes: Uint8Array,
    fileName: string,
    stages: readonly MeasuredStage[],
  ): Promise<Result<ReadMeasurement, readonly MeasurementFault[]>> {
    return this.bridge.call((worker) => worker.read(bytes, fileName, stages));
  }

  compare(
    scenario: Scenario,
    predicted: PredictionSource,
    measurement: Measurement,
  ): Promise<ComparisonReport> {
    return this.bridge.call((worker) => worker.compare(scenario, predicted, measurement));
  }

  template(stages: readonly MeasuredStage[]): Promise<string> {
    return this.bridge.call((worker) => worker.template(stages));
  }
}
