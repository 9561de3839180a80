/** Runs the chains of a posterior: opens tables of tasks, goes round by round until the chains agree, and on from there. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type {
  ChainProgress,
  ChainRecord,
  PosteriorProblem,
  PosteriorReport,
  PosteriorRequest,
  QueueOfTasks,
} from '../../../workers/posterior/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { PosteriorClient } from './posterior-client.ts';

import { knownQueues } from './posterior-run-queues.ts';
import type { LiveChain, LiveRun } from './posterior-store.ts';
import {
  type Closeness,
  NO_POSTERIOR,
  type PosteriorRun,
  type PosteriorSettings,
  type PosteriorState,
  type TaskSource,
  usePosterior,
} from './posterior-store.ts';

/** The chains that are under way, as a picture of them grows. */

/** Kept of a chain; beyond that every second point goes. */
const MOST_POINTS = 600;

export const emptyLive = ({ queues, chains }: Pick<PosteriorProblem, 'queues' | 'chains'>): LiveRun => ({
  queueIds: queues.map(({ id }) => id),
  chains: Array.from({ length: chains }, () => ({ sweeps: [], means: [] })),
  sweep: 0,
  sweeps: 0,
  started: performance.now(),
  history: [],
});

/** `before`: sweeps of the rounds that are done. */
export function addProgress(
  live: LiveRun,
  news: readonly ChainProgress[],
  before: number,
  target: number,
): LiveRun {
  const chains = live.chains.map((chain, number) =>
    news
      .filter((progress) => progress.chain === number)
      .reduce((one, progress) => longer(one, progress, before), chain),
  );
  const made = chains.map(({ sweeps }) => Math.max(before, sweeps.at(-1) ?? 0));
  // Some chains may wait for a worker: how far all are together is what is left to wait for.
  const sweep = Math.round(made.reduce((sum, sweeps) => sum + sweeps, 0) / made.length);
  return { ...live, chains, sweep, sweeps: target };
}

function longer({ sweeps, means }: LiveChain, progress: ChainProgress, before: number): LiveChain {
  const keeps = sweeps.length < MOST_POINTS ? () => true : (_: unknown, i: number) => i % 2 === 1;
  return {
    sweeps: [...sweeps.filter(keeps), before + progress.sweep],
    means: [...means.filter(keeps), progress.means],
  };
}

export const posteriorClient = new PosteriorClient();

/** The chains agree when no R-hat is above; as the sampler has it. */
export const MOST_R_HAT = 1.1;
/** Chains that go on until they agree give up after so many times the sweeps asked for. */
const MOST_ROUNDS = 8;
/** Looks at the chains within the first sweeps asked for. */
const EARLY_LOOKS = 8;
const FEWEST_SWEEPS = 50;
/** Chains that agree sooner may only not have gone far apart yet. */
const ENOUGH_TO_AGREE = 125;

/** What has been drawn of one problem, to go on from. */
interface Held {
  readonly key: string;
  readonly problem: PosteriorProblem;
  readonly seed: number;
  records: readonly ChainRecord[];
  history: readonly Closeness[];
  report?: PosteriorReport;
}

let held: Held | undefined;
let abort = new AbortController();

useDocument.subscribe((document, before) => {
  // The same history under another id is the same scenario, saved as a copy.
  if (document.id === before.id || document.history === before.history) return;
  abort.abort();
  held = undefined;
  usePosterior.setState(NO_POSTERIOR, true);
});

/** Other as soon as another answer is to be expected; how long chains run is no part of it, since they go on. */
export function posteriorKey({ source, settings }: PosteriorState, scenario: Scenario): string {
  const { family, chains, seed } = settings;
  if (!source) return '';
  const queues = askedQueues(source, scenario, settings).map(({ stage: _, ...queue }) => queue);
  return JSON.stringify([source.key, family, chains, seed, queues]);
}

const askedQueues = (
  source: TaskSource,
  scenario: Scenario,
  { byQueue, evenRoutes }: PosteriorSettings,
): readonly QueueOfTasks[] =>
  knownQueues(source, scenario, byQueue).map((queue) => (evenRoutes ? { ...queue, weight: 1 } : queue));

/** From dispersed starts. */
export async function infer(): Promise<void> {
  const state = usePosterior.getState();
  const scenario = selectScenario(useDocument.getState());
  if (!state.source || !scenario) return;
  const key = posteriorKey(state, scenario);
  const { settings } = state;
  const request: PosteriorRequest = {
    tasks: state.source.tasks,
    queues: askedQueues(state.source, scenario, settings),
    family: settings.family,
    chains: settings.chains,
  };
  await running(key, async (signal) => {
    const problem = await posteriorClient.compile(request, signal);
    if (!problem.ok) return problem.error;
    held = { key, problem: problem.value, seed: settings.seed, records: [], history: [] };
    return goOn(held, settings, signal);
  });
}

