/**
 * One row for each measure of a result: its key, symbol, words, dimension and meaning, and what has it. Tables of the
 * page, of the terminal, of files and of the report, goals, studies, comparisons and docs/measures.md are made from these.
 */

import type { Dimension } from '../quantities/quantity.ts';
import {
  formatHalfWidth,
  formatInterval,
  formatNumber,
  formatPercent,
  formatQuantity,
  type QuantityFormat,
} from '../quantities/quantity-format.ts';
import { inSentence } from '../scenario/fields.ts';
import type { Estimate, StageMeasures } from './measures.ts';

/** rate 1/s, time s, fraction 0..1, elements in the native unit, factor: a plain ratio, amount: whatever the study counts in. */
export type MeasureDimension = 'rate' | 'time' | 'fraction' | 'elements' | 'factor' | 'amount';

/** What can have a measure. */
export type MeasureOwner =
  | 'stage'
  | 'class at a stage'
  | 'network'
  | 'class'
  | 'path'
  | 'sink'
  | 'link'
  | 'group'
  | 'resource'
  | 'design';

/** Numbers of one stage that an answer, a simulation or a measurement holds under their own key. */
export type StageMeasure = Exclude<keyof StageMeasures<number>, 'occupancyDistribution' | 'byClass'>;
export type Percentile = 'p50' | 'p90' | 'p99' | 'p999';
type PercentileKey = `${'sojourn' | 'waiting'}${Uppercase<Percentile>}`;
export type MeasureKey =
  | StageMeasure
  | PercentileKey
  | 'loadPerServer'
  | 'heldFraction'
  | 'maxUtilization'
  | 'maxLoad'
  | 'saturationFactor'
  | 'share'
  | 'rate'
  | 'receivedRate'
  | 'backlog'
  | 'delay'
  | 'buffer'
  | 'servers'
  | 'cost';

export interface MeasureRow {
  /** As the papers write it. */
  readonly symbol: string;
  /** Head of a column; with a small first letter also in sentences: `1b: queue length`. */
  readonly label: string;
  /** What the number is of a network, class or path, where that has another name than at a stage. */
  readonly endToEnd?: string;
  readonly dimension: MeasureDimension;
  readonly of: readonly MeasureOwner[];
  /** One line: what it counts, and when it is known. */
  readonly help: string;
  /** Other names that goals accept, in small letters, without `mean`, hyphens and underscores. */
  readonly aliases?: readonly string[];
  /** Earlier words of studies, which goals still accept: at a stage, and of a network or class where those differ. */
  readonly formerWords?: readonly string[];
  /** What a goal means that asks for this of a whole network, without naming a stage. */
  readonly ofNetwork?: MeasureKey;
  /** However uncertain, a number below this is as good as 0. */
  readonly negligible?: number;
  /** Where answers hold it that do not hold it under its own key. */
  readonly percentile?: readonly ['sojourn' | 'waiting', Percentile];
  /** Only some answers tell it; not among the plain numbers of a stage. */
  readonly isApart?: true;
}

/** Queues below this many elements are short, whichever end of their interval is true. */
export const SHORT_QUEUE = 0.1;
/** Shares of time, and of elements, below this are as good as 0. */
export const NEGLIGIBLE_SHARE = 1e-3;

export const PERCENTILES = ['p50', 'p90', 'p99', 'p999'] as const satisfies readonly Percentile[];
/** `p99.9` as people write it. */
export const percentileName = (key: Percentile): string => (key === 'p999' ? 'p99.9' : key);

const AT_STAGE = ['stage', 'class at a stage'] as const;
const TIMES_AT = [...AT_STAGE, 'network', 'class', 'path'] as const;

const percentile = (
  time: 'sojourn' | 'waiting',
  key: Percentile,
): Pick<MeasureRow, 'symbol' | 'label' | 'dimension' | 'help' | 'formerWords' | 'percentile'> => {
  const name = percentileName(key);
  const what = time === 'sojourn' ? 'response time' : 'waiting time';
  return {
    symbol: `${time === 'sojourn' ? 'W' : 'Wq'} ${name}`,
    label: `${name} ${what}`,
    dimension: 'time',
    help: `The ${what} that ${name.slice(1)} % of the elements do not exceed.`,
    formerWords: [`${time} time, ${name.slice(1)} %`],
    percentile: [time, key],
  };
};
const sojourn = (key: Percentile) => ({
  ...percentile('sojourn', key),
  endToEnd: `${percentileName(key)} end-to-end latency`,
  of: TIMES_AT,
});
const waiting = (key: Percentile) => ({ ...percentile('waiting', key), of: AT_STAGE });

