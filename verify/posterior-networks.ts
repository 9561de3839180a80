/** Three-tier networks as in section 4.1 of Sutton & Jordan (2009), and what the sampler makes of the tasks that were seen. */

import type { TaskTable } from '../workers/measure/contract.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import type { ChainRecord, PosteriorProblem } from '../workers/posterior/contract.ts';
import { PooledDraws } from '../workers/posterior/pooled-draws.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import { summarizePosterior } from '../workers/posterior/summarize-posterior.ts';
import {
  type KnownTasks,
  type KnownTier,
  type KnownVisit,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { openStream } from '../workers/random/random-stream.ts';

export interface NetworkKind {
  readonly what: string;
  readonly queuesPerTier: number;
  /** Numbers of servers, which the queues have in turn. */
  readonly servers: readonly number[];
  readonly discipline: 'FCFS' | 'RSS';
  /** Share of the tasks that are observed. */
  readonly share: number;
  /** Is it known how likely tasks choose each queue of a tier? Else that is estimated too. */
  readonly knownRoutes: boolean;
}

const TIERS = 3;
const TASKS = 1000;
/** Sweeps of each chain in a round, and the most rounds until the chains agree. */
const SWEEPS = 400;
const MOST_ROUNDS = 5;

/** One queue of one network: the mean service of its tasks, true and estimated. */
export interface Estimated {
  readonly truth: number;
  readonly estimate: number;
  /** The mean of those services alone that belong to observed tasks, were they written down. */
  readonly seen: number;
  /** Share of the draws below the truth. */
  readonly rank: number;
}

export interface NetworkResult {
  /** Estimates of all queues; none where no start was found. */
  readonly queues: readonly Estimated[];
  readonly agree: boolean;
  readonly sweeps: number;
  /** Processor time of one core, s. */
  readonly seconds: number;
}

/** Exponential services with utilizations from 0.5 to 0.9; one task per second. */
function tiersOf({ queuesPerTier, servers, discipline }: NetworkKind, seed: number): readonly KnownTier[] {
  const stream = openStream({ seed, replication: 0, node: 'utilization', purpose: 'service' });
  return Array.from({ length: TIERS }, (_, tier) => ({
    state: `TIER${tier + 1}`,
    queues: Array.from({ length: queuesPerTier }, (_, i) => {
      const count = servers[i % servers.length]!;
      const mean = (0.5 + 0.4 * stream.uniform()) * queuesPerTier * count;
      return {
        ...{ id: `Q${tier + 1}.${i + 1}`, servers: count, discipline },
        service: { distribution: 'exponential', mean },
      };
    }),
  }));
}

export function runNetwork(kind: NetworkKind, seed: number): NetworkResult {
  const started = process.cpuUsage();
  const tiers = tiersOf(kind, seed);
  const known = simulateTasks(tiers, poissonEntries(TASKS, 1, seed), seed);
  const table = observeTasks(known, kind.share, seed);
  const problem = problemOf(table, tiers, kind.knownRoutes);
  const records: ChainRecord[] = [];
  let agree = false;
  for (let round = 0; round < MOST_ROUNDS && !agree; round += 1) {
    const made = roundOf(problem, records.slice(-problem.chains), seed);
    if (!made) return { queues: [], agree, sweeps: 0, seconds: 0 };
    records.push(...made);
    agree = summarizePosterior(problem, records).kind === 'answer';
  }
  const draws = new PooledDraws(problem, records);
  const { user } = process.cpuUsage(started);
  return {
    queues: problem.queues.map(({ id }, i) =>
      estimatedOf(draws, i, visitsOf(known, id), new Set(table.task)),
    ),
    agree,
    sweeps: records.at(-1)!.end.sweeps,
    seconds: user / 1e6,
  };
}

function problemOf(tasks: TaskTable, tiers: readonly KnownTier[], knownRoutes: boolean): PosteriorProblem {
  const queues = tiers.flatMap((tier) =>
    tier.queues.map((queue) => ({ ...queue, ...(knownRoutes && { weight: 1 }) })),
  );
  const read = compileProblem({ tasks, queues, sweeps: SWEEPS });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

/** Undefined where a chain finds no start. */
function roundOf(
  problem: PosteriorProblem,
  before: readonly ChainRecord[],
  seed: number,
): readonly ChainRecord[] | undefined {
  const made = Array.from({ length: problem.chains }, (_, chain) => {
    const from = before[chain]?.end;
    return runChain(problem, chain, seed, from ? { from } : {});
  });
  const records = made.flatMap((record) => ('refused' in record ? [] : [record]));
  return records.length === made.length ? records : undefined;
}

const visitsOf = ({ visits }: KnownTasks, queue: string): readonly KnownVisit[] =>
  visits.flat().filter((visit) => visit.queue === queue);

const meanService = (visits: readonly KnownVisit[]): number =>
  visits.reduce((sum, { start, departure }) => sum + departure - start, 0) / visits.length;

/** The truth is that of the whole sample, as in the paper. */
function estimatedOf(
  draws: PooledDraws,
  i: number,
  visits: readonly KnownVisit[],
  observed: ReadonlySet<string>,
): Estimated {
  const truth = meanService(visits);
  const values = draws.valuesOf(draws.queueColumn(i, 2));
  return {
    truth,
    estimate: values.reduce((sum, value) => sum + value, 0) / values.length,
    seen: meanService(visits.filter(({ task }) => observed.has(`t${task + 1}`))),
    rank: values.filter((value) => value < truth).length / values.length,
  };
}

/** Pearson's correlation coefficient. */
export function correlationOf(pairs: readonly Estimated[], of: 'estimate' | 'seen' = 'estimate'): number {
  const mean = (value: (pair: Estimated) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const [x, y] = [mean(({ truth }) => truth), mean((pair) => pair[of])];
  const product = mean((pair) => (pair.truth - x) * (pair[of] - y));
  return product / Math.sqrt(mean(({ truth }) => (truth - x) ** 2) * mean((pair) => (pair[of] - y) ** 2));
}
