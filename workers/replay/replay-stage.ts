/**
 * The measured arrivals of a stage replayed through the drawn stage, with services drawn anew in each run, beside the scenario as it is drawn, and
 * what the two say of the model. All runs begin empty, as a trace does, and last as long as the trace.
 * **Cost**: about 0.06 s per million arrivals and run for a stage that the compiled engine takes; several times that for others, and for a whole
 * network by its number of stages.
 */
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import type { ByteSource } from '../measure/contract.ts';
import { type CollectOptions, collectTrace } from '../measure/trace/collect-trace.ts';
import { equalFrames } from '../measure/trace/traced-levels.ts';
import type { ReplayProgress } from '../virtual-queue/contract.ts';
import { conclude } from './conclude.ts';
import type {
  FedPrediction,
  ReplayFeed,
  StageReplay,
  StageReplayQuestion,
  StageReplayReport,
  TracedStage,
} from './contract.ts';
import { feedStage, withServices } from './feed-stage.ts';
import { judgeRuns } from './judge-runs.ts';
import { drawnServices, measuredArrivals, measuredServices } from './measured-distributions.ts';
import { readTrace, type StageTrace } from './read-trace.ts';
import { type FedOutcome, type FedRuns, runFed } from './run-fed.ts';
import { traceFault, traceNotes } from './trace-faults.ts';
import { tracedStage } from './traced-stage.ts';

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
    ...{ stage, serverCount: drawn.serverCount ?? 1, loses: losesAt(drawn) },
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

const losesAt = ({ capacity, whenFull }: StageNode): boolean => capacity !== undefined && whenFull === 'drop';

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
