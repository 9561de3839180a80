/**
 * What can be asked of the library and is computed in one go: each verb by its name, with plain data in and out, so that
 * it can be asked in this thread or in another. Nothing is loaded before it is asked for.
 */
import type { Measurement } from '../core/measurement/measurement.ts';
import { inputFault } from '../core/scenario/input-fault.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { Study } from '../core/study/study.ts';
import type { CalibrationRequest } from '../workers/fit/contract.ts';
import type { ReduceOptions } from '../workers/measure/contract.ts';
import type { TraceSettings } from '../workers/traces/contract.ts';
import type { TransientRequest } from '../workers/transient/contract.ts';
import { BadInput } from './bad-input.ts';
import type { CompareOptions } from './compare.ts';
import type { DiffOptions } from './diff.ts';
import type { EstimateOptions } from './estimate.ts';
import type { FitOptions } from './fit.ts';
import type { RenderOptions } from './render.ts';
import type { ReplayOptions } from './replay.ts';
import type { SizeOptions } from './size.ts';
import type { SizeDepthsOptions } from './size-depths.ts';
import type { SolveOptions } from './solve.ts';
import type { StudyOptions } from './studies.ts';
import type { TraceDepthsOptions } from './trace-depths.ts';
import type { VerdictOptions } from './verdict.ts';

/** The content of a measurement file of any format (CSV, JSON, NDJSON, Parquet, compressed or not), or what was read from one. */
export type MeasurementInput = string | Uint8Array | Blob | Measurement;

/** How a measurement file is read. */
export type ReadOptions = Pick<ReduceOptions, 'frameSeconds' | 'mapping' | 'queueMap' | 'timeScale'>;

/** Told while a verb is at work; how far it is, in its own terms. */
export type Tell = (progress: unknown) => void;

/** The name of a file that is only known by its content. */
const MEASUREMENTS = 'measurements';
const SPANS = 'spans';
const TRACE = 'trace';

