/** The table of `npm run verify posterior`: synthetic networks whose services are known, estimated from some of their tasks. */
import {
  correlationOf,
  type Estimated,
  type NetworkKind,
  type NetworkResult,
  runNetwork,
} from './posterior-networks.ts';

interface Planned extends NetworkKind {
  readonly networks: number;
  readonly sweeps: number;
  /** Correlation hoped for. */
  readonly goal: number;
}

const SEVERAL = [2, 3, 4];
const kind = (
  what: string,
  queuesPerTier: number,
  servers: readonly number[],
  discipline: 'FCFS' | 'RSS',
  goals: readonly [number, number],
  sweeps: number,
): readonly Planned[] =>
  [0.25, 0.5].map((share, i) => ({
    ...{ what, queuesPerTier, servers, discipline, share, sweeps },
    ...{ networks: 6, goal: goals[i]! },
  }));

/** 72 networks in all. */
const KINDS: readonly Planned[] = [
  ...kind('9 queues, 1 server', 3, [1], 'FCFS', [0.97, 0.99], 600),
  ...kind('9 queues, 2 to 4 servers', 3, SEVERAL, 'FCFS', [0.97, 0.99], 400),
  ...kind('9 queues, random selection', 3, [1], 'RSS', [0.92, 0.92], 400),
  ...kind('30 queues, 1 server', 10, [1], 'FCFS', [0.92, 0.92], 400),
  ...kind('30 queues, 2 to 4 servers', 10, SEVERAL, 'FCFS', [0.92, 0.92], 400),
  ...kind('30 queues, random selection', 10, [1], 'RSS', [0.9, 0.9], 400),
];

/** Networks of each row that a run makes. */
const NETWORKS = Number(process.env.POSTERIOR_NETWORKS ?? 6);
const BINS = 10;

interface Row {
  readonly plan: Planned;
  readonly results: readonly NetworkResult[];
  readonly pairs: readonly Estimated[];
}

export function verifyPosterior(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const rows = KINDS.map((plan): Row => {
    const results = Array.from({ length: Math.min(NETWORKS, plan.networks) }, (_, i) =>
      runNetwork(plan, 1 + i, plan.sweeps),
    );
    const row = { plan, results, pairs: results.flatMap(({ queues }) => queues) };
    process.stderr.write(`${line(cellsOf(row))}\n`);
    return row;
  });
  const lines = [
    'Three tiers of queues, exponential services, utilizations from 0.5 to 0.9, 1,000 tasks (4,000 events), priors that say',
    'nothing; routes of hidden tasks are not known. The truth is the mean service of all tasks of a queue. Published, over all',
    'sizes and shares: correlation 0.905 for G/G/K, 0.864 for random selection (Sutton & Jordan 2009, figure 4). Four chains',
    'from starts apart, the first half of the sweeps dropped; the column says how many networks were made (POSTERIOR_NETWORKS in',
    'each row, 6 by default). All runs count, also those whose chains do not agree yet, which a user would not be shown.',
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map((row) => line(cellsOf(row))),
    '',
    '## Ranks of the truth among the draws',
    '',
    'In tenths: as many in each where the posterior is right (simulation-based calibration over random networks); more at both',
    'ends where the intervals are too narrow.',
    '',
    line(['network', 'observed', ...Array.from({ length: BINS }, (_, i) => `${i}`)]),
    line(Array.from({ length: BINS + 2 }, () => '---')),
    ...rows.map(({ plan, pairs }) => line([plan.what, percent(plan.share), ...histogram(pairs)])),
  ];
  return { lines, failed: rows.some(({ plan, pairs }) => !(correlationOf(pairs) >= plan.goal)) };
}

const HEAD = [
  ...['network', 'observed', 'networks', 'sweeps', 'correlation', 'goal', 'median error', 'bias'],
  ...['95 % intervals hold', 'chains agree in', 'CPU per network'],
];

function cellsOf({ plan, results, pairs }: Row): readonly (string | number)[] {
  const errors = pairs.map(({ truth, estimate }) => estimate / truth - 1);
  const sizes = errors.map(Math.abs).sort((x, y) => x - y);
  const agree = results.filter(({ worstRHat }) => worstRHat <= 1.1).length;
  return [
    ...[plan.what, percent(plan.share), results.length, plan.sweeps],
    ...[correlationOf(pairs).toFixed(3), plan.goal, percent(sizes[sizes.length >> 1]!)],
    percent(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    percent(pairs.filter(({ covered }) => covered).length / pairs.length),
    `${agree} of ${results.length}`,
    `${(results.reduce((sum, { seconds }) => sum + seconds, 0) / results.length).toFixed(1)} s`,
  ];
}

function histogram(pairs: readonly Estimated[]): readonly number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const { rank } of pairs) counts[Math.min(BINS - 1, Math.floor(rank * BINS))]! += 1;
  return counts;
}

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
