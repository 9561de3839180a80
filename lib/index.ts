/**
 * The public face of Stagegraph: the solver, the simulator and all that is asked of them, for programs. Scenarios,
 * studies and answers are plain JSON data. docs/library.md explains each function with an example that runs.
 *
 * All functions reject with `BadInput` where what is given cannot be used; a scenario that has no answer (no steady
 * state, a deadlock, a method that does not take it) is an answer of its own, of kind `unstable` or `noAnswer`. Times are
 * seconds, rates 1/s. Computing begins in the calling thread; with a `signal` it is done in a thread of its own, which
 * ends when the signal is aborted, and the promise rejects with the reason of the signal.
 */
import type { Measurement } from '../core/measurement/measurement.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { Study } from '../core/study/study.ts';
import type { BoundsAnswer } from '../workers/bounds/contract.ts';
import type { DepthsFound, GoalAnswer, GoalProgress } from '../workers/explore/contract.ts';
import type { CalibrationProgress, CalibrationRequest } from '../workers/fit/contract.ts';
import type { ReduceProgress } from '../workers/measure/contract.ts';
import type { ChainProgress } from '../workers/posterior/contract.ts';
import type {
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
} from '../workers/simulate/contract.ts';
import type { SizeAnswer, SolveOutcome } from '../workers/solve/contract.ts';
import type { TraceSettings } from '../workers/traces/contract.ts';
import type { ChainSize, TransientAnswer, TransientRequest } from '../workers/transient/contract.ts';
import type { ReplayProgress } from '../workers/virtual-queue/contract.ts';
import { BadInput } from './bad-input.ts';
import type { Calibrated } from './calibrate.ts';
import type { Compared, CompareOptions } from './compare.ts';
import type { Diff, DiffOptions } from './diff.ts';
import type { EstimateOptions } from './estimate.ts';
import type { Explored, ExploreRun } from './explore.ts';
import type { FitOptions } from './fit.ts';
import type { Posterior, PosteriorOptions } from './posterior.ts';
import type { Rendered, RenderOptions } from './render.ts';
import type { ReplayOptions } from './replay.ts';
import type { Checked } from './scenarios.ts';
import type { SizeOptions } from './size.ts';
import type { SizeDepthsOptions } from './size-depths.ts';
import type { SolveOptions } from './solve.ts';
import type { StudyOptions } from './studies.ts';
import type { TraceDepthsAnswer, TraceDepthsOptions, TraceDepthsProgress } from './trace-depths.ts';
import {
  type Answered,
  contentOf,
  type MeasurementInput,
  type ReadOptions,
  sound,
  studyOf,
  type Tell,
  VERBS,
  type Verb,
} from './verbs.ts';
import type { VerdictOptions } from './verdict.ts';

export type {
  BoundsAnswer,
  Calibrated,
  CalibrationProgress,
  CalibrationRequest,
  ChainProgress,
  ChainSize,
  Checked,
  Compared,
  CompareOptions,
  DepthsFound,
  Diff,
  DiffOptions,
  EstimateOptions,
  Explored,
  ExploreRun,
  FitOptions,
  GoalAnswer,
  GoalProgress,
  Measurement,
  MeasurementInput,
  NoAnswer,
  Posterior,
  PosteriorOptions,
  ReadOptions,
  ReduceProgress,
  Rendered,
  RenderOptions,
  ReplayOptions,
  ReplayProgress,
  Scenario,
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
  SizeAnswer,
  SizeDepthsOptions,
  SizeOptions,
  SolveOptions,
  SolveOutcome,
  Study,
  StudyOptions,
  TraceDepthsAnswer,
  TraceDepthsOptions,
  TraceDepthsProgress,
  TraceSettings,
  TransientAnswer,
  TransientRequest,
  VerdictOptions,
};
export { BadInput };

