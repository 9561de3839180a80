/**
 * The measured arrivals of a stage replayed through the drawn stage, with services drawn anew in each run, beside the scenario as it is drawn, and
 * what the two say of the model. All runs begin empty, as a trace does, and last as long as the trace.
 * **Cost**: about 0.06 s per million arrivals and run for a stage that serves one by one; a few times that for others, and for a whole
 * network by its number of stages.
 */
import { counted } from '../../core/base/plural.ts';
import type { TraceDistribution } from '../../core/distributions/index.ts';
import { formatNumber } from '../../core/quantities/quantity.ts';
import { isFcfs } from '../../core/rules/discipline.ts';
import { isPipelined } from '../../core/rules/timing.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import type { ByteSource } from '../measure/contract.ts';
import { type CollectOptions, collectTrace } from '../measure/trace/collect-trace.ts';
import { equalFrames, type LevelFrames, tracedLevels } from '../measure/trace/traced-levels.ts';
import type { ModelVerdict, ReplayProgress } from '../virtual-queue/contract.ts';
import { meanShares, shareDistances, testExchangeability } from '../virtual-queue/exchangeability.ts';
import { meanOfShares } from '../virtual-queue/level-record.ts';
import { judgeModel } from '../virtual-queue/model-verdict.ts';
import type {
  Culprit,
  FedPrediction,
  ReplayFeed,
  StageReplay,
  StageReplayQuestion,
  StageReplayReport,
  TracedStage,
} from './contract.ts';
import { feedStage, type MeasuredArrivals, withServices } from './feed-stage.ts';
import { meanSojournTime, readTrace, type StageTrace, servicesOf } from './read-trace.ts';
import { type FedOutcome, type FedRuns, runFed } from './run-fed.ts';

const RUNS = 39;
const LEAST_RUNS = 19;
const FRAMES = 48;
const PROGRESS_EVERY = 100;

export interface ReplayOptions extends Pick<CollectOptions, 'options' | 'most'> {
  readonly fileName: string;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Looked at about every 50 ms. */
  readonly signal?: AbortSignal;
}

/** Rejects with the reason of `signal` when it is aborted. Same file and question: same report. */
export async function replayStage(
  source: ByteSource,
  question: StageReplayQuestion,
  options: ReplayOptions,
): Promise<StageReplayReport> {
  const { stage, queue, scenario, replications = RUNS, seed = 1 } = question;
  const refused = (reason: string): StageReplayReport => ({ kind: 'refused', stage, reason });
  if (!(Number.isInteger(replications) && replications >= LEAST_RUNS))
    return refused(`expected at least ${LEAST_RUNS} runs, got ${replications}`);
  const { fileName, onProgress, signal } = options;
  const collected = await collectTrace(source, queue, {
    ...options,
    onProgress: (progress) => onProgress?.({ phase: 'reading', ...progress }),
  });
  if (!collected.ok) return refused(collected.error);
  const trace = readTrace(collected.value);
  const fault = traceFault(trace, queue);
  if (fault !== undefined) return refused(fault);
  const arrivals = measuredArrivals(trace);
  const fed = feedStage(scenario, stage, arrivals, question.alone);
  if (!fed.ok) return refused(fed.error);

  const drawn = scenario.nodes.filter(isStage).find(({ id }) => id === stage)!;
  const frames = equalFrames(trace.duration, FRAMES);
  const bounds = [...frames.start, trace.duration];
  const services = measuredServices(trace, drawn);
  const traced = tracedStage(trace, drawn, { services, frames });
  const common = {
    ...{ stage, serverCount: serverCountOf(drawn), loses: losesWhenFull(drawn) },
    ...{ duration: trace.duration + 2 * arrivals.lead, bounds, runs: replications, seed },
  };
  const feeds = feedsOf({ scenario, fed: fed.value, services, common, stage });
  const teller = tellerOf(
    feeds.reduce((sum, { runs }) => sum + runs.runs, 0),
    onProgress,
  );
  const predictions: FedPrediction[] = [];
  let drawnFailure: string | undefined;
  for (const { feed, runs } of feeds) {
    const outcome = await runFed(runs, { onRun: teller, signal });
    if (typeof outcome !== 'string') predictions.push(predictionOf(feed, outcome, { traced, trace }));
    else if (feed === 'measuredArrivals') return refused(`stage ${stage} cannot be replayed: ${outcome}`);
    else drawnFailure ??= outcome;
  }
  return {
    ...{ kind: 'replayed', stage, queue, file: fileName, within: fed.value.within },
    ...{ arrivals: trace.arrivals.length, isCut: trace.isCut, seed },
    ...{ frames, traced, predictions },
    ...conclude({
      ...{ stage: drawn.name ?? stage, predictions },
      ...(traced.quantities.meanOccupancy !== undefined && {
        measuredMean: traced.quantities.meanOccupancy,
      }),
      ...(drawnFailure !== undefined && { drawnFailure }),
    }),
    notes: [...traceNotes(trace, queue), ...fed.value.notes],
  } satisfies StageReplay;
}

