/** Fitted distributions, station models and calibrated numbers as people read them, on the page and on the terminal. */

import { distributionMean, labelOf } from '../../core/distributions/index.ts';
import {
  formatMeasure,
  MEASURE_ROWS,
  type MeasureKey,
  measureRow,
  measureWords,
} from '../../core/measures/measure-rows.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
import { formatInterval, formatNumber, formatSigned } from '../../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../../core/quantities/table.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { NumberParameter } from '../../core/study/parameter.ts';
import { findParameter } from '../../core/study/parameters.ts';
import type {
  CalibratedParameter,
  CalibrationAnswer,
  CalibrationResidual,
  DistributionFit,
  FittedParameter,
  StationFit,
} from './contract.ts';

const TIMES: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'scale']);
const WORDS: Readonly<Record<string, string>> = {
  probabilities: 'share',
  rates: 'rate',
  phases: 'phases',
  scv: 'SCV',
};

/** `mean = 2.03 ms (1.98 ms … 2.09 ms)`. */
export function parameterText({ name, value, low, high }: FittedParameter): string {
  const { word, base } = namedPart(name);
  const show = (x: number): string => {
    if (TIMES.has(base)) return formatQuantity(x, 'time');
    return base === 'rates' ? formatQuantity(x, 'rate') : formatNumber(x);
  };
  const interval = low === undefined || high === undefined ? '' : ` (${formatInterval([low, high], show)})`;
  return `${word} = ${show(value)}${interval}`;
}

/** `rates[1]` is the rate of the second branch: `rate 2`. */
function namedPart(name: string): { readonly word: string; readonly base: string } {
  const match = /^(\w+)\[(\d+)\]$/.exec(name);
  if (!match) return { word: WORDS[name] ?? name, base: name };
  return { word: `${WORDS[match[1]!] ?? match[1]!} ${Number(match[2]) + 1}`, base: match[1]! };
}

/** The numbers of a distribution with their intervals. */
export const numbersText = ({ distribution, parameters }: DistributionFit): string =>
  'weights' in distribution
    ? `${distribution.weights.length} bins, mean ${formatQuantity(parameters[0]!.value, 'time')}`
    : parameters.map(parameterText).join('; ');

/** Every digit. */
export const numbersDigits = ({ parameters }: DistributionFit): string =>
  parameters
    .map(
      ({ name, value, low, high }) =>
        `${name} ${[value, low, high].filter((x) => x !== undefined).join(' ')}`,
    )
    .join('; ');

const REJECTED = 0.05;

/** `fits`: best first. */
export const distributionColumns = (fits: readonly DistributionFit[]): readonly Column<DistributionFit>[] => [
  { id: 'distribution', header: 'Distribution', value: ({ family }) => labelOf(family) },
  {
    ...numberColumn<DistributionFit>(
      'bic',
      'BIC',
      ({ bic }) => bic,
      (bic) => formatNumber(bic - fits[0]!.bic),
    ),
    unit: 'above the best',
  },
  numberColumn('ks', 'KS', ({ kolmogorovSmirnov }) => kolmogorovSmirnov),
  {
    ...{ id: 'p', header: 'p', kind: 'number', value: ({ p }) => p },
    write: ({ p }) =>
      p !== undefined && p < REJECTED
        ? { text: `✕ ${formatNumber(p)}`, title: 'The data contradict this distribution.', tone: 'bad' }
        : formatNumber(p),
  },
  {
    ...{ id: 'numbers', header: 'Numbers', unit: '95 %', kind: 'words' },
    value: numbersDigits,
    write: numbersText,
  },
];

/** For files and the terminal. */
export const furtherColumns = (fits: readonly DistributionFit[]): readonly Column<DistributionFit>[] => [
  numberColumn('free', 'Free numbers', ({ free }) => free),
  {
    ...numberColumn<DistributionFit>(
      'aic',
      'AIC',
      ({ aic }) => aic,
      (aic) => formatNumber(aic - Math.min(...fits.map((fit) => fit.aic))),
    ),
    unit: 'above the least',
  },
  numberColumn('andersonDarling', 'A²', ({ andersonDarling }) => andersonDarling),
];

export const stationName = ({ model, capacity }: StationFit): string =>
  capacity === undefined ? model : `${model}, K = ${capacity}`;

/** `fits`: best first. `isTimed`: the rate of arrivals was measured; else times are not known. */
export const stationColumns = (
  fits: readonly StationFit[],
  isTimed: boolean,
): readonly Column<StationFit>[] => [
  { id: 'model', header: 'Model', value: stationName },
  {
    ...numberColumn<StationFit>('bic', 'BIC', ({ bic }) => bic - fits[0]!.bic),
    unit: 'above the best',
  },
  numberColumn('load', 'Load', ({ load }) => load),
  numberColumn('scv', 'SCV', ({ scv }) => scv),
  ...(isTimed
    ? [
        numberColumn<StationFit>(
          'service',
          'Service',
          ({ service }) => distributionMean(service),
          (mean) => formatQuantity(mean, 'time'),
        ),
      ]
    : []),
  numberColumn('ks', 'KS', ({ kolmogorovSmirnov }) => kolmogorovSmirnov),
  { ...numberColumn<StationFit>('off', 'Off by', ({ wasserstein }) => wasserstein), unit: 'elements' },
];

