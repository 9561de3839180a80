/** Three-tier networks as in section 4.1 of Sutton & Jordan (2009), and what the sampler makes of the tasks that were seen. */
import type { PosteriorProblem, QueueOfTasks } from '../workers/contract/inferring.ts';
import { compileProblem } from '../workers/infer/compile-problem.ts';
import { agreementOf } from '../workers/infer/convergence.ts';
import { PooledDraws } from '../workers/infer/pooled-draws.ts';
import { runChain } from '../workers/infer/run-chain.ts';
import {
  type KnownTasks,
  type KnownTier,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/infer/task-network.test-support.ts';
import { openStream } from '../workers/random/random-stream.ts';

export interface NetworkKind {
  readonly what: string;
  readonly queuesPerTier: number;
  /** Each queue has one of these, in turn. */
  readonly servers: readonly number[];
  readonly discipline: 'FCFS' | 'RSS';
  readonly share: number;
}

const TIERS = 3;
const TASKS = 1000;
const CHAINS = 4;

/** One queue of one network: the mean service of its tasks, true and estimated. */
export interface Estimated {
  readonly truth: number;
  readonly estimate: number;
  readonly covered: boolean;
  /** Draws below the truth, of all, after thinning to independent ones. */
  readonly rank: number;
}

export interface NetworkResult {
  readonly queues: readonly Estimated[];
  readonly worstRHat: number;
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
        id: `Q${tier + 1}.${i + 1}`,
        servers: count,
        discipline,
        service: { law: 'exponential', mean },
      };
    }),
  }));
}

export function runNetwork(kind: NetworkKind, seed: number, sweeps: number): NetworkResult {
  const started = process.cpuUsage();
  const tiers = tiersOf(kind, seed);
  const known = simulateTasks(tiers, poissonEntries(TASKS, 1, seed), seed);
  const problem = problemOf(known, tiers, kind.share, seed, sweeps);
  const records = Array.from({ length: CHAINS }, (_, chain) => runChain(problem, chain, seed)).flatMap(
    (record) => ('refused' in record ? [] : [record]),
  );
  if (records.length === 0) return { queues: [], worstRHat: Number.POSITIVE_INFINITY, seconds: 0 };
  const draws = new PooledDraws(problem, records);
  const rHats = problem.queues.map((_, i) => agreementOf(draws.chainsOf(draws.queueColumn(i, 0))).rHat);
  const { user } = process.cpuUsage(started);
  return {
    queues: problem.queues.map(({ id }, i) => estimatedOf(draws, i, trueMean(known, id))),
    worstRHat: Math.max(...rHats),
    seconds: user / 1e6,
  };
}

function problemOf(
  known: KnownTasks,
  tiers: readonly KnownTier[],
  share: number,
  seed: number,
  sweeps: number,
): PosteriorProblem {
  const queues: readonly QueueOfTasks[] = tiers.flatMap((tier) => tier.queues);
  const read = compileProblem({ tasks: observeTasks(known, share, seed), queues, sweeps });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

/** Of the whole sample, as in the paper. */
function trueMean({ visits }: KnownTasks, queue: string): number {
  const mine = visits.flat().filter((visit) => visit.queue === queue);
  return mine.reduce((sum, { start, departure }) => sum + departure - start, 0) / mine.length;
}

function estimatedOf(draws: PooledDraws, i: number, truth: number): Estimated {
  const chains = draws.chainsOf(draws.queueColumn(i, 2));
  const values = Float64Array.from(chains.flatMap((chain) => [...chain])).sort();
  const below = values.filter((value) => value < truth).length / values.length;
  return {
    truth,
    estimate: values.reduce((sum, value) => sum + value, 0) / values.length,
    covered: below >= 0.025 && below <= 0.975,
    rank: below,
  };
}

/** Pearson's. */
export function correlationOf(pairs: readonly Estimated[]): number {
  const mean = (of: (pair: Estimated) => number): number =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [x, y] = [mean(({ truth }) => truth), mean(({ estimate }) => estimate)];
  const product = mean(({ truth, estimate }) => (truth - x) * (estimate - y));
  return (
    product / Math.sqrt(mean(({ truth }) => (truth - x) ** 2) * mean(({ estimate }) => (estimate - y) ** 2))
  );
}