export const MEASURE_ROWS = {
  offeredRate: {
    symbol: 'λ offered',
    label: 'Offered rate',
    dimension: 'rate',
    of: AT_STAGE,
    help: 'Arrivals per second, with those that are lost.',
    formerWords: ['arrivals offered'],
  },
  arrivalRate: {
    symbol: 'λ',
    label: 'Arrival rate',
    dimension: 'rate',
    of: AT_STAGE,
    help: 'Arrivals per second that enter the stage.',
    formerWords: ['arrivals'],
  },
  throughput: {
    symbol: 'X',
    label: 'Throughput',
    dimension: 'rate',
    of: [...AT_STAGE, 'network', 'class', 'sink'],
    help: 'Elements served per second; of a network, a class or a sink, elements that come to a sink, and of a closed class cycles.',
    aliases: ['throughput', 'x', 'output rate'],
    ofNetwork: 'throughput',
  },
  outputRate: {
    symbol: 'λ out',
    label: 'Output rate',
    dimension: 'rate',
    of: AT_STAGE,
    help: 'Elements per second that leave for the next nodes, after the filter.',
    formerWords: ['output'],
  },
  lossRate: {
    symbol: 'λ lost',
    label: 'Loss rate',
    dimension: 'rate',
    of: [...AT_STAGE, 'network'],
    help: 'Arrivals per second that are lost.',
    aliases: ['losses', 'loss rate', 'drops'],
    formerWords: ['losses', 'losses'],
    ofNetwork: 'lossRate',
  },
  lossProbability: {
    symbol: 'P lost',
    label: 'Loss probability',
    dimension: 'fraction',
    of: AT_STAGE,
    help: 'Share of the offered arrivals that is lost.',
    aliases: ['loss', 'loss probability', 'ploss', 'drop probability'],
    negligible: NEGLIGIBLE_SHARE,
  },
  utilization: {
    symbol: 'ρ',
    label: 'Utilization',
    dimension: 'fraction',
    of: [...AT_STAGE, 'resource'],
    help: 'Share of the servers’ time spent serving; of a shared resource, share of its units in use.',
    aliases: ['ρ', 'rho', 'utilization', 'utilisation', 'load', 'busy'],
    ofNetwork: 'maxUtilization',
    negligible: NEGLIGIBLE_SHARE,
  },
  blockedFraction: {
    symbol: 'blocked',
    label: 'Servers blocked',
    dimension: 'fraction',
    of: ['stage'],
    help: 'Share of the servers’ time holding finished elements that cannot move on, since the stage behind is full.',
    formerWords: ['blocked'],
  },
  starvedFraction: {
    symbol: 'idle',
    label: 'Idle (starved)',
    dimension: 'fraction',
    of: ['stage'],
    help: 'Share of the servers’ time with nothing to serve.',
    formerWords: ['starved'],
  },
  meanQueueLength: {
    symbol: 'N_Q',
    label: 'Queue length',
    dimension: 'elements',
    of: AT_STAGE,
    help: 'Mean elements that wait for a server (L_q).',
    aliases: ['queue length', 'nq', 'lq'],
    formerWords: ['mean queue length'],
    negligible: SHORT_QUEUE,
  },
  meanOccupancy: {
    symbol: 'N_G',
    label: 'Number in system',
    dimension: 'elements',
    of: [...AT_STAGE, 'group'],
    help: 'Mean elements in the stage: waiting, in service and blocked (L); of a group, in all its stages.',
    aliases: ['occupancy', 'number in system', 'n', 'ng', 'l', 'queue', 'number'],
    formerWords: ['mean occupancy'],
    negligible: SHORT_QUEUE,
  },
  fullProbability: {
    symbol: 'P full',
    label: 'Full probability',
    dimension: 'fraction',
    of: ['stage'],
    help: 'Share of the time that the stage is full.',
    negligible: NEGLIGIBLE_SHARE,
  },
  backPressureProbability: {
    symbol: 'P_BP',
    label: 'Full-queue probability',
    dimension: 'fraction',
    of: ['stage'],
    help: 'Share of the time that the stage is full, so that its senders are blocked or arrivals lost; of an unbounded model with a capacity K beside it P[N ≥ K].',
    aliases: [
      ...['pbp', 'pk', 'backpressure', 'backpressure probability', 'blocking', 'blocking probability'],
      ...['full', 'p full', 'full probability', 'p full probability'],
    ],
    formerWords: ['back-pressure probability'],
    negligible: NEGLIGIBLE_SHARE,
  },
  meanSojournTime: {
    symbol: 'W',
    label: 'Response time',
    endToEnd: 'End-to-end latency',
    dimension: 'time',
    of: TIMES_AT,
    help: 'Mean time from entering to leaving the stage; of a network, a class or a path, to the sink, and of a closed class the mean time of a cycle. What a dataflow stage makes of several tokens is as old as the youngest of them.',
    aliases: [
      'sojourn',
      'sojourn time',
      'latency',
      'end to end latency',
      'endtoend latency',
      'delay',
      'response',
      'response time',
      'w',
    ],
    formerWords: ['mean sojourn time', 'mean sojourn time'],
    ofNetwork: 'meanSojournTime',
  },
  sojournP50: sojourn('p50'),
  sojournP90: sojourn('p90'),
  sojournP99: sojourn('p99'),
  sojournP999: sojourn('p999'),
  meanWaitingTime: {
    symbol: 'Wq',
    label: 'Waiting time',
    dimension: 'time',
    of: AT_STAGE,
    help: 'Mean time from entering the stage to the start of service.',
    aliases: ['waiting', 'waiting time', 'wait', 'wq'],
    formerWords: ['mean waiting time'],
  },
  waitingP50: waiting('p50'),
  waitingP90: waiting('p90'),
  waitingP99: waiting('p99'),
  waitingP999: waiting('p999'),
  loadPerServer: {
    isApart: true,
    symbol: 'ρ offered',
    label: 'Offered utilization',
    dimension: 'factor',
    of: ['stage', 'resource'],
    help: 'Offered load per server, or per unit of a resource: what saturates at 1, and may exceed it.',
    formerWords: ['load per server', 'load per unit'],
  },
  heldFraction: {
    isApart: true,
    symbol: 'held',
    label: 'Arrivals blocked',
    dimension: 'fraction',
    of: ['stage'],
    help: 'Share of the time that an arrival waits for a slot of a full stage; of replays.',
  },
  maxUtilization: {
    symbol: 'max ρ',
    label: 'Largest utilization',
    dimension: 'fraction',
    of: ['network'],
    help: 'The largest utilization of all stages and shared resources.',
  },
  maxLoad: {
    symbol: 'max ρ offered',
    label: 'Largest offered utilization',
    dimension: 'factor',
    of: ['network'],
    help: 'The largest offered load per server of all stages, or per unit of all resources.',
    formerWords: ['largest load per server'],
  },
  saturationFactor: {
    symbol: '× input',
    label: 'Load multiplier at saturation',
    dimension: 'factor',
    of: ['network'],
    help: 'All sources times this bring the bottleneck to an offered utilization of 1.',
    formerWords: ['input at saturation, times'],
  },
  share: {
    symbol: 'share',
    label: 'Share',
    dimension: 'fraction',
    of: ['path'],
    help: 'Share of the elements that come to a sink on this path.',
  },
  rate: {
    symbol: 'λ',
    label: 'Rate',
    dimension: 'rate',
    of: ['link'],
    help: 'Elements per second over the link, in the sender’s unit.',
  },
  receivedRate: {
    symbol: 'λ',
    label: 'Received rate',
    dimension: 'rate',
    of: ['link'],
    help: 'The flow of the link in the receiver’s unit, after its expansion factor.',
  },
  backlog: {
    isApart: true,
    symbol: 'N max',
    label: 'Backlog bound',
    dimension: 'elements',
    of: ['stage'],
    help: 'There are never more elements in the stage (network calculus).',
  },
  delay: {
    isApart: true,
    symbol: 'W max',
    label: 'Delay bound',
    endToEnd: 'End-to-end delay bound',
    dimension: 'time',
    of: ['stage', 'path'],
    help: 'No element ever stays longer (network calculus).',
  },
  buffer: {
    symbol: 'ΣK',
    label: 'Total capacity',
    dimension: 'amount',
    of: ['design'],
    help: 'Slots of all stages that have a capacity.',
    formerWords: ['places of all queues'],
  },
  servers: {
    symbol: 'Σc',
    label: 'Servers',
    dimension: 'amount',
    of: ['design'],
    help: 'Servers of all stages.',
  },
  cost: {
    symbol: 'cost',
    label: 'Cost',
    dimension: 'amount',
    of: ['design'],
    help: 'Sum of servers and slots by the prices of the study.',
  },
} as const satisfies Record<MeasureKey, MeasureRow>;