export const parameterWords = ({ words, phrase = words }: NumberParameter): string => phrase;

export const parameterQuantity = ({ dimension, unit }: NumberParameter, value: number, digits = 3): string =>
  formatQuantity(value, dimension, { digits, ...(unit !== undefined && { unit }) });

function parameterIn(scenario: Scenario, path: string): NumberParameter | undefined {
  const found = findParameter(scenario, path);
  return found.ok && found.value.parameter.kind === 'number' ? found.value.parameter : undefined;
}

export const PROFILED = 'Followed along the profile of the sum of squares: the model is bent here.';
const SLOPES = 'From the slopes of the model at the values found.';

export function valueColumns(scenario: Scenario): readonly Column<CalibratedParameter>[] {
  const show = (path: string, value: number): string => {
    const parameter = parameterIn(scenario, path);
    return parameter ? parameterQuantity(parameter, value, 4) : formatNumber(value, 4);
  };
  const number = (id: 'before' | 'value', header: string): Column<CalibratedParameter> =>
    numberColumn(
      id,
      header,
      (row) => row[id],
      (value, { path }) => show(path, value),
    );
  return [
    {
      ...{ id: 'number', header: 'Number', kind: 'words' },
      value: ({ path }) => path,
      write: ({ path }) => {
        const parameter = parameterIn(scenario, path);
        return parameter ? parameterWords(parameter) : path;
      },
    },
    number('before', 'Before'),
    number('value', 'Found'),
    {
      ...{ id: 'interval', header: '95 %', kind: 'number' },
      value: ({ low, high }) => (low === undefined ? '' : `${low} ${high}`),
      write: ({ path, low, high, profiled }) =>
        low === undefined || high === undefined
          ? 'not identifiable'
          : {
              text: `${formatInterval([low, high], (value) => show(path, value))}${profiled ? ' *' : ''}`,
              title: profiled ? PROFILED : SLOPES,
            },
    },
    {
      ...{ id: 'bound', header: 'Bound' },
      value: ({ bound }) => bound ?? '',
      write: ({ bound }) =>
        bound ? { text: `✕ at its ${bound === 'low' ? 'lowest' : 'highest'}`, tone: 'bad' } : '',
    },
  ];
}

const DISTRIBUTIONS = {
  occupancyDistribution: 'occupancy',
  queueLengthDistribution: 'occupancy of the queue',
} as const;

export const quantityWords = (quantity: string): string =>
  quantity in DISTRIBUTIONS
    ? DISTRIBUTIONS[quantity as keyof typeof DISTRIBUTIONS]
    : quantity in MEASURE_ROWS
      ? measureWords(quantity as MeasureKey)
      : quantity;

/** Standard errors beyond which a quantity contradicts the model. */
const FAR = 3;

/** What was measured against the model, before a calibration and after it. */
export function residualColumns({ nodes }: Scenario): readonly Column<CalibrationResidual>[] {
  const number = (id: 'measured' | 'before' | 'predicted', header: string): Column<CalibrationResidual> =>
    numberColumn(
      id,
      header,
      (row) => row[id],
      (value, { quantity, stage }) => {
        const node = nodes.find((one) => one.id === stage);
        const dimension =
          quantity in DISTRIBUTIONS ? 'elements' : measureRow(quantity as MeasureKey).dimension;
        return formatMeasure(value, dimension, { unit: node && 'unit' in node ? node.unit : undefined });
      },
    );
  return [
    { id: 'quantity', header: 'Quantity', value: ({ quantity }) => quantityWords(quantity) },
    {
      ...{ id: 'stage', header: 'Stage', value: ({ stage }) => stage },
      write: ({ stage }) => nodes.find(({ id }) => id === stage)?.name ?? stage,
    },
    number('measured', 'Measured'),
    number('before', 'Before'),
    number('predicted', 'Now'),
    {
      ...{ id: 'errors', header: 'Off by', unit: 'errors', kind: 'number' },
      value: ({ errors }) => errors,
      write: ({ errors }) => {
        const text = formatSigned(Math.round(100 * errors) / 100);
        return Math.abs(errors) > FAR ? { text: `✕ ${text}`, title: String(errors), tone: 'bad' } : text;
      },
    },
  ];
}

export const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Beyond this the one can hardly be known without the other. */
const STRONG = 0.9;

/** Numbers that are hardly known apart; of those that the data determine, the others are named elsewhere. */
export const correlationSentences = (
  { correlation, parameters }: Pick<CalibrationAnswer, 'correlation' | 'parameters'>,
  wordsOf: (path: string) => string,
): readonly string[] =>
  correlation.flatMap((row, i) =>
    row.flatMap((r, j) =>
      j < i && Math.abs(r) > STRONG && parameters[i]!.low !== undefined && parameters[j]!.low !== undefined
        ? [
            `${capital(wordsOf(parameters[j]!.path))} and ${wordsOf(parameters[i]!.path)} are correlated by ${formatNumber(r, 2)}: what moves one moves the other.`,
          ]
        : [],
    ),
  );