export const VERBS = {
  check: async (input: unknown) => (await import('./scenarios.ts')).checkScenario(input),
  solve: async (scenario: Scenario, options: SolveOptions) =>
    (await import('./solve.ts')).solve(await sound(scenario), options),
  diff: async (before: Scenario, after: Scenario, options: DiffOptions) =>
    (await import('./diff.ts')).diff(await sound(before), await sound(after), options),
  render: async (scenario: Scenario, options: RenderOptions) =>
    (await import('./render.ts')).render(await sound(scenario), options),
  size: async (scenario: Scenario, options: SizeOptions) =>
    (await import('./size.ts')).size(await sound(scenario), options),
  sizeDepths: async (scenario: Scenario, options: SizeDepthsOptions, tell?: Tell) =>
    (await import('./size-depths.ts')).sizeDepths(await sound(scenario), options, tell),
  traceDepths: async (
    trace: Exclude<MeasurementInput, Measurement>,
    options: TraceDepthsOptions,
    tell?: Tell,
  ) => (await import('./trace-depths.ts')).traceDepths(contentOf(trace), TRACE, options, tell),
  transient: async (scenario: Scenario, options: TransientRequest, tell?: Tell) =>
    (await import('../workers/transient/solve-transient.ts')).solveTransient(
      await sound(scenario),
      options,
      tell,
    ),
  bounds: async (scenario: Scenario) =>
    (await import('../workers/bounds/solve-bounds.ts')).solveBounds(await sound(scenario)),
  chainSize: async (scenario: Scenario, { erlang }: Pick<SolveOptions, 'erlang'>) =>
    (await import('../workers/solve/chain/chain-size.ts')).chainSize(await sound(scenario), erlang),
  compare: async (
    scenario: Scenario,
    measurements: MeasurementInput | undefined,
    { method, refine, ...reading }: CompareOptions & ReadOptions,
    tell?: Tell,
  ) => {
    const model = await sound(scenario);
    const measurement = await measured(model, measurements, reading, tell);
    const options = { ...(method && { method }), ...(refine !== undefined && { refine }) };
    return (await import('./compare.ts')).compareMeasured(model, measurement, options);
  },
  replay: async (
    scenario: Scenario,
    trace: Exclude<MeasurementInput, Measurement>,
    { frameSeconds, timeScale, mapping, queueMap, ...asked }: ReplayOptions & ReadOptions,
    tell?: Tell,
  ) => {
    const model = await sound(scenario);
    const [{ replayArrivals, replaysJson }, { readMeasurementSource }, { describeFault }] = await Promise.all(
      [import('./replay.ts'), import('./measurements.ts'), import('../workers/measure/measurement-fault.ts')],
    );
    const source = contentOf(trace);
    const options = readingOf({ frameSeconds, timeScale, mapping, queueMap });
    // Any option makes the reader tell which queues have a trace also of a small file.
    const context = { fileName: TRACE, options: { timeScale: 1, ...options } };
    const read = await readMeasurementSource(source, context, model);
    if (!read.ok) throw new BadInput(read.error.map(describeFault));
    const { reduced, warnings } = read.value;
    const replays = await replayArrivals({
      ...{ ...asked, scenario: model, source, fileName: TRACE, reduced, options },
      ...(tell && { onProgress: (stage, progress) => tell({ stage, ...progress }) }),
    });
    return { stages: replaysJson(replays), warnings: warnings.map(describeFault) };
  },
  estimate: async (
    measurements: Exclude<MeasurementInput, Measurement>,
    { method, queue, scenario, departure, ...reading }: EstimateOptions & ReadOptions,
    tell?: Tell,
  ) => {
    const [{ estimateRates, estimatedJson }, { describeFault }] = await Promise.all([
      import('./estimate.ts'),
      import('../workers/measure/measurement-fault.ts'),
    ]);
    const read = await estimateRates(
      contentOf(measurements),
      { fileName: MEASUREMENTS, options: reading, ...(tell && { onProgress: tell }) },
      { ...(method && { method }), queue, departure, scenario: scenario && (await sound(scenario)) },
    );
    if (!read.ok) throw new BadInput(read.error.map(describeFault));
    const { origin, ends, warnings } = read.value;
    return { origin, queues: ends.map(estimatedJson), warnings: warnings.map(describeFault) };
  },
  fit: async (
    measurements: Exclude<MeasurementInput, Measurement>,
    { queue, of, distribution, bootstraps, ...reading }: FitOptions & ReadOptions,
    tell?: Tell,
  ) => {
    const [{ fitInputs, fitted, fittedJson }, { describeFault }] = await Promise.all([
      import('./fit.ts'),
      import('../workers/measure/measurement-fault.ts'),
    ]);
    const context = { fileName: MEASUREMENTS, options: reading, ...(tell && { onProgress: tell }) };
    const read = await fitInputs(contentOf(measurements), context, { queue, of });
    if (!read.ok) throw new BadInput(read.error.map(describeFault));
    const { inputs, left, warnings } = read.value;
    return {
      queues: inputs.map((input) => fittedJson(fitted(input, { distribution, bootstraps }))),
      warnings: [...warnings, ...left],
    };
  },
  calibrate: async (
    scenario: Scenario,
    measurements: MeasurementInput | undefined,
    { frameSeconds, timeScale, mapping, queueMap, ...request }: CalibrationRequest & ReadOptions,
    tell?: Tell,
  ) => {
    const model = await sound(scenario);
    const reading = readingOf({ frameSeconds, timeScale, mapping, queueMap });
    const measurement = await measured(model, measurements, reading, undefined);
    return (await import('./calibrate.ts')).calibrated(model, measurement, request, tell);
  },
  verdict: async (
    measurements: Exclude<MeasurementInput, Measurement>,
    { frameSeconds, timeScale, mapping, queueMap, ...asked }: VerdictOptions & ReadOptions,
    tell?: Tell,
  ) => {
    const [{ judgeQueues }, { plain }, { reduceMeasurement }, { describeFault }] = await Promise.all([
      import('./verdict.ts'),
      import('./plain.ts'),
      import('../workers/measure/reduce-measurement.ts'),
      import('../workers/measure/measurement-fault.ts'),
    ]);
    const file = contentOf(measurements);
    const options = readingOf({ frameSeconds, timeScale, mapping, queueMap });
    const reduced = await reduceMeasurement(file, { fileName: MEASUREMENTS, options });
    if (!reduced.ok) throw new BadInput(reduced.error.map(describeFault));
    const trace = { file, name: MEASUREMENTS, options };
    const events = tell ? { onProgress: (_: string, progress: unknown) => tell(progress) } : {};
    return plain(await judgeQueues(reduced.value, asked, trace, events));
  },
  trace: async (spans: string | Uint8Array | Blob, settings: TraceSettings) => {
    const [{ readTraces }, { analyseTraces }, { describeFault }] = await Promise.all([
      import('../workers/traces/read-traces.ts'),
      import('../workers/traces/analyse-traces.ts'),
      import('../workers/measure/measurement-fault.ts'),
    ]);
    const read = await readTraces(contentOf(spans), { fileName: SPANS });
    if (!read.ok) throw new BadInput(read.error.map(describeFault));
    const answer = analyseTraces(read.value, settings);
    if (!answer.ok) throw new BadInput([`${SPANS}: ${answer.error.of}: ${answer.error.message}`]);
    return { ...answer.value, warnings: read.value.warnings.map(describeFault) };
  },
  seek: async (input: Scenario | Study, options: StudyOptions, tell?: Tell) => {
    const study = await studyOf(input, options);
    const { soughtDesign } = await import('./explore.ts');
    if (!study.goals || study.goals.length === 0)
      throw new BadInput([
        'seek: expected goal, at least one, such as "smallest K at 1b with P_BP <= 1e-6"; got none',
      ]);
    return study.goals.map((goal) => soughtDesign(study, goal, tell));
  },
} as const;

