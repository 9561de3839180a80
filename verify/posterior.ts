/** The tables of `npm run verify posterior`: synthetic networks whose services are known, estimated from some of their tasks. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  correlationOf,
  type Estimated,
  type NetworkKind,
  type NetworkResult,
  runNetwork,
} from './posterior-networks.ts';

/** Networks of each kind. */
const NETWORKS = 6;
const BINS = 10;

const SEVERAL = [2, 3, 4];
const SHARES = [0.25, 0.5];
const twice = (
  what: string,
  queuesPerTier: number,
  servers: readonly number[],
  discipline: 'FCFS' | 'RSS',
): readonly NetworkKind[] =>
  SHARES.map((share) => ({ what, queuesPerTier, servers, discipline, share, knownRoutes: true }));

/** 72 networks, and 12 of them again with routes that are not known. */
const KINDS: readonly NetworkKind[] = [
  ...twice('9 queues, 1 server', 3, [1], 'FCFS'),
  ...twice('9 queues, 2 to 4 servers', 3, SEVERAL, 'FCFS'),
  ...twice('30 queues, 1 server', 10, [1], 'FCFS'),
  ...twice('30 queues, 2 to 4 servers', 10, SEVERAL, 'FCFS'),
  ...twice('9 queues, random selection', 3, [1], 'RSS'),
  ...twice('30 queues, random selection', 10, [1], 'RSS'),
];
const UNKNOWN_ROUTES: readonly NetworkKind[] = [KINDS[0]!, KINDS[4]!].map((kind) => ({
  ...kind,
  what: `${kind.what}, shares of the queues not known`,
  knownRoutes: false,
}));

interface Row {
  readonly kind: NetworkKind;
  readonly results: readonly NetworkResult[];
  readonly pairs: readonly Estimated[];
}

/** Networks that belong together, and the correlation hoped for. */
interface Pool {
  readonly what: string;
  readonly goal: number;
  readonly holds: (kind: NetworkKind) => boolean;
}

const isServers = ({ discipline }: NetworkKind): boolean => discipline === 'FCFS';
const POOLS: readonly Pool[] = [
  { what: 'K servers, all (published: 0.905)', goal: 0.905, holds: isServers },
  {
    what: 'K servers, 9 queues, 25 % observed',
    goal: 0.97,
    holds: (kind) => isServers(kind) && kind.queuesPerTier === 3 && kind.share === 0.25,
  },
  {
    what: 'K servers, 9 queues, 50 % observed',
    goal: 0.99,
    holds: (kind) => isServers(kind) && kind.queuesPerTier === 3 && kind.share === 0.5,
  },
  {
    what: 'K servers, 30 queues, 25 % observed',
    goal: 0.92,
    holds: (kind) => isServers(kind) && kind.queuesPerTier === 10 && kind.share === 0.25,
  },
  { what: 'random selection, all (published: 0.864)', goal: 0.92, holds: (kind) => !isServers(kind) },
];

