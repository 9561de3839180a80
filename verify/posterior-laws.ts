/** Services of other distributions than the exponential, and wrong numbers of servers: what is told of them, and what is not believed. */

import type { ServiceDistribution } from '../core/distributions/index.ts';
import { checkModel } from '../workers/posterior/check-model.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import { isBelieved } from '../workers/posterior/posterior-words.ts';
import {
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { drawUntilAgreed, holds, knownTimes } from './posterior-draws.ts';

interface LawKind {
  readonly what: string;
  readonly law: (mean: number) => ServiceDistribution;
  readonly servers: number;
  /** As the sampler is told. */
  readonly told: number;
  /** Shares of the tasks that are observed. */
  readonly shares?: readonly number[];
}

const one = { servers: 1, told: 1 };
const exponential = (mean: number): ServiceDistribution => ({ distribution: 'exponential', mean });
const constant = (mean: number): ServiceDistribution => ({ distribution: 'deterministic', mean });
const KINDS: readonly LawKind[] = [
  { what: 'constant', law: constant, ...one },
  { what: 'constant, 3 servers', law: constant, servers: 3, told: 3, shares: [1, 0.5] },
  { what: 'Erlang, 4 phases', law: (mean) => ({ distribution: 'erlang', mean, shape: 4 }), ...one },
  { what: 'exponential', law: exponential, ...one },
  { what: 'exponential, 3 servers', law: exponential, servers: 3, told: 3 },
  { what: 'log-normal, scv 2', law: (mean) => ({ distribution: 'lognormal', mean, scv: 2 }), ...one },
  {
    what: 'Pareto, shape 2.5',
    law: (mean) => ({ distribution: 'pareto', scale: 0.6 * mean, shape: 2.5 }),
    ...one,
  },
  {
    what: 'two values, 1 to 10.3',
    law: (mean) => ({
      ...{ distribution: 'empirical', edges: [0.29, 0.31, 3.05, 3.15].map((edge) => edge * mean) },
      weights: [0.75, 0, 0.25],
    }),
    ...one,
  },
  {
    what: 'three values, 1 to 12, each with 2 % of jitter',
    law: (mean) => ({
      ...{
        distribution: 'empirical',
        edges: [1, 3, 12].flatMap((value) => [0.98, 1.02].map((side) => (side * value * mean) / 3.8)),
      },
      weights: [0.5, 0, 0.3, 0, 0.2],
    }),
    ...one,
  },
  { what: 'exponential, 1 server told as 4', law: exponential, servers: 1, told: 4 },
];

interface LawResult {
  readonly families: readonly string[];
  readonly believed: boolean;
  readonly agree: boolean;
  readonly held: number;
  readonly intervals: number;
  readonly seconds: number;
}

const TASKS = 800;
const SWEEPS = 250;
const MOST_ROUNDS = 8;
const NETWORKS = 2;
const SHARES = [1, 0.5, 0.25];
/** Share of the intervals of answers that are believed. */
const LEAST_HELD = 0.92;

/** Two queues one after the other, 60 and 70 % busy. */
function runLaw({ law, servers, told }: LawKind, share: number, seed: number): LawResult {
  const started = process.cpuUsage();
  const tiers = [
    { state: 'A', queues: [{ id: 'a', servers, service: law(0.6 * servers) }] },
    { state: 'B', queues: [{ id: 'b', servers, service: law(0.7 * servers) }] },
  ];
  const known = simulateTasks(tiers, poissonEntries(TASKS, 1, seed), seed);
  const queues = ['a', 'b'].map((id) => ({ id, servers: told }));
  const read = compileProblem({ tasks: observeTasks(known, share, seed), queues, sweeps: SWEEPS });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const problem = checkModel(read.value, seed, true);
  if ('refused' in problem) throw new Error(problem.refused);
  const { agree, draws } = drawUntilAgreed(problem, seed, MOST_ROUNDS);
  const numbers = problem.queues.flatMap((_, i) => Object.values(knownTimes(problem, i, draws, known)));
  return {
    ...{ agree, held: numbers.filter(holds).length, intervals: numbers.length },
    families: problem.queues.map(({ family }) => family),
    believed: isBelieved(problem.check!),
    seconds: process.cpuUsage(started).user / 1e6,
  };
}

/** The table of `npm run verify posterior-laws`. */
export function verifyLaws(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const rows = KINDS.flatMap((kind) =>
    (kind.shares ?? SHARES).map((share) => {
      const results = Array.from({ length: NETWORKS }, (_, i) => runLaw(kind, share, 1 + i));
      const cells = [kind.what, percent(share), ...cellsOf(results)];
      process.stderr.write(`${line(cells)}\n`);
      return { kind, cells, results };
    }),
  );
  const answered = rows.flatMap(({ results }) => results.filter(({ agree, believed }) => agree && believed));
  const [held, intervals] = [
    sumOf(answered.map((one) => one.held)),
    sumOf(answered.map((one) => one.intervals)),
  ];
  return {
    lines: [
      `Two queues one after the other, 60 and 70 % busy, ${TASKS} tasks, ${NETWORKS} networks in each row. The family of each queue is chosen by the services of visits that were seen, and the model`,
      'checked by them and by held-out tasks. Intervals are those of the mean service and the mean wait of each queue; where the model is not believed a user is',
      'shown none, and the row says in how many they would hold.',
      '',
      line(HEAD),
      line(HEAD.map(() => '---')),
      ...rows.map(({ cells }) => line(cells)),
      '',
      `Of the answers that are believed, ${held} of ${intervals} intervals (${percent(held / intervals)}) hold the truth.`,
    ],
    failed:
      rows.some(
        ({ kind, results }) => kind.told !== kind.servers && results.some(({ believed }) => believed),
      ) ||
      rows.some(
        ({ kind, results }) => kind.what === 'exponential' && results.some(({ believed }) => !believed),
      ) ||
      held < LEAST_HELD * intervals,
  };
}

const HEAD = [
  ...['services', 'observed', 'families chosen', 'believed', 'chains agree in', '95 % intervals hold'],
  'CPU per network',
];

function cellsOf(results: readonly LawResult[]): readonly (string | number)[] {
  const count = (of: (result: LawResult) => boolean): string =>
    `${results.filter(of).length} of ${results.length}`;
  return [
    results.map(({ families }) => families.join(', ')).join('; '),
    count(({ believed }) => believed),
    count(({ agree }) => agree),
    `${sumOf(results.map((one) => one.held))} of ${sumOf(results.map((one) => one.intervals))}`,
    `${(sumOf(results.map(({ seconds }) => seconds)) / results.length).toFixed(1)} s`,
  ];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