/** What every computation takes. */
export interface Stoppable {
  /** Ends the computation, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Options of a computation that reports its progress. */
export interface Told<Progress> extends Stoppable {
  readonly onProgress?: (progress: Progress) => void;
}

/** The scenario in JSON text of this or an older version, or in a share link; it may still have errors of meaning. */
export const read = async (text: string): Promise<Scenario> =>
  (await import('./scenarios.ts')).scenarioIn(text);

/** The text of a scenario's file: equal scenarios give equal texts, for git. */
export const write = async (scenario: Scenario): Promise<string> =>
  (await import('../core/scenario/scenario-text.ts')).scenarioText(await sound(scenario));

/** Errors and warnings of what is meant as a scenario; never rejects. */
export const check = (scenario: unknown): Promise<Checked> => VERBS.check(scenario);

/** The analytic answer: exact where that can be, else the best approximation, and how far to trust it. */
export const solve = (scenario: Scenario, options: SolveOptions & Stoppable = {}): Promise<SolveOutcome> =>
  ask('solve', [scenario], options);

/** The smallest capacity of a stage that keeps it from being full for more than a share of the time. */
export const size = (scenario: Scenario, options: SizeOptions & Stoppable): Promise<SizeAnswer | NoAnswer> =>
  ask('size', [scenario], options);

/**
 * Depths of all FIFOs of a drawing with dataflow stages, cost against throughput. Where all times are constant the front is exact, and
 * `smaller` of its last depths proves that they are least; else depths are found by simulation, with an interval and without proof.
 */
export const sizeDepths = (
  scenario: Scenario,
  options: SizeDepthsOptions & Told<DepthsFound> = {},
): Promise<DepthsFound | NoAnswer> => ask('sizeDepths', [scenario], options);

/** A traced run of FIFOs (insertions and departures in a file of any format, or VCD) under other depths; one question a call. */
export const traceDepths = (
  trace: Exclude<MeasurementInput, Measurement>,
  options: TraceDepthsOptions & Told<TraceDepthsProgress> = {},
): Promise<TraceDepthsAnswer> => ask('traceDepths', [trace], options);

/** The occupancies over time, from a given start, by the Markov chain; progress is a share, 0 to 1. */
export const transient = (
  scenario: Scenario,
  options: TransientRequest & Told<number> = {},
): Promise<TransientAnswer | NoAnswer> => ask('transient', [scenario], options);

/** Queues and times in the worst case, by network calculus. */
export const bounds = (scenario: Scenario, options: Stoppable = {}): Promise<BoundsAnswer | NoAnswer> =>
  ask('bounds', [scenario], options);

/** How many states the Markov chain has, and whether it can be solved. */
export const chainSize = (
  scenario: Scenario,
  options: Pick<SolveOptions, 'erlang'> & Stoppable = {},
): Promise<ChainSize | NoAnswer> => ask('chainSize', [scenario], options);

/** The model against measurements, by default against those that the scenario holds. */
export const compare = (
  scenario: Scenario,
  measurements?: MeasurementInput,
  options: CompareOptions & ReadOptions & Told<ReduceProgress> = {},
): Promise<Compared | NoAnswer> => ask('compare', [scenario, measurements], options);

/** The measured arrivals of each stage through the drawn stage: are the arrivals wrong, or the service? */
export const replay = (
  scenario: Scenario,
  trace: Exclude<MeasurementInput, Measurement>,
  options: ReplayOptions & ReadOptions & Told<ReplayProgress & { readonly stage: string }> = {},
): Promise<Replays> => ask('replay', [scenario, trace], options);

/** Replays by stage, with `culprit` and sentences. */
export type Replays = Answered<'replay'>;

export interface PosteriorRun extends PosteriorOptions, ReadOptions, Told<ChainProgress> {
  /** The most rounds until the chains agree; default 64. */
  readonly rounds?: number;
  /** Seed of the draws: equal seeds give equal draws; default 1. */
  readonly seed?: number;
  /** Threads that share the chains; default as many as cores. The numbers do not depend on it. */
  readonly threads?: number;
}

/** Services and waiting of all tasks from a table of tasks of which some were observed, with intervals. */
export async function posterior(
  tasks: Exclude<MeasurementInput, Measurement>,
  options: PosteriorRun = {},
): Promise<Posterior> {
  (await import('./options.ts')).refuseOptions('posterior', options, ['threads', 'signal', 'onProgress']);
  const { inferPosterior } = await import('./posterior.ts');
  const { scenario, threads, signal, onProgress, ...asked } = options;
  const run = guarded(signal);
  return inferPosterior(
    contentOf(tasks),
    { ...asked, scenario: scenario && (await sound(scenario)) },
    {
      ...(threads !== undefined && { threads }),
      signal: run.signal,
      ...(onProgress && { onProgress: run.guard(onProgress) }),
    },
  );
}

/** Service rates from samples, events or counters of queues, and the model's rates beside them. */
export const estimate = (
  measurements: Exclude<MeasurementInput, Measurement>,
  options: EstimateOptions & ReadOptions & Told<ReduceProgress> = {},
): Promise<RateEstimates> => ask('estimate', [measurements], options);

/** Rates by queue and end; a rate that cannot be estimated is `refused` with its reason. */
export type RateEstimates = Answered<'estimate'>;

/** Distributions of times behind each queue, ranked, or station models where only levels were measured; also of a plain list of times in s. */
export const fit = (
  measurements: Exclude<MeasurementInput, Measurement>,
  options: FitOptions & ReadOptions & Told<ReduceProgress> = {},
): Promise<Fitted> => ask('fit', [measurements], options);

/** Fits by queue; a queue that cannot be fitted is `refused` with its reason. */
export type Fitted = Answered<'fit'>;

/** Unknown parameters of a scenario from measurements, by default from those that it holds; with intervals, and the scenario with the values put in. */
export const calibrate = (
  scenario: Scenario,
  measurements: MeasurementInput | undefined,
  options: CalibrationRequest & ReadOptions & Told<CalibrationProgress>,
): Promise<Calibrated> => ask('calibrate', [scenario, measurements], options);

/** Whether the model of each queue between two platforms is to be believed: its occupancy, replayed from its measured ends. */
export const verdict = (
  measurements: Exclude<MeasurementInput, Measurement>,
  options: VerdictOptions & ReadOptions & Told<ReplayProgress> = {},
): Promise<Verdicts> => ask('verdict', [measurements], options);

/** Verdicts by queue; a queue that cannot be judged is of kind `refused`. */
export type Verdicts = Answered<'verdict'>;

/** Where the time of requests went, from spans (OpenTelemetry, Tempo, Jaeger, Zipkin as JSON), and a scenario drawn from them. */
export const trace = (
  spans: string | Uint8Array | Blob,
  options: TraceSettings & Stoppable = {},
): Promise<Traced> => ask('trace', [spans], options);

/** The answer, with the errors of the file in `warnings`. */
export type Traced = Answered<'trace'>;

/** Designs that reach the goals of a study, one answer for each goal. */
export const seek = (
  study: Scenario | Study,
  options: StudyOptions & Told<GoalProgress> = {},
): Promise<readonly GoalAnswer[]> => ask('seek', [study], options);

/** What changed from one scenario to another: inputs in words with units, and what that changes of the answer. */
export const diff = (
  before: Scenario,
  after: Scenario,
  options: DiffOptions & Stoppable = {},
): Promise<Diff> => ask('diff', [before, after], options);

/** The drawing with its numbers, as the text of an SVG or HTML file that needs nothing else. */
export const render = (scenario: Scenario, options: RenderOptions & Stoppable = {}): Promise<Rendered> =>
  ask('render', [scenario], options);

/** Every design of a study, answered on all cores; the same rows for any number of threads. */
export async function explore(
  study: Scenario | Study,
  options: StudyOptions & ExploreRun = {},
): Promise<Explored> {
  (await import('./options.ts')).refuseOptions('explore', options, ['threads', 'signal', 'onProgress']);
  const { threads, signal, onProgress, ...asked } = options;
  const { exploreStudy } = await import('./explore.ts');
  return exploreStudy(await studyOf(study, asked), {
    ...(threads !== undefined && { threads }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
}

export interface SimulateRun extends SimulationRequest, Told<SimulationProgress> {
  /** Threads that share the replications; default as many as cores. The numbers do not depend on it. */
  readonly threads?: number;
  /** Told what is known so far, from the second replication on. */
  readonly onPartial?: (result: SimulationResult) => void;
}

/** An event simulation with 95 % confidence intervals; the same seed gives the same numbers. */
export async function simulate(
  scenario: Scenario,
  options: SimulateRun = {},
): Promise<SimulationResult | NoAnswer> {
  const { refuseOptions } = await import('./options.ts');
  refuseOptions('simulate', options, ['threads', 'signal', 'onProgress', 'onPartial']);
  const { threads, signal, onProgress, onPartial, ...request } = options;
  const { simulateInThreads } = await import('./simulators.ts');
  const run = guarded(signal);
  const events = {
    ...(onProgress && { onProgress: run.guard(onProgress) }),
    ...(onPartial && { onPartial: run.guard(onPartial) }),
  };
  return simulateInThreads(await sound(scenario), request, events, threads, run.signal);
}

/** The page's address of a scenario, which holds it whole behind `#`; `base` is where the page is. */
export async function link(scenario: Scenario, base = ''): Promise<string> {
  if (typeof base !== 'string') throw new BadInput(['link: expected the address of a page as text']);
  const { encodeShareLink } = await import('../core/scenario/share-link.ts');
  return `${base}#${await encodeShareLink(await sound(scenario))}`;
}

/** An answer with words beside its codes: `message`, `reason`, `methodLabel`, as `--json` prints it. */
export async function inWords(answer: unknown): Promise<unknown> {
  const worded = await import('./in-words.ts');
  try {
    return worded.inWords(answer);
  } catch {
    throw new BadInput(['inWords: expected an answer, which is plain data as JSON has it']);
  }
}

/** Callbacks of the caller that throw end the computation, whose promise then rejects with what they threw. */
function guarded(signal: AbortSignal | undefined) {
  const thrown = new AbortController();
  return {
    signal: signal ? AbortSignal.any([signal, thrown.signal]) : thrown.signal,
    guard:
      <Told>(tell: (told: Told) => void) =>
      (told: Told): void => {
        try {
          tell(told);
        } catch (reason) {
          thrown.abort(reason);
        }
      },
  };
}

/** Progress behind the options goes to the verbs that tell theirs. */
async function ask<V extends Verb>(
  verb: V,
  inputs: readonly unknown[],
  given: Told<never> = {},
): Promise<Answered<V>> {
  if (verb !== 'check') (await import('./options.ts')).refuseOptions(verb, given);
  const { signal, onProgress, ...options } = given;
  // What a verb tells is of the type that its function here states.
  const tell = onProgress as Tell | undefined;
  const asked = [...inputs, options];
  if (signal) {
    const { askInThread } = await import('./desk.ts');
    return (await askInThread(verb, asked, signal, tell)) as Answered<V>;
  }
  // The functions above give each verb what it takes.
  const answer = VERBS[verb] as (...inputs: readonly unknown[]) => Promise<Answered<V>>;
  return answer(...asked, ...(tell ? [tell] : []));
}