interface Feed {
  readonly feed: ReplayFeed;
  readonly runs: FedRuns;
}

interface FeedBasis {
  readonly scenario: Scenario;
  readonly stage: string;
  readonly fed: { readonly scenario: Scenario; readonly gate?: string };
  readonly services: Float64Array | undefined;
  readonly common: Omit<FedRuns, 'scenario' | 'gate' | 'fromStart'>;
}

/** The measured services are known of some stages only. */
function feedsOf({ scenario, stage, fed, services, common }: FeedBasis): readonly Feed[] {
  const { measurement: _, queries: __, ...drawn } = scenario;
  const measured = { ...common, scenario: fed.scenario, gate: fed.gate, fromStart: true };
  const asDrawn = { ...common, scenario: drawn, fromStart: false };
  return [
    { feed: 'measuredArrivals', runs: measured },
    { feed: 'drawnArrivals', runs: asDrawn },
    ...(services
      ? ([
          {
            feed: 'measuredServices',
            runs: { ...asDrawn, scenario: withServices(drawn, stage, drawnServices(services)) },
          },
          {
            feed: 'allMeasured',
            runs: {
              ...measured,
              scenario: withServices(
                fed.scenario,
                stage,
                // An element that is still there at the end is served for the rest of the run.
                drawnServices(services, common.duration),
              ),
              runs: 1,
            },
          },
        ] as const)
      : []),
  ];
}

function predictionOf(
  feed: ReplayFeed,
  { sharesByRun, ...outcome }: FedOutcome,
  { traced, trace }: { traced: TracedStage; trace: StageTrace },
): FedPrediction {
  const { shares } = traced;
  if (!shares) return { feed, ...outcome };
  return { feed, ...outcome, verdict: judgeRuns(shares, sharesByRun, trace.arrivals.length - 1) };
}

function tellerOf(runs: number, onProgress: ReplayOptions['onProgress']): () => void {
  let done = 0;
  let told = Number.NEGATIVE_INFINITY;
  return () => {
    done += 1;
    const now = performance.now();
    if (now - told < PROGRESS_EVERY && done < runs) return;
    told = now;
    onProgress?.({ phase: 'running', done, runs });
  };
}

/** Whether the measured occupancy looks like one more run of a fed stage. */

/** Elements: runs that are no farther from each other have no chance in them but rounding. */
const SAME = 1e-6;
/** Where there is no chance a difference matters from here on, as it does where there is some. */
const MATTERS = { kolmogorovSmirnov: 0.05, relative: 0.1 };

/** Shares of time by level; `gapCount` gaps between arrivals were replayed. */
export function judgeRuns(
  measured: Float64Array,
  runs: readonly Float64Array[],
  gapCount: number,
): ModelVerdict {
  const [first, ...others] = runs;
  if (others.every((run) => shareDistances(first!, run).wasserstein <= SAME))
    return judgeOne(measured, first!);
  return judgeModel({
    compared: [{ part: 'whole', measured, replicated: runs }],
    wholeMean: meanOfShares(meanShares(runs)),
    ...{ gapCount, openShare: 0 },
  });
}

/** By its size alone. The only test is that of two runs, which are as far from each other as the other way round. */
function judgeOne(measured: Float64Array, run: Float64Array): ModelVerdict {
  const { wasserstein, kolmogorovSmirnov } = shareDistances(measured, run);
  const relative = wasserstein / Math.max(1, meanOfShares(run));
  const isOff = relative > MATTERS.relative || kolmogorovSmirnov > MATTERS.kolmogorovSmirnov;
  const off = `no chance is in it, and it is off by ${formatNumber(wasserstein)} elements`;
  const { tests } = testExchangeability([{ part: 'whole', measured, replicated: [run] }]);
  return {
    ...{ outcome: isOff ? 'inconsistent' : 'consistent', p: isOff ? 0 : 1, tests },
    sentences: [isOff ? `Unreliable: ${off}.` : `As measured: ${off}.`],
  };
}

/** The measured arrivals and services of a stage as distributions that the simulator replays one by one. */

/**
 * By the mean gap: what comes at the very begin of a run, and what ends with it, would not be counted. So a run begins this much before the
 * first arrival and ends as much behind the last event.
 */
