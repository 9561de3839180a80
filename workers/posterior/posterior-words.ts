/** Numbers and tables of a posterior as people read them, on the page and on the terminal. */

import { formatQuantity } from '../../core/quantities/quantity.ts';
import { formatInterval, formatPercent } from '../../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../../core/quantities/table.ts';
import { picksAtRandom } from '../../core/rules/discipline.ts';
import type { WhatIfCase } from '../../core/study/what-if.ts';
import {
  type Convergence,
  type DistributionFamily,
  type Interval,
  MOST_R_HAT,
  type ModelCheck,
  type PathPosterior,
  type PosteriorAnswer,
  type QueuePosterior,
  type WhatIfRow,
  type WhatIfSpread,
} from './contract.ts';

/** Families of distributions that a chain can estimate; only a mixture has a number of components. */
export const FAMILIES = {
  exponential: { label: 'Exponential', hint: 'one number; mixes best' },
  gamma: { label: 'Gamma', hint: 'mean and variability; from constant to bursty' },
  lognormal: { label: 'Lognormal', hint: 'mean and variability; a long tail' },
  mixture: {
    label: 'Mixture of exponentials',
    hint: 'light and heavy tasks',
    isBuiltUp: true,
    hasComponents: true,
  },
  pareto: { label: 'Pareto', hint: 'a least time, and a heavy tail above it', isBuiltUp: true },
  discrete: { label: 'Discrete', hint: 'constant, or a few values', isBuiltUp: true },
} as const satisfies Readonly<
  Record<
    DistributionFamily,
    {
      readonly label: string;
      readonly hint: string;
      /** Stated by other numbers than its mean. */
      readonly isBuiltUp?: true;
      readonly hasComponents?: true;
    }
  >
>;

/** Does a scenario state the mean of such a distribution as a number of its own? */
export const statesMean = (family: DistributionFamily): boolean => !('isBuiltUp' in FAMILIES[family]);

export const hasComponents = (family: DistributionFamily): boolean => 'hasComponents' in FAMILIES[family];

/** Where the model does not explain tasks that the chains did not see, what it says of its own certainty is worth nothing. */
export const isBelieved = ({ states, services, orders }: ModelCheck): boolean =>
  [...states, ...services].every(({ fits }) => fits !== 'no') && orders.every(({ fits }) => fits);

export const timeText = (seconds: number): string => formatQuantity(seconds, 'time');

/** A share with its interval: one decimal, which is as much as an interval is worth. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.0005 ? formatPercent(share) : `${Math.round(1000 * share) / 10} %`;

export const rangeText = ({ low, high }: Interval, write: (value: number) => string): string =>
  Number.isNaN(low) ? 'withheld' : formatInterval([low, high], write);

/** Three digits behind the point, as R-hat is read. */
export const rHatText = (rHat: number): string =>
  Number.isFinite(rHat) ? rHat.toFixed(rHat < 10 ? 3 : 0) : 'no agreement at all';

/** The mean, and its interval beside it. */
const intervalColumns = <Row>(
  id: string,
  header: string,
  of: (row: Row) => Interval,
  write: (value: number) => string,
): readonly Column<Row>[] => [
  numberColumn(id, header, (row) => of(row).mean, write),
  {
    ...{ id: `${id} interval`, header: '95 %', kind: 'number' },
    value: (row) => (Number.isNaN(of(row).low) ? 'withheld' : `${of(row).low} ${of(row).high}`),
    write: (row) => rangeText(of(row), write),
  },
];

const MORE: Readonly<Record<QueuePosterior['moreServers'], string>> = {
  help: 'will help',
  'no help': 'will not help',
  'not known': 'not known',
};

/** Queue by queue: how long services take, how long tasks wait, and whether more servers would help. */
export const queueColumns: readonly Column<QueuePosterior>[] = [
  {
    ...{ id: 'queue', header: 'Queue', value: ({ id }) => id },
    write: ({ id, servers, discipline }) => ({
      text: id,
      notes: [
        picksAtRandom({ discipline })
          ? '1 server, random'
          : `${servers} ${servers === 1 ? 'server' : 'servers'}`,
      ],
    }),
  },
  ...intervalColumns<QueuePosterior>('service', 'Mean service', ({ meanService }) => meanService, timeText),
  ...intervalColumns<QueuePosterior>('waiting', 'Waiting', ({ waitingTime }) => waitingTime, timeText),
  numberColumn(
    'waitsMore',
    'P(waits more)',
    ({ waitsMore }) => waitsMore,
    (share) => (Number.isNaN(share) ? 'withheld' : shareText(share)),
  ),
  { id: 'more', header: 'More servers', value: ({ moreServers }) => MORE[moreServers] },
];

