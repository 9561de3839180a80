/** Estimates rates from a file's samples or an example's; one at a time, of the end and by the method that are chosen. */

import { create } from 'zustand';
import { assertUnreachable } from '../../../core/base/assert.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type {
  EstimatorService,
  MeasuredSamples,
  MicroBenchmark,
  RatePicture,
  RateSettings,
  SampledFile,
  SamplingProgress,
} from '../../../workers/estimate/contract.ts';
import type {
  ColumnMapping,
  MeasurementFault,
  ReducedMeasurement,
} from '../../../workers/measure/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { onOtherDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { knownStages, type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';
import { faultText } from '../measure/reading-words.ts';

/** Keeps the samples of one file between questions. An estimate does not look up from its work: aborting it ends the worker, which forgets them. */
export const estimator = createClient<EstimatorService>(
  () =>
    new Worker(new URL('../../../workers/entry/estimator.worker.ts', import.meta.url), { type: 'module' }),
  { stoppable: ['read'] },
);

/** Where samples come from: a file, a measurement that is reduced already, or an example that is made. */
export type SampleOrigin =
  | { readonly kind: 'file'; readonly file: File; readonly mapping?: ColumnMapping }
  | { readonly kind: 'measured'; readonly measured: ReducedMeasurement }
  | { readonly kind: 'example'; readonly benchmark: MicroBenchmark };

export interface EstimateSettings extends RateSettings {
  /** Key of the end of a queue. */
  readonly end?: string;
}

interface SampleSource {
  /** Another one for each that is opened. */
  readonly key: string;
  readonly origin: SampleOrigin;
  readonly file: SampledFile;
}

interface EstimatingState {
  readonly source?: SampleSource;
  readonly settings: EstimateSettings;
}

const START: EstimatingState = { settings: {} };

export const useEstimating = create<EstimatingState>()(() => START);
onOtherDocument(() => useEstimating.setState(START, true));

/** A file that is on its way, and how far. */
interface SamplesRead {
  readonly name: string;
  readonly progress?: SamplingProgress;
}

/** Why a file could not be used. */
interface SamplesRefusal {
  readonly name: string;
  readonly reasons: readonly string[];
}

let opened = 0;

export const samplesRun = createRun<SampleOrigin, SampleSource, SamplesRead, SamplesRefusal>({
  name: 'samples',
  key: nameOf,
  ask: async (origin, { signal, progress }) => {
    const name = nameOf(origin);
    let so: SamplesRead = { name };
    progress(so);
    const read = await samplesOf(origin, signal, (told) => {
      // The picture of the rows so far does not come each time.
      const picture = told.picture ?? so.progress?.picture;
      so = { name, progress: { ...told, ...(picture && { picture }) } };
      progress(so);
    });
    if (!read.ok) return err({ name, reasons: read.error.map(faultText) });
    opened += 1;
    return ok({ key: `${name} ${opened}`, origin, file: read.value });
  },
  lost: (message, origin) => ({ name: nameOf(origin), reasons: [`The estimator stopped: ${message}`] }),
});
askWhenSilent(samplesRun, { what: 'The reader of samples' });

type EstimateQuestion = EstimatingState;

export const estimateKey = ({ source, settings }: EstimateQuestion): string =>
  [source?.key, settings.end, settings.method, settings.period, settings.departure].join(' ');

export const estimateRun = createRun<EstimateQuestion, RatePicture>({
  name: 'estimate',
  key: estimateKey,
  ask: async ({ source, settings: { end, ...how } }, { signal }) => {
    if (!source || end === undefined) return err('There are no samples.');
    let picture = await estimator.estimate(signal, end, how);
    // A worker that forgot the samples gets them once more.
    if (!picture && (await samplesOf(source.origin, signal)).ok)
      picture = await estimator.estimate(signal, end, how);
    return picture ? ok(picture) : err('The file cannot be read any more; choose it again.');
  },
  lost: (message) => `The estimator stopped: ${message}`,
});
askWhenSilent(estimateRun, { what: 'The estimator' });

/** Only samples keep what rates are estimated from, of all that a scenario's measurement may be. */
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
  estimateRun.stop();
  const before = samplesRun.get().answer;
  await samplesRun.ask(origin);
  const { status, answer: source } = samplesRun.get();
  if (status !== 'done' || !source || source === before || source.origin !== origin) return;
  useEstimating.setState({ source, settings: { end: source.file.ends[0]!.key } }, true);
  estimateRun.reset();
  await estimate();
}

export function setEstimate(change: Partial<EstimateSettings>): void {
  useEstimating.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
  void estimate();
}

/** What is chosen now. */
export async function estimate(): Promise<void> {
  const { source, settings } = useEstimating.getState();
  if (!source || settings.end === undefined) return;
  samplesRun.stop();
  await estimateRun.ask({ source, settings });
}

/** Stops the reading or the estimate that is under way; what was there before stays. */
export function cancelEstimate(): void {
  samplesRun.stop();
  estimateRun.stop();
}

async function samplesOf(
  origin: SampleOrigin,
  signal: AbortSignal,
  onProgress: (progress: SamplingProgress) => void = () => undefined,
): Promise<Result<SampledFile, readonly MeasurementFault[]>> {
  switch (origin.kind) {
    case 'file': {
      const { file, mapping } = origin;
      const options = { stages: knownStages(), ...(mapping && { mapping }) };
      return estimator.read(signal, file, file.name, options, onProgress);
    }
    case 'measured': {
      const { name, queues } = origin.measured;
      return ok(await estimator.take(undefined, name, queues.map(sampledPart), knownStages()));
    }
    case 'example':
      return ok(await estimator.generate(undefined, origin.benchmark));
    default:
      return assertUnreachable(origin);
  }
}

/** Only what samples need crosses to the worker. */
const sampledPart = ({
  id,
  name,
  dest,
  kind,
  capacity,
  rates,
}: ReducedMeasurement['queues'][number]): MeasuredSamples => ({ id, name, dest, kind, capacity, rates });

function nameOf(origin: SampleOrigin): string {
  if (origin.kind === 'example') return 'Micro-benchmark';
  return origin.kind === 'file' ? origin.file.name : origin.measured.name;
}

useMeasured.subscribe(followMeasured);
followMeasured(useMeasured.getState());