/** From where the chains of the report stand. */
export async function inferOn(): Promise<void> {
  const from = held;
  if (from) await running(from.key, (signal) => goOn(from, usePosterior.getState().settings, signal));
}

export const canInferOn = (key: string): boolean => held?.key === key && held.records.length > 0;

/** Stops the chains; what they have drawn in whole rounds stays, and can be gone on from. */
export function stopInferring(): void {
  abort.abort();
  usePosterior.setState(({ run }) => ({ reading: undefined, run: settled(run) }));
}

/** One run at a time; `work` gives the reasons for which there is no answer, or nothing. */
async function running(
  key: string,
  work: (signal: AbortSignal) => Promise<readonly string[] | undefined>,
): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  const set = (change: Partial<PosteriorRun>): void => {
    if (!signal.aborted) usePosterior.setState(({ run }) => ({ run: { ...run, ...change } }));
  };
  set({ status: 'running', failure: undefined, live: undefined });
  try {
    const failure = await work(signal);
    if (failure) set({ status: 'failed', key, failure, live: undefined, report: undefined, history: [] });
    else set({ status: 'done', key, live: undefined, report: held?.report, history: held?.history ?? [] });
  } catch (reason) {
    if (isAbort(reason)) return;
    const words = reason instanceof Error ? reason.message : String(reason);
    set({ status: 'failed', key, live: undefined, failure: [`The sampler stopped: ${words}`] });
  }
}

/** Rounds of all chains, looked at often at first: so that it is seen how they close in. */
async function goOn(
  from: Held,
  { until, sweeps }: PosteriorSettings,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const before = sweepsOf(from);
  const round = Math.max(FEWEST_SWEEPS, Math.ceil(sweeps / EARLY_LOOKS));
  const target = before + sweeps * (until === 'agree' ? MOST_ROUNDS : 1);
  for (let done = before; done < target; ) {
    const made = await posteriorClient.round({
      problem: { ...from.problem, sweeps: Math.min(round, target - done) },
      seed: from.seed,
      records: from.records,
      signal,
      onProgress: liveTeller(from, target, signal),
    });
    if ('refused' in made) return [made.refused];
    from.records = [...from.records, ...made];
    done = sweepsOf(from);
    const isWhole = (done - before) % sweeps < round;
    if (done - before > sweeps && !isWhole && done < target) continue;
    const report = await posteriorClient.summarize(from.problem, from.records, signal);
    const rHat = report.convergence[0]?.rHat ?? Number.NaN;
    from.report = report;
    from.history = [...from.history, { sweeps: done, rHat }];
    tellHistory(from, signal);
    const isLongEnough = done - before >= Math.min(sweeps, ENOUGH_TO_AGREE);
    if (until === 'agree' && isLongEnough && report.kind === 'answer') return undefined;
  }
  return undefined;
}

const sweepsOf = ({ records }: Held): number => records.at(-1)?.end.sweeps ?? 0;

/** ms between two pictures. */
const TELL_EVERY = 100;

/** Tells how far the chains are, of all together at most ten times a second; nothing of a run that was stopped. */
function liveTeller(from: Held, target: number, signal: AbortSignal): (progress: ChainProgress) => void {
  const before = sweepsOf(from);
  const { problem, history } = from;
  let waiting: ChainProgress[] = [];
  let told = 0;
  return (progress) => {
    if (signal.aborted) return;
    waiting.push(progress);
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    const news = waiting;
    waiting = [];
    usePosterior.setState(({ run }) => {
      const live = run.live ?? emptyLive(problem);
      return { run: { ...run, live: { ...addProgress(live, news, before, target), history } } };
    });
  };
}

function tellHistory({ problem, history }: Held, signal: AbortSignal): void {
  if (signal.aborted) return;
  usePosterior.setState(({ run }) => ({
    run: { ...run, live: { ...(run.live ?? emptyLive(problem)), history } },
  }));
}

/** Of one that was stopped: what its whole rounds gave, else what was there before. */
function settled(run: PosteriorRun): PosteriorRun {
  if (run.status !== 'running') return run;
  const { live: _, ...rest } = run;
  if (held?.report)
    return { ...rest, status: 'done', key: held.key, report: held.report, history: held.history };
  return { ...rest, status: rest.report ? 'done' : 'idle' };
}