export type SharePart = 'service' | 'waiting';
export const SHARE_PARTS: readonly SharePart[] = ['service', 'waiting'];

/** Where the time of all tasks went, and that of the slowest hundredth of them. */
export interface ShareRow {
  readonly state: string;
  readonly part: SharePart;
  readonly all: Interval;
  readonly slowest: Interval;
}

export const shareRows = ({ whole, slowest }: PosteriorAnswer): readonly ShareRow[] =>
  whole.states.flatMap((shares, i) =>
    SHARE_PARTS.map((part) => ({
      ...{ state: shares.name, part },
      ...{ all: shares[part], slowest: slowest[i]![part] },
    })),
  );

export const shareColumns: readonly Column<ShareRow>[] = [
  { id: 'of', header: 'Time in', value: ({ state, part }) => `${state} ${part}` },
  ...intervalColumns<ShareRow>('all', 'All', ({ all }) => all, shareText),
  ...intervalColumns<ShareRow>('slowest', 'Slowest 1 %', ({ slowest }) => slowest, shareText),
];

/** The ways that tasks took. */
export const pathColumns: readonly Column<PathPosterior>[] = [
  { id: 'path', header: 'Path', value: ({ states }) => states.join(' → ') },
  { id: 'observed', header: 'Observed', kind: 'number', value: ({ observed }) => observed },
  ...intervalColumns<PathPosterior>('share', 'Of all tasks', ({ share }) => share, shareText),
];

/** Whether the chains agree on each number that was looked at. */
export const convergenceColumns: readonly Column<Convergence>[] = [
  { id: 'what', header: 'Of', value: ({ what }) => what },
  {
    ...{ id: 'rHat', header: 'R-hat', kind: 'number', value: ({ rHat }) => rHat },
    write: ({ rHat }) =>
      rHat <= MOST_R_HAT
        ? { text: rHatText(rHat), title: String(rHat) }
        : { text: `✕ ${rHatText(rHat)}`, title: String(rHat), tone: 'bad' },
  },
  numberColumn(
    'effective',
    'Effective draws',
    ({ effectiveSize }) => effectiveSize,
    (size) => Math.round(size).toLocaleString('en'),
  ),
];

/** What would be. */

/** What is asked where nothing is: relief where tasks wait longest, and half the load. */
export function usualQuestions({ queues }: Pick<PosteriorAnswer, 'queues'>): readonly WhatIfCase[] {
  const longest = queues.reduce((most, one) => (one.waitingTime.mean > most.waitingTime.mean ? one : most));
  const { id: queue, servers } = longest;
  return [
    [{ kind: 'servers', queue, servers: servers + 1 }],
    [{ kind: 'service', queue, times: 0.5 }],
    [{ kind: 'load', times: 0.5 }],
  ];
}

const NO_STEADY_STATE = 'no steady state';
const amount = (seconds: number): string =>
  seconds === Number.POSITIVE_INFINITY ? NO_STEADY_STATE : timeText(seconds);

export const spreadText = (spread: WhatIfSpread): string => {
  const range = rangeOf(spread);
  return range === undefined ? amount(spread.middle) : `${amount(spread.middle)} (${range})`;
};

/** Undefined where it is withheld, or says nothing more than the middle. */
const rangeOf = ({ low, high }: WhatIfSpread): string | undefined =>
  Number.isNaN(low) || low === high ? undefined : formatInterval([low, high], amount);

const spreadColumn = (
  id: string,
  header: string,
  of: (row: WhatIfRow) => WhatIfSpread,
): Column<WhatIfRow> => ({
  ...{ id, header, kind: 'number', value: (row) => `${of(row).middle} ${of(row).low} ${of(row).high}` },
  write: (row) => {
    const range = rangeOf(of(row));
    return { text: amount(of(row).middle), ...(range !== undefined && { notes: [`(${range})`] }) };
  },
});

/** A row for each question, as it is first: percentiles of these tasks, and of a long run. */
export const whatIfColumns: readonly Column<WhatIfRow>[] = [
  { id: 'case', header: 'What if', value: ({ words }) => words },
  spreadColumn('p50', 'p50', ({ these }) => these.p50),
  spreadColumn('p95', 'p95', ({ these }) => these.p95),
  spreadColumn('p99', 'p99', ({ these }) => these.p99),
  spreadColumn('saved', 'p95 less by', ({ saved }) => saved),
  spreadColumn('longP50', 'Long run p50', ({ longRun }) => longRun.p50),
  spreadColumn('longP95', 'p95', ({ longRun }) => longRun.p95),
  numberColumn(
    'unstable',
    'Overloaded',
    ({ unstable }) => unstable,
    (share) => formatPercent(share),
  ),
];
