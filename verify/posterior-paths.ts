/** Networks whose tasks take several paths, of which those of hidden tasks are not known: do chains agree, and do intervals hold? */

import { compileProblem } from '../workers/posterior/compile-problem.ts';
import { intervalOf } from '../workers/posterior/pooled-draws.ts';
import {
  type KnownPath,
  type KnownTier,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { drawUntilAgreed, holds, type KnownNumber, knownTimes } from './posterior-draws.ts';

interface PathKind {
  readonly what: string;
  readonly tiers: readonly KnownTier[];
  readonly paths: readonly KnownPath[];
}

interface PathResult {
  readonly agree: boolean;
  readonly sweeps: number;
  /** How many of the `intervals` of mean services, mean waits and tasks by path hold the truth. */
  readonly held: number;
  readonly intervals: number;
  /** Relative errors of the mean services: estimate over truth, less 1. */
  readonly errors: readonly number[];
  /** Processor time of one core, s. */
  readonly seconds: number;
}

const TASKS = 1000;
const SWEEPS = 250;
/** Most rounds: 2,000 sweeps in all. */
const MOST_ROUNDS = 8;

const exponential = (id: string, mean: number, servers = 1) => ({
  id,
  servers,
  service: { distribution: 'exponential', mean } as const,
});

/** Each tier has one queue; `load` scales the services, which are 70 % busy at 1. One task per second. */
const pathKinds = (load: number): readonly PathKind[] => [
  {
    what: 'two types, 60 and 40 %',
    tiers: [
      { state: 'FRONT', queues: [exponential('front', 0.7 * load)] },
      { state: 'CART', queues: [exponential('cart', 1.15 * load)] },
      { state: 'SEARCH', queues: [exponential('search', 3.5 * load, 2)] },
    ],
    paths: [
      { tiers: [0, 1], share: 0.6 },
      { tiers: [0, 2], share: 0.4 },
    ],
  },
  {
    what: 'cache, 70 % hits',
    tiers: [
      { state: 'FRONT', queues: [exponential('front', 0.7 * load)] },
      { state: 'CACHE', queues: [exponential('cache', 0.5 * load)] },
      { state: 'DB', queues: [exponential('db', 2.3 * load)] },
    ],
    paths: [
      { tiers: [0, 1], share: 0.7 },
      { tiers: [0, 1, 2], share: 0.3 },
    ],
  },
  {
    what: 'retries, 30 %',
    tiers: [
      { state: 'FRONT', queues: [exponential('front', 0.5 * load)] },
      { state: 'PAY', queues: [exponential('pay1', 0.98 * load), exponential('pay2', 0.98 * load)] },
    ],
    // Geometric: each try is followed by another one with 30 %.
    paths: [1, 2, 3, 4, 5, 6].map((tries) => ({
      tiers: [0, ...Array.from({ length: tries }, () => 1)],
      share: 0.7 * 0.3 ** (tries - 1),
    })),
  },
];

function runPaths({ tiers, paths }: PathKind, share: number, seed: number): PathResult {
  const started = process.cpuUsage();
  const known = simulateTasks(tiers, poissonEntries(TASKS, 1, seed), seed, paths);
  const read = compileProblem({
    ...{ tasks: observeTasks(known, share, seed), sweeps: SWEEPS },
    queues: tiers.flatMap(({ queues }) => queues),
  });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const problem = read.value;
  const { agree, sweeps, draws } = drawUntilAgreed(problem, seed, MOST_ROUNDS);
  const times = problem.queues.map((_, i) => knownTimes(problem, i, draws, known));
  const taken = problem.paths.map(({ states }, path): KnownNumber => {
    const way = states.map((state) => problem.states[state]).join(' ');
    return {
      truth: known.visits.filter((steps) => steps.map(({ state }) => state).join(' ') === way).length,
      values: draws.valuesOf(draws.pathColumn(path)),
    };
  });
  const numbers = [...times.flatMap(({ service, wait }) => [service, wait]), ...taken];
  return {
    ...{ agree, sweeps, held: numbers.filter(holds).length, intervals: numbers.length },
    errors: times.map(({ service }) => intervalOf(service.values).mean / service.truth - 1),
    seconds: process.cpuUsage(started).user / 1e6,
  };
}

const SHARES = [0.25, 0.5];
const LOADS = [
  { what: '70 % busy', load: 1 },
  { what: '21 % busy', load: 0.3 },
];
const NETWORKS = 4;
/** Least share of the intervals that must hold the truth. */
const LEAST_HELD = 0.9;

/** The table of `npm run verify posterior-paths`. */
export function verifyPaths(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const rows = LOADS.flatMap(({ what: busy, load }) =>
    pathKinds(load).flatMap((kind) =>
      SHARES.map((share) => {
        const results = Array.from({ length: NETWORKS }, (_, i) => runPaths(kind, share, 1 + i));
        const row = { cells: [kind.what, busy, percent(share), ...cellsOf(results)], results };
        process.stderr.write(`${line(row.cells)}\n`);
        return row;
      }),
    ),
  );
  const all = rows.flatMap(({ results }) => results);
  const [held, intervals] = [sumOf(all.map((one) => one.held)), sumOf(all.map((one) => one.intervals))];
  const agree = all.filter((one) => one.agree).length;
  return {
    lines: [
      `Each network has ${TASKS} tasks, of which only the observed ones show their path. Four chains in rounds of ${SWEEPS} sweeps until they agree,`,
      `${MOST_ROUNDS * SWEEPS} sweeps at most. Intervals are those of the mean service and the mean wait of each queue, and of how many tasks took each path.`,
      '',
      line(HEAD),
      line(HEAD.map(() => '---')),
      ...rows.map(({ cells }) => line(cells)),
      '',
      `Chains agree in ${agree} of ${all.length} networks; ${held} of ${intervals} intervals (${percent(held / intervals)}) hold the truth.`,
    ],
    failed: agree < all.length || held / intervals < LEAST_HELD,
  };
}

const HEAD = [
  ...['network', 'queues', 'observed', 'chains agree in', 'sweeps', '95 % intervals hold'],
  ...['root mean square error of services', 'CPU per network'],
];

function cellsOf(results: readonly PathResult[]): readonly (string | number)[] {
  const errors = results.flatMap((one) => one.errors);
  const mean = (values: readonly number[]): number => sumOf(values) / values.length;
  return [
    `${results.filter(({ agree }) => agree).length} of ${results.length}`,
    Math.round(mean(results.map(({ sweeps }) => sweeps))),
    `${sumOf(results.map(({ held }) => held))} of ${sumOf(results.map(({ intervals }) => intervals))}`,
    percent(Math.sqrt(mean(errors.map((error) => error ** 2)))),
    `${mean(results.map(({ seconds }) => seconds)).toFixed(1)} s`,
  ];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
