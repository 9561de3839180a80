/** Runs the chains of a posterior: opens tables of tasks, goes round by round until the chains agree, and on from there. */

import { assert } from '../../../core/base/assert.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { WhatIfCase } from '../../../core/study/what-if.ts';
import type {
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorProblem,
  PosteriorReport,
  PosteriorRequest,
  PosteriorService,
  QueueOfTasks,
  WhatIfDraws,
} from '../../../workers/posterior/contract.ts';
import { againWhenLost, type Client, createClient, workersWanted } from '../../run/create-client.ts';
import { createRun, type Telling } from '../../run/create-run.ts';
import type { BridgedWorker } from '../../run/worker-bridge.ts';
import { onOtherDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { knownQueues } from './posterior-run-queues.ts';
import type { LiveChain, LiveCheck, LiveRun } from './posterior-store.ts';
import {
  type Closeness,
  NO_POSTERIOR,
  type PosteriorSettings,
  type PosteriorState,
  type TaskSource,
  usePosterior,
} from './posterior-store.ts';

/** One round of all chains. */
export interface RoundOfChains {
  readonly problem: PosteriorProblem;
  readonly seed: number;
  /** Records of the earlier rounds; empty at the start. */
  readonly records: readonly ChainRecord[];
  readonly signal: AbortSignal;
  /** Each chain tells at most ten times a second. */
  readonly onProgress: (progress: ChainProgress) => void;
}

/** Runs the chains of a posterior side by side, a worker for each core, in rounds that go on from where the last one ended. */
export class PosteriorClient {
  private readonly workers: readonly Client<PosteriorService>[];
  /** For questions with one answer. */
  readonly one: Client<PosteriorService>;

  constructor(size = workersWanted(), create: () => BridgedWorker = startWorker) {
    this.workers = Array.from({ length: size }, () =>
      createClient<PosteriorService>(create, { stoppable: ['run', 'whatIf'] }),
    );
    this.one = this.workers[0]!;
  }

  /** Rejects with the abort reason, or with WorkerDied when a worker dies twice on one chain. */
  async round(asked: RoundOfChains): Promise<readonly ChainRecord[] | ChainRefusal> {
    const ends = asked.records.slice(-asked.problem.chains);
    const made = await this.byChain(asked.problem, (worker, chain) =>
      runChain(worker, asked, chain, ends[chain]),
    );
    return 'refused' in made ? made : [...made].sort((one, other) => one.chain - other.chain);
  }

  /** What would be, by all chains, which go on from where they stand. */
  whatIf(asked: RoundOfChains, cases: readonly WhatIfCase[]): Promise<readonly WhatIfDraws[] | ChainRefusal> {
    const { problem, seed, records, signal, onProgress } = asked;
    const ends = records.slice(-problem.chains);
    return this.byChain(problem, (worker, chain) =>
      againWhenLost(
        signal,
        () => undefined,
        () => worker.whatIf(signal, problem, chain, seed, ends[chain]!.end, cases, onProgress),
      ),
    );
  }

  /** Every worker takes the next chain until none is left. */
  private async byChain<Made extends object>(
    { chains }: PosteriorProblem,
    make: (worker: Client<PosteriorService>, chain: number) => Promise<Made | ChainRefusal>,
  ): Promise<readonly Made[] | ChainRefusal> {
    const all: Made[] = [];
    let next = 0;
    let refusal: ChainRefusal | undefined;
    const work = async (worker: Client<PosteriorService>): Promise<void> => {
      while (next < chains && !refusal) {
        const made = await make(worker, next++);
        if ('refused' in made) refusal = made;
        else all.push(made);
      }
    };
    await Promise.all(this.workers.slice(0, chains).map(work));
    return refusal ?? all;
  }
}

/** Once more when the worker dies: a round is a function of what is asked, so it gives the same record. */
const runChain = (
  worker: Client<PosteriorService>,
  { problem, seed, signal, onProgress }: RoundOfChains,
  chain: number,
  before: ChainRecord | undefined,
): Promise<ChainRecord | ChainRefusal> =>
  againWhenLost(
    signal,
    () => undefined,
    () => worker.run(signal, problem, chain, seed, onProgress, before?.end),
  );

const startWorker = (): Worker =>
  new Worker(new URL('../../../workers/entry/posterior.worker.ts', import.meta.url), { type: 'module' });

/** Kept of a chain; beyond that every second point goes. */
const MOST_POINTS = 600;

/** The chains that are under way, as a picture of them grows. */
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

/** Chains that go on until they agree give up after so many times the sweeps asked for. */
const MOST_ROUNDS = 8;
/** Looks at the chains within the first sweeps asked for. */
const EARLY_LOOKS = 8;
const FEWEST_SWEEPS = 50;
/** Chains that agree sooner may only not have gone far apart yet. */
const ENOUGH_TO_AGREE = 125;

/** What has been drawn of one problem, to go on from. */
export interface DrawnPosterior {
  readonly key: string;
  readonly problem: PosteriorProblem;
  readonly seed: number;
  readonly records: readonly ChainRecord[];
  readonly history: readonly Closeness[];
  readonly report: PosteriorReport;
}

type Held = Omit<DrawnPosterior, 'report'> & { readonly report?: PosteriorReport };

interface Question {
  readonly key: string;
  readonly settings: PosteriorSettings;
  /** From dispersed starts, or from where chains stand. */
  readonly from: { readonly request: PosteriorRequest } | DrawnPosterior;
}

onOtherDocument(() => usePosterior.setState(NO_POSTERIOR, true));

export const posteriorRun = createRun<Question, DrawnPosterior, LiveRun | LiveCheck, readonly string[]>({
  name: 'posterior',
  key: ({ key }) => key,
  ask: async ({ key, settings, from }, tell) => {
    if (!('request' in from)) return goOn(from, settings, tell);
    const problem = await posteriorClient.one.compile(tell.signal, from.request);
    if (!problem.ok) {
      tell.dropAnswer();
      return problem;
    }
    const checked = await check(problem.value, settings, tell);
    if ('refused' in checked) {
      tell.dropAnswer();
      return err([checked.refused]);
    }
    return goOn({ key, problem: checked, seed: settings.seed, records: [], history: [] }, settings, tell);
  },
  lost: (message) => [`The sampler stopped: ${message}`],
});
askWhenSilent(posteriorRun, { what: 'The sampler' });

/** The problem with what tasks say of the model that the chains do not see. */
const check = (
  problem: PosteriorProblem,
  { family, seed }: PosteriorSettings,
  { signal, progress }: Telling<DrawnPosterior, LiveRun | LiveCheck>,
): Promise<PosteriorProblem | ChainRefusal> =>
  againWhenLost(
    signal,
    () => undefined,
    () =>
      posteriorClient.one.check(signal, problem, seed, family === 'auto', (checked, of) =>
        progress({ checked, of }),
      ),
  );

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
    ...(settings.family !== 'auto' && { family: settings.family }),
    chains: settings.chains,
  };
  await posteriorRun.ask({ key, settings, from: { request } });
}

