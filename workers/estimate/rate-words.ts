/**
 * Estimated rates as people read them: what each method is called, what it assumes and how it errs (docs/estimation.md,
 * verify/rates.md), and the columns of methods and phases on the page and on the terminal.
 */
import { distributionRate } from '../../core/distributions/index.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
import { formatInterval, formatSignedPercent } from '../../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../../core/quantities/table.ts';
import { fixedBatch } from '../../core/rules/bulk.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import {
  RATE_METHODS,
  RATE_TRAITS,
  type RateEstimate,
  type RateMethod,
  type RateOutcome,
  type RatePhase,
  type RateReport,
} from './contract.ts';

interface MethodWords {
  readonly title: string;
  readonly assumes: string;
  readonly bias: string;
}

export const METHOD_WORDS: Readonly<Record<RateMethod, MethodWords>> = {
  'busy-time': {
    title: 'Busy time',
    assumes: 'it is known for how long each period was blocked',
    bias: 'none; nine of ten runs are within 0.5 % of known rates at every utilization',
  },
  censored: {
    title: 'Censored likelihood',
    assumes: 'gamma service times, from counters exponential ones; a blocked period is a lower bound',
    bias: 'from counters none for exponential service, and no interval for other; from samples high as ρ falls from 0.9 to 0.2: 2 to 9 % for exponential service, several times as much where it varies more; the interval takes that in',
  },
  robust: {
    title: 'Robust mean',
    assumes: 'periods without blocking are like the others; outliers are few',
    bias: 'low where blocking is frequent: −7 % at ρ 0.9, −44 % at ρ 0.3',
  },
  median: {
    title: 'Median',
    assumes: 'periods without blocking are like the others',
    bias: 'low where blocking is frequent: −10 % at ρ 0.9, −40 % at ρ 0.3',
  },
  published: {
    title: 'Beard & Chamberlain',
    assumes: 'the 95 % quantile of filtered counts is the rate (2015)',
    bias: 'a quantile: high by up to 32 % with few items a period; low where blocking is frequent',
  },
};

export const METHOD_CHOICES = [
  { value: 'auto', label: 'Best for these data' },
  ...RATE_METHODS.map((method) => ({
    value: method,
    label: METHOD_WORDS[method].title,
    hint: METHOD_WORDS[method].assumes,
  })),
] as const;

/** Why the method that is taken by itself is the best one. */
export function whyBest({ chosen, busyShare }: RateReport): string {
  return RATE_TRAITS[chosen.method].measuresBlocked && busyShare !== undefined
    ? 'Busy time is taken: it is known for how long each period was blocked, and where rates are known nine of ten runs are within 0.5 % at every utilization.'
    : 'The censored likelihood is taken: blocked times were not measured, and of what goes without them it errs least on rates that are known.';
}

export const rateText = (rate: number): string => formatQuantity(rate, 'rate', { digits: 4 });

type Interval = Pick<RateEstimate, 'low' | 'high'>;

export const intervalText = ({ low, high }: Interval): string =>
  low === undefined || high === undefined ? 'no interval' : formatInterval([low, high], rateText);

/** What estimates are held against: the rate that an example was made with, else what the model says of the stage. */
export interface ReferenceRate {
  readonly name: 'true' | 'modelled';
  readonly rate: number;
}

/** Items per second of all servers of a stage, while they have work; of batches that are taken full. */
export const modelledRate = (stage: StageNode): number =>
  distributionRate(stage.service) * serverCountOf(stage) * fixedBatch(stage.bulk);

export const differenceText = (rate: number, reference: number): string =>
  formatSignedPercent(rate / reference - 1);

/** The rate and its interval; of methods that refuse none. */
export const rateColumns = <Row>(outcome: (row: Row) => RateOutcome): readonly Column<Row>[] => {
  const known = (row: Row): RateEstimate | undefined => {
    const one = outcome(row);
    return 'refused' in one ? undefined : one;
  };
  return [
    {
      ...{ id: 'rate', header: 'Rate', unit: 'items/s', kind: 'number' },
      value: (row) => known(row)?.rate,
      write: (row) => {
        const one = known(row);
        if (!one) return 'none';
        const notes = one.provisional ? { notes: ['provisional'] } : {};
        return { text: rateText(one.rate), title: String(one.rate), ...notes };
      },
    },
    {
      ...{ id: 'interval', header: '95 % interval', kind: 'number' },
      value: (row) => {
        const { low, high } = known(row) ?? {};
        return low === undefined || high === undefined ? '' : `${low} ${high}`;
      },
      write: (row) => {
        const one = known(row);
        return one ? intervalText(one) : '–';
      },
    },
  ];
};

export const againstColumn = <Row>(
  header: string,
  outcome: (row: Row) => RateOutcome,
  reference: (row: Row) => number | undefined,
): Column<Row> =>
  numberColumn(
    'against',
    header,
    (row) => {
      const [one, rate] = [outcome(row), reference(row)];
      return 'refused' in one || rate === undefined ? undefined : one.rate / rate - 1;
    },
    formatSignedPercent,
  );

/** All methods side by side. */
export const methodColumns = (reference: ReferenceRate | undefined): readonly Column<RateOutcome>[] => {
  const bias = (row: RateOutcome): string => ('refused' in row ? row.refused : METHOD_WORDS[row.method].bias);
  const itself = (row: RateOutcome): RateOutcome => row;
  return [
    { id: 'method', header: 'Method', value: ({ method }) => METHOD_WORDS[method].title },
    ...rateColumns(itself),
    ...(reference
      ? [
          {
            ...againstColumn(`Against ${reference.name}`, itself, () => reference.rate),
            unit: rateText(reference.rate),
          },
        ]
      : []),
    { id: 'assumes', header: 'Assumes', kind: 'words', value: ({ method }) => METHOD_WORDS[method].assumes },
    { id: 'bias', header: 'Bias', kind: 'words', value: bias },
  ];
};

/** Stretches of time with one rate each; times count from `start`. */
export const phaseColumns = (start: number): readonly Column<RatePhase>[] => {
  const time = (id: 'from' | 'to', header: string): Column<RatePhase> =>
    numberColumn(
      id,
      header,
      (phase) => phase[id] - start,
      (at) => formatQuantity(at, 'time', { digits: 4 }),
    );
  return [time('from', 'From'), time('to', 'To'), ...rateColumns<RatePhase>((phase) => phase)];
};
