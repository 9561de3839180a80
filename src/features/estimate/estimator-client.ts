/** Asks the worker that estimates rates; it keeps the samples of one file between questions. */
import { proxy } from 'comlink';
import type { Result } from '../../../core/base/result.ts';
import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type {
  EstimatorService,
  MeasuredSamples,
  MicroBenchmark,
  PeriodQuestion,
  PeriodShares,
  RateEstimate,
  RatePicture,
  RateSettings,
  SampledFile,
  SamplingProgress,
} from '../../../workers/estimate/contract.ts';
import type {
  MeasuredStage,
  MeasurementFault,
  ReducedMeasurement,
  ReduceOptions,
} from '../../../workers/measure/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export interface SamplingEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SamplingProgress) => void;
}

export class EstimatorClient {
  private readonly bridge = new WorkerBridge<EstimatorService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/estimator.worker.ts', import.meta.url), { type: 'module' }),
  });

  /** A file of any size. Rejects with the abort reason when `signal` is aborted. */
  read(
    file: File,
    options: ReduceOptions,
    { signal, onProgress }: SamplingEvents,
  ): Promise<Result<SampledFile, readonly MeasurementFault[]>> {
    return this.bridge.call((worker) => worker.read(file, file.name, options, proxy(onProgress)), {
      signal,
      cancel: (worker) => worker.cancel(),
    });
  }

  /** Only what samples need crosses to the worker. */
  take({ name, queues }: ReducedMeasurement, stages: readonly MeasuredStage[]): Promise<SampledFile> {
    const sampled = queues.map(
      ({ id, name: title, dest, kind, capacity, rates }): MeasuredSamples => ({
        id,
        name: title,
        dest,
        kind,
        capacity,
        rates,
      }),
    );
    return this.bridge.call((worker) => worker.take(name, sampled, stages));
  }

  generate(benchmark: MicroBenchmark): Promise<SampledFile> {
    return this.bridge.call((worker) => worker.generate(benchmark));
  }

  /** Aborting ends the worker, and what it kept is forgotten: an estimate does not look up from its work. */
  estimate(key: string, settings: RateSettings, signal: AbortSignal): Promise<RatePicture | undefined> {
    return this.bridge.call((worker) => worker.estimate(key, settings), { signal });
  }

  serviceAtRate(stage: StageNode, estimate: RateEstimate): Promise<Result<ServiceDistribution, string>> {
    return this.bridge.call((worker) => worker.serviceAtRate(stage, estimate));
  }

  periodShares(question: PeriodQuestion): Promise<readonly PeriodShares[]> {
    return this.bridge.call((worker) => worker.periodShares(question));
  }
}
