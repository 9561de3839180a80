/** Estimates rates from a file's samples or an example's; one at a time, of the end and by the method that are chosen. */

import { proxy } from 'comlink';
import { create } from 'zustand';
import { assertUnreachable } from '../../../core/base/assert.ts';
import { ok, type Result } from '../../../core/base/result.ts';
import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
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
  ColumnMapping,
  MeasuredStage,
  MeasurementFault,
  ReducedMeasurement,
  ReduceOptions,
} from '../../../workers/measure/contract.ts';
import { isAbort, WorkerBridge } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';

/** Asks the worker that estimates rates; it keeps the samples of one file between questions. */

interface SamplingEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SamplingProgress) => void;
}

class EstimatorClient {
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

/** Where samples come from: a file, a measurement that is reduced already, or an example that is made. */
export type SampleOrigin =
  | { readonly kind: 'file'; readonly file: File; readonly mapping?: ColumnMapping }
  | { readonly kind: 'measured'; readonly measured: ReducedMeasurement }
  | { readonly kind: 'example'; readonly benchmark: MicroBenchmark };

export interface EstimateSettings extends RateSettings {
  /** Key of the end of a queue. */
  readonly end?: string;
}

export interface EstimateRun {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** Source, end and settings that the picture or the failure belongs to. */
  readonly key?: string;
  /** The last one, kept while the next is made. */
  readonly picture?: RatePicture;
  /** Why there is none. */
  readonly failure?: string;
}

interface EstimatingState {
  /** A file on its way. */
  readonly reading?: { readonly name: string; readonly progress?: SamplingProgress };
  /** A file that could not be used. */
  readonly refusal?: { readonly name: string; readonly faults: readonly MeasurementFault[] };
  readonly source?: { readonly key: string; readonly origin: SampleOrigin; readonly file: SampledFile };
  readonly settings: EstimateSettings;
  readonly run: EstimateRun;
}

const START: EstimatingState = { settings: {}, run: { status: 'idle' } };

export const useEstimating = create<EstimatingState>()(() => START);

export const estimator = new EstimatorClient();
let abort = new AbortController();
let opened = 0;

useDocument.subscribe((document, before) => {
  // The same history under another id is the same scenario, saved as a copy.
  if (document.id === before.id || document.history === before.history) return;
  abort.abort();
  useEstimating.setState(START, true);
});

export const estimateKey = ({ source, settings }: Pick<EstimatingState, 'source' | 'settings'>): string =>
  [source?.key, settings.end, settings.method, settings.period].join(' ');

/** Of the measurements of the scenario only samples keep what rates are estimated from. */
export const hasSamples = ({ queues }: ReducedMeasurement): boolean =>
  queues.some(({ rates = [] }) => rates.length > 0);

/** The measurement that is looked at, whenever it is another one that has samples. */
function followMeasured(now: MeasuredState, before?: MeasuredState): void {
  const measured = selectShown(now);
  if (measured && measured !== (before && selectShown(before)) && hasSamples(measured))
    void openSamples({ kind: 'measured', measured });
}

/** Takes the place of what was there once it is read, and estimates its first end. */
export async function openSamples(origin: SampleOrigin): Promise<void> {
  const signal = begin();
  const name = nameOf(origin);
  useEstimating.setState(({ run }) => ({ reading: { name }, refusal: undefined, run: settled(run) }));
  try {
    const read = await samplesOf(origin, signal);
    if (signal.aborted) return;
    if (!read.ok) {
      useEstimating.setState({ reading: undefined, refusal: { name, faults: read.error } });
      return;
    }
    opened += 1;
    const source = { key: `${name} ${opened}`, origin, file: read.value };
    useEstimating.setState({ ...START, source, settings: { end: read.value.ends[0]!.key } }, true);
    await estimate();
  } catch (reason) {
    if (isAbort(reason)) return;
    useEstimating.setState(({ run }) => ({
      reading: undefined,
      run: { ...run, status: 'failed', failure: wordsOf(reason) },
    }));
  }
}

export function setEstimate(change: Partial<EstimateSettings>): void {
  useEstimating.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
  void estimate();
}

/** Of what is chosen now. A worker that forgot the samples gets them once more. */
export async function estimate(): Promise<void> {
  const { source, settings } = useEstimating.getState();
  if (!source || settings.end === undefined) return;
  const { end, ...how } = settings;
  const signal = begin();
  const key = estimateKey({ source, settings });
  const set = (run: EstimateRun): void => {
    if (!signal.aborted)
      useEstimating.setState((state) => ({ run: { ...pictureOf(state.run), key: state.run.key, ...run } }));
  };
  set({ status: 'running' });
  try {
    let picture = await estimator.estimate(end, how, signal);
    if (!picture && (await samplesOf(source.origin, signal)).ok)
      picture = await estimator.estimate(end, how, signal);
    if (picture) set({ status: 'done', key, picture });
    else set({ status: 'failed', key, failure: 'The file cannot be read any more; choose it again.' });
  } catch (reason) {
    if (!isAbort(reason)) set({ status: 'failed', key, failure: wordsOf(reason) });
  }
}

/** Stops the reading or the estimate that is under way; what was there before stays. */
export function cancelEstimate(): void {
  abort.abort();
  useEstimating.setState(({ run }) => ({ reading: undefined, run: settled(run) }));
}

function begin(): AbortSignal {
  abort.abort();
  abort = new AbortController();
  return abort.signal;
}

async function samplesOf(
  origin: SampleOrigin,
  signal: AbortSignal,
): Promise<Result<SampledFile, readonly MeasurementFault[]>> {
  switch (origin.kind) {
    case 'file': {
      const { file, mapping } = origin;
      const options = { stages: knownStages(), ...(mapping && { mapping }) };
      return estimator.read(file, options, { signal, onProgress: progressOf(signal) });
    }
    case 'measured':
      return ok(await estimator.take(origin.measured, knownStages()));
    case 'example':
      return ok(await estimator.generate(origin.benchmark));
    default:
      return assertUnreachable(origin);
  }
}

function nameOf(origin: SampleOrigin): string {
  if (origin.kind === 'example') return 'Micro-benchmark';
  return origin.kind === 'file' ? origin.file.name : origin.measured.name;
}

const knownStages = (): readonly MeasuredStage[] =>
  (selectScenario(useDocument.getState())?.nodes ?? []).filter(isStage).map(({ id, name, capacity }) => ({
    id,
    ...(name !== undefined && { name }),
    ...(capacity !== undefined && { capacity }),
  }));

const progressOf =
  (signal: AbortSignal) =>
  (progress: SamplingProgress): void => {
    const { reading } = useEstimating.getState();
    if (signal.aborted || !reading) return;
    const picture = progress.picture ?? reading.progress?.picture;
    useEstimating.setState({
      reading: { ...reading, progress: { ...progress, ...(picture && { picture }) } },
    });
  };

/** Of one that was stopped. */
const settled = (run: EstimateRun): EstimateRun =>
  run.status === 'running' ? { ...run, status: run.picture ? 'done' : 'idle' } : run;

const pictureOf = ({ picture }: EstimateRun): Pick<EstimateRun, 'picture'> => (picture ? { picture } : {});

const wordsOf = (reason: unknown): string =>
  `The estimator stopped: ${reason instanceof Error ? reason.message : String(reason)}`;

useMeasured.subscribe(followMeasured);
followMeasured(useMeasured.getState());