export type Verb = keyof typeof VERBS;

/** What a verb takes before its options are told, and what it answers. */
export type Answered<V extends Verb> = Awaited<ReturnType<(typeof VERBS)[V]>>;

export const sound = async (scenario: unknown): Promise<Scenario> =>
  (await import('./scenarios.ts')).soundScenario(scenario);

/** A study with what is asked on top; of a scenario alone nothing is varied before. */
export async function studyOf(input: Scenario | Study, options: StudyOptions): Promise<Study> {
  const [{ isStudy, parseStudy }, studies] = await Promise.all([
    import('../core/study/read-study.ts'),
    import('./studies.ts'),
  ]);
  if (!isStudy(input)) return studies.studyWith(studies.studyOf(await sound(input)), options);
  const study = parseStudy(input);
  if (!study.ok) throw new BadInput(study.error.map(({ message }) => `study: ${message}`));
  return studies.studyWith(study.value, options);
}

async function measured(
  scenario: Scenario,
  input: MeasurementInput | undefined,
  options: ReduceOptions,
  tell: Tell | undefined,
): Promise<Measurement> {
  if (input === undefined) {
    if (scenario.measurement) return scenario.measurement;
    throw new BadInput(['No measurements: give a measurement file, or a scenario that holds them.']);
  }
  if (!isContent(input)) return (await sound({ ...scenario, measurement: input })).measurement!;
  const [{ readMeasurementSource }, { describeFault }] = await Promise.all([
    import('./measurements.ts'),
    import('../workers/measure/measurement-fault.ts'),
  ]);
  const context = { fileName: MEASUREMENTS, options, ...(tell && { onProgress: tell }) };
  const read = await readMeasurementSource(contentOf(input), context, scenario);
  if (!read.ok) throw new BadInput(read.error.map(describeFault));
  if (read.value.measurement.stages.length === 0) throw new BadInput(read.value.warnings.map(describeFault));
  return read.value.measurement;
}

const isContent = (input: MeasurementInput): input is Exclude<MeasurementInput, Measurement> =>
  typeof input === 'string' || input instanceof Uint8Array || input instanceof Blob;

/** What is undefined is not given. */
export const readingOf = ({
  frameSeconds,
  timeScale,
  mapping,
  queueMap,
}: Undefinable<ReadOptions>): ReadOptions => ({
  ...(frameSeconds !== undefined && { frameSeconds }),
  ...(timeScale !== undefined && { timeScale }),
  ...(mapping && { mapping }),
  ...(queueMap && { queueMap }),
});

type Undefinable<T> = { readonly [Key in keyof T]: T[Key] | undefined };

/** The bytes of a file, whatever they were given as. */
export function contentOf(content: unknown): Blob {
  if (content instanceof Blob) return content;
  if (typeof content === 'string') return new Blob([content]);
  // A view of shared memory is no part of a blob: its bytes are copied.
  if (ArrayBuffer.isView(content) && Object.prototype.toString.call(content) === '[object Uint8Array]')
    return new Blob([new Uint8Array(content as Uint8Array)]);
  throw new BadInput([
    inputFault(content, [], 'the content of a file as text, a Uint8Array or a Blob').message,
  ]);
}