export const measureRow = (key: MeasureKey): MeasureRow => MEASURE_ROWS[key];

/** All keys, in the order of the rows. */
export const MEASURE_KEYS = Object.keys(MEASURE_ROWS) as readonly MeasureKey[];

/** The plain numbers of a stage, in reading order. */
export const STAGE_MEASURES: readonly StageMeasure[] = MEASURE_KEYS.filter(isStageMeasure);

function isStageMeasure(key: MeasureKey): key is StageMeasure {
  const { of, percentile: isTime, isApart } = measureRow(key);
  return of.includes('stage') && !isTime && !isApart;
}

/** A measure in a sentence. `owner`: of what, where that is no stage. */
export const measureWords = (key: MeasureKey, owner: MeasureOwner = 'stage'): string =>
  inSentence(measureLabel(key, owner));

export function measureLabel(key: MeasureKey, owner: MeasureOwner = 'stage'): string {
  const { label, endToEnd = label } = measureRow(key);
  return owner === 'network' || owner === 'class' || owner === 'path' ? endToEnd : label;
}

interface QuantilePair {
  /** Share of the time above the quantile, 0 to 1. */
  readonly share: number;
  readonly predicted: number;
  readonly measured: number;
}

/** Such as `99.9 % quantile 55 predicted, 21 measured`. */
export const quantileWords = ({ share, predicted, measured }: QuantilePair): string =>
  `${formatPercent(1 - share)} quantile ${formatNumber(predicted)} predicted, ${formatNumber(measured)} measured`;

