/** Asks a worker for laws, models of stations and values of parameters that explain what was measured. */
import { proxy } from 'comlink';
import type {
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  FitData,
  FitService,
  LawCurve,
  LawReport,
  StageFitReport,
  StageFitRequest,
} from '../../../workers/fit/contract.ts';
import type { Result } from '../../../core/base/result.ts';
import type { ArrivalLaw } from '../../../core/distributions/law.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
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
  fitLaws(data: FitData, signal: AbortSignal): Promise<Result<LawReport, string>> {
    return this.bridge.call((worker) => worker.fitLaws(data, {}), { signal });
  }

  draw(law: ArrivalLaw, count: number, seed: number): Promise<Float64Array> {
    return this.bridge.call((worker) => worker.draw(law, count, seed));
  }

  curve(law: ArrivalLaw, points: Float64Array): Promise<LawCurve | undefined> {
    return this.bridge.call((worker) => worker.curve(law, points));
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