/** From where the chains of the report stand. */
export async function inferOn(): Promise<void> {
  const from = posteriorRun.get().answer;
  if (from) await posteriorRun.ask({ key: from.key, settings: usePosterior.getState().settings, from });
}

/** The chains of the report are those of this question. */
export const canInferOn = (key: string): boolean => posteriorRun.get().answer?.key === key;

/** Rounds of all chains, looked at often at first: so that it is seen how they close in. */
async function goOn(
  from: Held,
  { until, sweeps }: PosteriorSettings,
  tell: Telling<DrawnPosterior, LiveRun | LiveCheck>,
): Promise<Result<DrawnPosterior, readonly string[]>> {
  const { problem, seed, key } = from;
  const { signal } = tell;
  let { records, history, report } = from;
  const before = sweepsOf(records);
  const round = Math.max(FEWEST_SWEEPS, Math.ceil(sweeps / EARLY_LOOKS));
  const target = before + sweeps * (until === 'agree' ? MOST_ROUNDS : 1);
  let live: LiveRun | undefined;
  const show = (change: (live: LiveRun) => LiveRun): void => {
    live = { ...change(live ?? emptyLive(problem)), history };
    tell.progress(live);
  };
  for (let done = before; done < target; ) {
    const start = done;
    const made = await posteriorClient.round({
      problem: { ...problem, sweeps: Math.min(round, target - done) },
      ...{ seed, records, signal },
      onProgress: (news) => show((now) => addProgress(now, [news], start, target)),
    });
    if ('refused' in made) {
      tell.dropAnswer();
      return err([made.refused]);
    }
    records = [...records, ...made];
    done = sweepsOf(records);
    const isWhole = (done - before) % sweeps < round;
    const looks = done - before <= sweeps || isWhole || done >= target;
    if (looks) {
      report = await posteriorClient.one.summarize(signal, problem, records);
      history = [...history, { sweeps: done, rHat: report.convergence[0]?.rHat ?? Number.NaN }];
      show((now) => now);
    }
    if (report) tell.partial({ key, problem, seed, records, history, report });
    const isLongEnough = done - before >= Math.min(sweeps, ENOUGH_TO_AGREE);
    if (looks && until === 'agree' && isLongEnough && report?.kind === 'answer') break;
  }
  assert(report, 'the chains are looked at when they have ended');
  return ok({ key, problem, seed, records, history, report });
}

const sweepsOf = (records: readonly ChainRecord[]): number => records.at(-1)?.end.sweeps ?? 0;