export function verifyPosterior(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const rows = KINDS.map(rowOf);
  const unknown = UNKNOWN_ROUTES.map(rowOf);
  const pools = POOLS.map((pool) => ({
    ...pool,
    pairs: rows.filter(({ kind }) => pool.holds(kind)).flatMap(({ pairs }) => pairs),
  }));
  const lines = [
    'Three tiers of queues, exponential services, utilizations from 0.5 to 0.9, 1,000 tasks (4,000 events), priors that say',
    'nothing. Which way a hidden task took is not known, but how likely it takes each queue of a tier is, as in the paper (section',
    '2.2: the states and p(q | state) are defined in advance). Four chains from starts apart, in rounds of 400 sweeps until they',
    'agree, five at most; the first half of the sweeps is dropped. Networks whose chains do not agree by then count too; a user',
    'would be shown no answer for them.',
    '',
    '## Estimated against true mean service times',
    '',
    'Pooled as in figure 4 of Sutton & Jordan (2009), each queue of each network a point; the truth is the mean of all services',
    'that the queue gave.',
    '',
    line(['networks', 'queues', 'correlation', 'goal', 'met']),
    line(Array.from({ length: 5 }, () => '---')),
    ...pools.map(({ what, goal, pairs }) => {
      const found = correlationOf(pairs);
      return line([what, pairs.length, found.toFixed(3), goal, found >= goal ? 'yes' : '**no**']);
    }),
    '',
    '## By kind of network',
    '',
    `${NETWORKS} networks in each row. A correlation says how large the errors are against the *spread* of the truths (standard`,
    'deviation over mean): where all queues have one server the truths differ little, and the same error gives a smaller one. For',
    'comparison *seen*: the same for the mean of those services that belong to observed tasks, were they written down one by one,',
    'which a trace of arrivals and departures does not do.',
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...[...rows, ...unknown].map((row) => line(cellsOf(row))),
    '',
    '## Ranks of the truth among the draws',
    '',
    'In tenths: as many in each where the posterior is right (simulation-based calibration over random networks); more at both',
    'ends where the intervals are too narrow, or draws hang together so much that they say less than their number. χ² has nine',
    'degrees of freedom: 16.9 is passed by chance once in twenty. The rows *all* stand apart by how much was observed, since the',
    'networks of both are the same: a rank at 25 % goes with that at 50 %, and counted twice they are not independent.',
    '',
    line(['network', 'observed', ...Array.from({ length: BINS }, (_, i) => `${i}`), 'χ²']),
    line(Array.from({ length: BINS + 3 }, () => '---')),
    ...rows.map(({ kind, pairs }) => line([kind.what, percent(kind.share), ...ranksOf(pairs)])),
    ...SHARES.map((share) =>
      line([
        ...['all', percent(share)],
        ...ranksOf(rows.filter(({ kind }) => kind.share === share).flatMap(({ pairs }) => pairs)),
      ]),
    ),
  ];
  return { lines, failed: pools.some(({ pairs, goal }) => !(correlationOf(pairs) >= goal)) };
}

function rowOf(kind: NetworkKind): Row {
  const results = Array.from({ length: NETWORKS }, (_, i) => keptNetwork(kind, 1 + i));
  const row = { kind, results, pairs: results.flatMap(({ queues }) => queues) };
  process.stderr.write(`${line(cellsOf(row))}\n`);
  return row;
}

/** Results stay in the folder POSTERIOR_RESULTS, if there is one, so that a run that was stopped goes on. */
function keptNetwork(kind: NetworkKind, seed: number): NetworkResult {
  const folder = process.env.POSTERIOR_RESULTS;
  if (folder === undefined) return runNetwork(kind, seed);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${kind.what}, ${percent(kind.share)}, ${seed}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(runNetwork(kind, seed)));
  return JSON.parse(readFileSync(file, 'utf8')) as NetworkResult;
}

const HEAD = [
  ...['network', 'observed', 'correlation', 'seen', 'spread', 'median error', 'root mean square', 'bias'],
  ...['95 % intervals hold', 'chains agree in', 'sweeps', 'CPU per network'],
];

function cellsOf({ kind, results, pairs }: Row): readonly (string | number)[] {
  const errors = pairs.map(({ truth, estimate }) => estimate / truth - 1);
  const sizes = errors.map(Math.abs).sort((x, y) => x - y);
  const truths = pairs.map(({ truth }) => truth);
  const spread = Math.sqrt(meanOf(truths.map((truth) => truth ** 2)) / meanOf(truths) ** 2 - 1);
  const held = pairs.filter(({ rank }) => rank >= 0.025 && rank <= 0.975);
  return [
    ...[kind.what, percent(kind.share), correlationOf(pairs).toFixed(3)],
    ...[correlationOf(pairs, 'seen').toFixed(3), percent(spread), percent(sizes[sizes.length >> 1]!)],
    ...[percent(Math.sqrt(meanOf(errors.map((error) => error ** 2)))), percent(meanOf(errors))],
    percent(held.length / pairs.length),
    `${results.filter(({ agree }) => agree).length} of ${results.length}`,
    Math.round(meanOf(results.map(({ sweeps }) => sweeps))),
    `${meanOf(results.map(({ seconds }) => seconds)).toFixed(1)} s`,
  ];
}

/** How many truths have which rank, and how far that is from as many each. */
function ranksOf(pairs: readonly Estimated[]): readonly (string | number)[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const { rank } of pairs) counts[Math.min(BINS - 1, Math.floor(rank * BINS))]! += 1;
  const expected = pairs.length / BINS;
  const distance = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return [...counts, distance.toFixed(1)];
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
