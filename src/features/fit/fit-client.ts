/** Asks a worker for distributions, models of stations and values of parameters that explain what was measured. */
import { proxy } from 'comlink';
import type { Result } from '../../../core/base/result.ts';
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type {
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  DistributionCurve,
  DistributionReport,
  FitData,
  FitService,
  StageFitReport,
  StageFitRequest,
} from '../../../workers/fit/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export interface CalibrationEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CalibrationProgress) => void;
}

export class FitClient {
  private readonly bridge = new WorkerBridge<FitService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/fit.worker.ts', import.meta.url), { type: 'module' }),
  });

  /** Aborting ends the worker: a fit does not look up from its work. */
  fitDistributions(data: FitData, signal: AbortSignal): Promise<Result<DistributionReport, string>> {
    return this.bridge.call((worker) => worker.fitDistributions(data, {}), { signal });
  }

  draw(distribution: ArrivalDistribution, count: number, seed: number): Promise<Float64Array> {
    return this.bridge.call((worker) => worker.draw(distribution, count, seed));
  }

  curve(distribution: ArrivalDistribution, points: Float64Array): Promise<DistributionCurve | undefined> {
    return this.bridge.call((worker) => worker.curve(distribution, points));
  }

  /** Aborting ends the worker. */
  fitStage(request: StageFitRequest, signal: AbortSignal): Promise<Result<StageFitReport, string>> {
    return this.bridge.call((worker) => worker.fitStage(request), { signal });
  }

  /** Rejects with the abort reason when `signal` is aborted. */
  calibrate(
    scenario: Scenario,
    measurement: Measurement,
    request: CalibrationRequest,
    { signal, onProgress }: CalibrationEvents,
  ): Promise<Result<CalibrationAnswer, readonly string[]>> {
    return this.bridge.call((worker) => worker.calibrate(scenario, measurement, request, proxy(onProgress)), {
      signal,
      cancel: (worker) => worker.cancel(),
    });
  }
}