const LEAD = 1e-6;

interface ReplayedArrivals extends MeasuredArrivals {
  /** From the begin of a run to the first arrival, s. */
  readonly lead: number;
}

/** None comes after the last. */
export function measuredArrivals({ arrivals, duration, groupSize = 1 }: StageTrace): ReplayedArrivals {
  const times = groupSize > 1 ? arrivals.filter((_, i) => i % groupSize === 0) : arrivals;
  const meanGap = duration / times.length;
  const lead = LEAD * meanGap;
  const gaps = Array.from(times, (time, i) => (i > 0 ? time - times[i - 1]! : lead));
  return {
    distribution: { distribution: 'trace', values: [...gaps, 2 * duration] },
    ...{ meanGap, lead, groupSize },
    groupsDiffer: groupSize === 1 && arrivals.some((time, i) => i > 0 && time === arrivals[i - 1]),
  };
}

/** Undefined where the trace does not say when a service began: only of one server that takes one by one, first come first served. */
function measuredServices(trace: StageTrace, stage: StageNode): Float64Array | undefined {
  // In a pipeline services overlap, and with speeds they depend on who else is there.
  const isPlain =
    serverCountOf(stage) === 1 && isFcfs(stage) && !stage.bulk && !stage.speeds && !isPipelined(stage);
  return isPlain ? servicesOf(trace) : undefined;
}

/** In their order; `last` is that of all who come behind them. */
const drawnServices = (services: Float64Array, last?: number): TraceDistribution => ({
  distribution: 'trace',
  values: last === undefined ? Array.from(services) : [...services, last],
});

/** Why a trace cannot be replayed, and what was left out of one that can. */

const LEAST_ARRIVALS = 20;
/** With more rows out of order the order is not that of time at all. */
const MOST_OUT_OF_ORDER = 0.01;

function traceFault({ arrivals, outOfOrder, duration }: StageTrace, queue: string): string | undefined {
  const count = arrivals.length;
  if (outOfOrder > MOST_OUT_OF_ORDER * (count + outOfOrder))
    return `queue ${queue}: ${outOfOrder.toLocaleString('en')} of its events are older than the ones above them, so that times go backward; sort the rows by time`;
  if (count < LEAST_ARRIVALS)
    return `queue ${queue} has ${counted(count, 'insertion')}, at least ${LEAST_ARRIVALS} are needed`;
  if (!(duration > 0)) return `queue ${queue}: all its events are at the same time`;
  return undefined;
}

function traceNotes(trace: StageTrace, queue: string): readonly string[] {
  const { arrivals, departures, outOfOrder, fromEmpty, isCut } = trace;
  return [
    ...(isCut
      ? [`The file has more: the first ${arrivals.length.toLocaleString('en')} insertions are replayed`]
      : []),
    ...(departures.length === 0
      ? [`Queue ${queue} has no departures: its levels are not known, and the prediction stands alone`]
      : []),
    ...(outOfOrder > 0
      ? [`${counted(outOfOrder, 'event')} older than the ones above them are left out`]
      : []),
    ...(fromEmpty > 0
      ? [
          `${counted(fromEmpty, 'departure')} from an empty queue are left out: a trace begins with an empty queue`,
        ]
      : []),
  ];
}

interface TracedOptions {
  readonly services: Float64Array | undefined;
  readonly frames: LevelFrames;
}

/** Without departures nothing is known of its levels. What stands in a trace got in: of it nothing was lost. */
function tracedStage(trace: StageTrace, stage: StageNode, { services, frames }: TracedOptions): TracedStage {
  if (trace.departures.length === 0) return { quantities: {} };
  const { occupancy, shares, meanByFrame } = tracedLevels(trace, frames);
  const sojourn = meanSojournTime(trace);
  const moments = services && momentsOf(services);
  return {
    ...{ occupancy, shares, meanByFrame },
    quantities: {
      meanOccupancy: occupancy.mean,
      meanSojournTime: sojourn,
      throughput: trace.departures.length / trace.duration,
      ...(moments && {
        meanWaitingTime: sojourn - moments.mean,
        utilization: (moments.mean * moments.count) / trace.duration,
      }),
      ...(losesWhenFull(stage) && { lossProbability: 0 }),
    },
    ...(moments && { services: moments }),
  };
}

function momentsOf(values: Float64Array): NonNullable<TracedStage['services']> {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return { count, mean, scv: variance / (mean * mean) };
}

