/** How fast the sampler of posteriors is, how its cost grows, and how long it takes until the chains agree. */

import type { ChainRun } from '../workers/posterior/chain-run.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import type { QueueOfTasks } from '../workers/posterior/contract.ts';
import { estimatePosterior } from '../workers/posterior/estimate-posterior.ts';
import { moveTime } from '../workers/posterior/move-time.ts';
import { runChain, startChain } from '../workers/posterior/run-chain.ts';
import {
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { openStream } from '../workers/random/random-stream.ts';
import { webRow } from './posterior-web.ts';
import { type BenchRow, median } from './row.ts';

/** Three tiers of three queues, 70 % busy, a quarter of the tasks observed. */
function problemOf(tasks: number, servers: number, sweeps: number) {
  const tiers = ['WEB', 'APP', 'DATA'].map((state) => ({
    state,
    queues: [1, 2, 3].map((i) => ({
      ...{ id: `${state}${i}`, servers },
      service: { distribution: 'exponential', mean: 2.1 * servers } as const,
    })),
  }));
  const known = simulateTasks(tiers, poissonEntries(tasks, 1, 1), 1);
  const queues: readonly QueueOfTasks[] = tiers.flatMap((tier) => tier.queues);
  const read = compileProblem({ tasks: observeTasks(known, 0.25, 1), queues, sweeps });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

function startOf(tasks: number, servers: number): ChainRun {
  const run = startChain(problemOf(tasks, servers, 100_000), 1, 1);
  if ('refused' in run) throw new Error(run.refused);
  return run;
}

/** As many sweeps as a round has by default. */
const MOST_ROUNDS = 16;
const SEEDS = 3;
/** Goal, s. */
const AGREE_GOAL = 10;

const cpuSeconds = (): number => process.cpuUsage().user / 1e6;

/** Updates of single times in a second of one core. */
function updatesPerSecond(servers: number): number {
  const { state } = startOf(1000, servers);
  const stream = openStream({ seed: 2, replication: 0, node: 'bench', purpose: 'service' });
  const hidden = Int32Array.from(state.hiddenTime.keys()).filter((e) => state.hiddenTime[e] === 1);
  let rate = 0;
  for (let round = 0; round < 6; round += 1) {
    const started = cpuSeconds();
    for (let sweep = 0; sweep < 100; sweep += 1) for (const e of hidden) moveTime(state, e, stream);
    rate = Math.max(rate, (100 * hidden.length) / (cpuSeconds() - started));
  }
  return rate;
}

/** CPU seconds of a sweep per event, the least of some. */
function sweepCost(tasks: number): number {
  const run = startOf(tasks, 1);
  let least = Number.POSITIVE_INFINITY;
  const repeats = Math.max(3, Math.round(3e5 / tasks));
  for (let round = 0; round < 3; round += 1) {
    const started = cpuSeconds();
    for (let sweep = 0; sweep < repeats / 3; sweep += 1) run.sweep();
    least = Math.min(least, (cpuSeconds() - started) / Math.ceil(repeats / 3));
  }
  return least / run.state.d.length;
}

interface Agreed {
  /** Processor time of one core, s. */
  readonly seconds: number;
  readonly sweeps: number;
  readonly agree: boolean;
}

/** The middle one of some seeds: how soon chains agree is a matter of chance too. */
async function timeToAgree(servers: number): Promise<Agreed> {
  const runs: Agreed[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) runs.push(await agreed(servers, seed));
  const middle = median(runs.map(({ seconds }) => seconds));
  return runs.find(({ seconds }) => seconds === middle)!;
}

async function agreed(servers: number, seed: number): Promise<Agreed> {
  const problem = problemOf(1000, servers, 125);
  const started = cpuSeconds();
  const report = await estimatePosterior(
    problem,
    async (chain, from) => runChain(problem, chain, seed, from ? { from } : {}),
    undefined,
    MOST_ROUNDS,
  );
  if ('refused' in report) throw new Error(report.refused);
  return { seconds: cpuSeconds() - started, sweeps: report.sweeps, agree: report.kind === 'answer' };
}

const million = (rate: number): string => `${(rate / 1e6).toFixed(2)} million`;

export async function benchPosterior(): Promise<BenchRow[]> {
  const [exact, slices] = [updatesPerSecond(1), updatesPerSecond(3)];
  const sizes = [250, 2500, 25_000, 250_000];
  const costs = sizes.map(sweepCost);
  const growth = costs.at(-1)! / costs[0]!;
  const one = await timeToAgree(1);
  const three = await timeToAgree(3);
  return [
    {
      what: 'exact updates of a time in a second of one core, one server',
      result: million(exact),
      goal: '5 million',
      pace: exact / 5e6,
    },
    {
      what: 'slice updates of a time in a second of one core, three servers',
      result: million(slices),
      goal: '1 million',
      pace: slices / 1e6,
    },
    {
      what: 'cost of a sweep per event with 10³, 10⁴, 10⁵ and 10⁶ events',
      result: `${costs.map((cost) => `${Math.round(cost * 1e9)} ns`).join(', ')}: ${growth.toFixed(1)} times as much`,
      goal: 'linear but for what caches of the processor hold: at most 5 times',
      met: growth <= 5,
    },
    ...[
      { what: 'one server', found: one },
      { what: 'three servers', found: three },
    ].map(({ what, found }) => ({
      what: `1,000 tasks, 4,000 events, 9 queues of ${what}, 25 % observed: until R-hat is below 1.1 (${found.sweeps} sweeps of four chains), on two cores, middle one of ${SEEDS} seeds`,
      result: `${(found.seconds / 2).toFixed(1)} s${found.agree ? '' : ', not yet'}`,
      goal: `under ${AGREE_GOAL} s`,
      pace: found.agree ? AGREE_GOAL / (found.seconds / 2) : 0,
    })),
    await webRow(),
  ];
}