/** Head of a column; the symbol behind it, where it says more than the word. */
export function measureHead(key: MeasureKey): { readonly header: string; readonly unit?: string } {
  const { label, symbol } = measureRow(key);
  return { header: label, ...(symbol !== label.toLowerCase() && { unit: symbol }) };
}

type Percentiles<T> = Readonly<Partial<Record<Percentile, T>>>;

/** What an answer (`T` a number) or a simulation (`T` an estimate) knows of a stage or of a class there. */
export type StageNumbers<T> = Readonly<Partial<Record<StageMeasure | 'loadPerServer', T>>> & {
  readonly sojournPercentiles?: Percentiles<T>;
  readonly waitingPercentiles?: Percentiles<T>;
};

export type StageKey = StageMeasure | PercentileKey | 'loadPerServer';

/** Undefined where it is not known. */
export function readStage<T>(numbers: StageNumbers<T> | undefined, key: StageKey): T | undefined {
  const { percentile: time } = measureRow(key);
  if (time)
    return (time[0] === 'sojourn' ? numbers?.sojournPercentiles : numbers?.waitingPercentiles)?.[time[1]];
  return numbers?.[key as StageMeasure | 'loadPerServer'];
}

export type Span = readonly [low: number, high: number];

/** What a number is written with; `QuantityFormat` without bytes. */
export type MeasureFormat = Pick<QuantityFormat, 'unit' | 'timeUnit' | 'leastInUnit' | 'digits'>;

/** Shares and numbers of elements below these are written as about 0; the full number is behind them. */
const AS_GOOD_AS_NONE: Partial<Readonly<Record<MeasureDimension, number>>> = {
  fraction: 1e-9,
  elements: 1e-6,
};

const QUANTITY: Readonly<Record<MeasureDimension, Dimension>> = {
  rate: 'rate',
  time: 'time',
  fraction: 'probability',
  elements: 'number',
  factor: 'number',
  amount: 'number',
};

/** Three digits with prefix and unit. Counts are written without their unit, which heads name. */
export function formatMeasure(
  value: number,
  dimension: MeasureDimension,
  format: MeasureFormat = {},
): string {
  if (value > 0 && value < (AS_GOOD_AS_NONE[dimension] ?? 0)) return '≈ 0';
  return formatQuantity(
    value,
    QUANTITY[dimension],
    dimension === 'time' ? { ...format, unit: undefined } : format,
  );
}

/** `386 ± 2 %`. */
export const formatMeasured = (
  estimate: Estimate,
  dimension: MeasureDimension,
  format?: MeasureFormat,
): string => `${formatMeasure(estimate.mean, dimension, format)} ${formatHalfWidth(estimate)}`;

/** `205 … 599`. */
export const formatSpan = (span: Span, dimension: MeasureDimension, format?: MeasureFormat): string =>
  formatInterval(span, (value) => formatMeasure(value, dimension, format));

/** Unit of a measure as a column head of a file says it. */
export function measureUnit(dimension: MeasureDimension, unit = 'element'): string {
  return { rate: `${unit}/s`, time: 's', fraction: '1', elements: unit, factor: '1', amount: '1' }[dimension];
}