/**
 * What is wrong with a drawn stage, from the ways to feed it: measured or modelled arrivals, measured or modelled services. Each way is right when the
 * measured occupancy looks like one more run of it (`virtual-queue/model-verdict.ts`); the one that changes a wrong prediction into a right one
 * was wrong.
 */

interface Evidence {
  readonly stage: string;
  readonly measuredMean?: number;
  readonly predictions: readonly FedPrediction[];
  /** Why the scenario as drawn has no answer. */
  readonly drawnFailure?: string;
}

interface Conclusion {
  readonly culprit: Culprit;
  readonly sentences: readonly string[];
}

function conclude(evidence: Evidence): Conclusion {
  const culprit = culpritOf(evidence);
  return {
    culprit,
    sentences: [
      `${whatIsPredicted(evidence)}${so(culprit, evidence)}`,
      ...evidence.predictions.flatMap(({ feed, verdict }) =>
        verdict ? [`${FEED_WORDS[feed]}: ${verdict.sentences.join(' ')}`] : [],
      ),
      ...(evidence.drawnFailure === undefined
        ? []
        : [`The scenario as drawn has no answer to compare with: ${evidence.drawnFailure}`]),
    ],
  };
}

type Standing = 'right' | 'wrong' | 'unknown';

function standingOf({ predictions }: Evidence, feed: ReplayFeed): Standing {
  const outcome = predictions.find((one) => one.feed === feed)?.verdict?.outcome;
  if (outcome === undefined || outcome === 'undecidable') return 'unknown';
  return outcome === 'inconsistent' ? 'wrong' : 'right';
}

function culpritOf(evidence: Evidence): Culprit {
  if (standingOf(evidence, 'allMeasured') === 'wrong') return 'structure';
  const measured = standingOf(evidence, 'measuredArrivals');
  const drawn = standingOf(evidence, 'drawnArrivals');
  if (measured === 'unknown') return 'unknown';
  if (measured === 'right') return drawn === 'wrong' ? 'arrivals' : drawn === 'right' ? 'nothing' : 'unknown';
  return standingOf(evidence, 'measuredServices') === 'wrong' ? 'both' : 'service';
}

const FEED_WORDS: Readonly<Record<ReplayFeed, string>> = {
  measuredArrivals: 'With the measured arrivals',
  drawnArrivals: 'With the model’s arrivals',
  measuredServices: 'With the model’s arrivals and the measured services',
  allMeasured: 'With the measured arrivals and the measured services',
};

function whatIsPredicted({ stage, measuredMean, predictions }: Evidence): string {
  const mean = (feed: ReplayFeed): string | undefined => {
    const range = predictions.find((one) => one.feed === feed)?.quantities.meanOccupancy;
    return (
      range &&
      `${formatNumber(range.mean)} (${formatNumber(range.low)} … ${formatNumber(range.high)} in 95 % of the runs)`
    );
  };
  const measured =
    measuredMean === undefined ? 'its occupancy was not measured' : `measured ${formatNumber(measuredMean)}`;
  const drawn = mean('drawnArrivals');
  return `With the measured arrivals stage ${stage} predicts a number in system of ${mean('measuredArrivals')}; ${measured}${drawn === undefined ? '' : `; with the model’s arrivals ${drawn}`}: `;
}

function so(culprit: Culprit, evidence: Evidence): string {
  switch (culprit) {
    case 'nothing':
      return 'neither the arrivals nor the service is rejected, which does not prove them right.';
    case 'arrivals':
      return 'so the model’s arrivals are wrong; the service is consistent with the data.';
    case 'service':
      return `so the service of the stage is wrong${besides(evidence)}`;
    case 'both':
      return 'so the service is wrong, and so are the model’s arrivals, which are rejected with the measured services too.';
    case 'structure':
      return 'the structure of the stage is wrong (its servers, its capacity, or blocking): even with the measured services its occupancy differs from the measured one.';
    case 'unknown':
      return unknown(evidence);
  }
}

function besides(evidence: Evidence): string {
  if (standingOf(evidence, 'measuredServices') === 'right')
    return '; with the measured services the model’s arrivals are consistent with the data.';
  if (standingOf(evidence, 'drawnArrivals') === 'right')
    return ', although the prediction with the model’s arrivals agrees: two errors cancel there.';
  return '; whether the model’s arrivals are wrong as well cannot be told without measured services.';
}

function unknown(evidence: Evidence): string {
  if (evidence.measuredMean === undefined) return 'without departures nothing says whether it is right.';
  return standingOf(evidence, 'measuredArrivals') === 'right'
    ? 'the service is consistent with the data, and of the model’s arrivals nothing can be said.'
    : 'the trace is too short, or its occupancy too unsteady, to tell.';
}
