/** The verdict on a virtual queue in words and as a table, for the tab, the report and the terminal. */

import { formatQuantity } from '../../core/quantities/quantity.ts';
import { formatInterval, formatNumber, formatPercent } from '../../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../../core/quantities/table.ts';
import {
  type AssumptionCheck,
  type CheckStatus,
  type ModelReplay,
  type OpenBetween,
  type PartDistances,
  type PartTest,
  type PredictedNumber,
  type PredictedPart,
  QUEUE_PARTS,
  type QueuePart,
  type ServiceEvidence,
  type TriedRepair,
  type VerdictOutcome,
  type VirtualQueueJudgement,
} from './contract.ts';
import type { SeenFlush } from './measured-bus.ts';

interface OutcomeWords {
  readonly shape: string;
  readonly title: string;
  readonly note: string;
}

export const OUTCOMES: Readonly<Record<VerdictOutcome, OutcomeWords>> = {
  consistent: { shape: '○', title: 'Consistent', note: 'not rejected' },
  negligible: { shape: '◐', title: 'Detectable but negligible', note: 'no chance, and too small to matter' },
  inconsistent: { shape: '✕', title: 'Inconsistent', note: 'do not trust the prediction' },
  undecidable: {
    shape: '◌',
    title: 'Not decidable',
    note: 'with these data a wrong model would look the same',
  },
};

export const CHECK_WORDS: Readonly<Record<CheckStatus, readonly [shape: string, word: string]>> = {
  holds: ['✓', 'holds'],
  slight: ['◐', 'slight'],
  broken: ['✕', 'broken'],
  unknown: ['?', 'not known'],
};

export const ASSUMPTIONS: Readonly<Record<AssumptionCheck['assumption'], string>> = {
  insertions: 'Insertions are independent',
  departures: 'Services are independent',
  cross: 'Services do not depend on insertions',
  latency: 'Latency of the channel',
  clocks: 'Both ends have one clock',
  drift: 'The load does not drift between frames',
};

export const PART_TITLES: Readonly<Record<QueuePart, string>> = {
  tail: 'Tail, at the sender',
  head: 'Head, at the receiver',
  whole: 'Whole queue',
};

export const EVIDENCE_WORDS: Readonly<Record<ServiceEvidence | 'given', string>> = {
  service: 'measured services',
  availTime: 'departure gaps, from when an element was there',
  nonBlocked: 'departure gaps after which the next element was already there',
  all: 'all departure gaps',
  given: 'a given distribution',
};

const MODELS = {
  ideal: { name: 'ideal queue', short: 'ideal' },
  tandem: { name: 'tandem with the bus', short: 'tandem' },
} as const;

export interface NamedReplay {
  readonly name: string;
  /** Beside a curve. */
  readonly short: string;
  readonly replay: ModelReplay;
  /** With the insertions in their measured order. */
  readonly isTraced: boolean;
}

/** In the order in which they are drawn and told. */
export function namedReplays({ replays, inOrder, order }: VirtualQueueJudgement): readonly NamedReplay[] {
  const named = replays.map((replay) => ({ ...MODELS[replay.model], replay, isTraced: false }));
  if (!inOrder) return named;
  const name =
    order?.insertions === 'last'
      ? `last ${counted(order.count)} insertions as traced`
      : 'insertions as traced';
  return [...named, { name, short: 'as traced', replay: inOrder, isTraced: true }];
}

/** The best model that there is decides. */
export const decidingReplay = ({ replays }: VirtualQueueJudgement): ModelReplay => replays.at(-1)!;

export const modelName = ({ model }: ModelReplay): string => MODELS[model].name;

/** What the replay with traced insertions adds; nothing where it says the same. */
export function orderSentence(judgement: VirtualQueueJudgement): string | undefined {
  const { inOrder } = judgement;
  const { outcome } = decidingReplay(judgement).verdict;
  if (!inOrder || outcome !== 'inconsistent') return undefined;
  const traced = inOrder.verdict.outcome;
  if (traced === 'undecidable') return undefined;
  if (traced === 'consistent' || traced === 'negligible')
    return 'With the insertions in their measured order the same model is consistent with the data: the cause is their order, which the replay shuffles.';
  return 'With the insertions in their measured order the same model is rejected too: their order is not the only cause.';
}

/** How much of the trace the replay in order and the truth are of; nothing where no order was kept. */
export function orderNote({ order, truth, checks }: VirtualQueueJudgement): string | undefined {
  if (!order) return undefined;
  const count = counted(order.count);
  // A reading of the clocks is there where the file was read: then it is not the file that is missing.
  const isAligned = checks.every(({ assumption, status }) => assumption !== 'clocks' || status === 'holds');
  const needed = isAligned ? 'the file' : 'ends that are timed by one clock: align them';
  if (order.insertions === 'last')
    return `The measurement keeps the order of its last ${count} insertions only, of ${counted(order.of ?? order.count)}: “as traced” repeats these and is not judged, and what was inside at each time is not known. Both need ${needed}.`;
  if (!truth || !isAligned)
    return `The measurement keeps the order of all its ${count} insertions. What was inside at each time needs ${needed}.`;
  return order.insertions === 'first'
    ? `The file has more: the truth and “as traced” are of its first ${count} insertions.`
    : `The truth and “as traced” are of all ${count} insertions, read again from the file.`;
}

/** What a number of the whole queue hangs on, as the end of a clause; empty where nothing is open. */
export function conditionText(open: OpenBetween | undefined): string {
  if (!open) return '';
  return Number.isFinite(open.time)
    ? ` without another ${formatQuantity(open.time, 'time')} over the bus`
    : ' if the channel has no latency, which was not measured';
}

/**
 * What was asked for, in one line each: occupancy and times through the queue, as predicted; and as seen, where they were. A model
 * that is believed can still miss one of these numbers: then the line says so, and not the verdict on the whole.
 */
export function answerSentences(judgement: VirtualQueueJudgement): readonly string[] {
  const { queue, truth, trueLatency, isAligned } = judgement;
  const { parts, latency, verdict, openBetween } = decidingReplay(judgement);
  const whole = OUTCOMES[verdict.outcome].title.toLowerCase();
  const isBelieved = verdict.outcome === 'consistent' || verdict.outcome === 'negligible';
  const line = (
    what: string,
    { mean, low, high }: PredictedNumber,
    seen: number | undefined,
    text: (value: number) => string,
  ): string => {
    const isMissed = isBelieved && seen !== undefined && (seen < low || seen > high);
    const outcome = isMissed ? 'missed, though the model as a whole is not rejected' : whole;
    const condition = seen === undefined || isAligned ? conditionText(openBetween) : '';
    const traced =
      seen === undefined ? '' : `; from the trace${condition && ', on the same condition,'} ${text(seen)}`;
    return `${what} of ${queue} = ${text(mean)} (${formatInterval([low, high], text)})${condition}, ${outcome}${traced}.`;
  };
  const time = (value: number): string => formatQuantity(value, 'time');
  return [
    line('Mean occupancy', parts.whole!, truth?.whole?.mean, formatNumber),
    line('Mean latency', latency, trueLatency?.mean, time),
    ...latency.percentiles.map((one, at) =>
      line(`p${one.percentage} latency`, one, trueLatency?.percentiles[at]?.value, time),
    ),
  ];
}

/** What was tried instead of a model that was refused, best first; nothing where nothing was. */
export function repairSentences({ repairs = [] }: VirtualQueueJudgement): readonly string[] {
  if (repairs.length === 0) return [];
  const isMended = ({ replay }: TriedRepair): boolean =>
    replay.verdict.outcome === 'consistent' || replay.verdict.outcome === 'negligible';
  const helps = repairs.filter(isMended);
  const others = repairs.filter((one) => !isMended(one)).map(repairName);
  const rest =
    others.length > 0 ? `${helps.length > 0 ? 'Not with' : 'Tried and refused too:'} ${listed(others)}.` : '';
  if (helps.length === 0) return [`No change that was tried mends the model. ${rest}`];
  return [
    ...helps.map((one, at) => {
      const { mean, low, high } = one.replay.parts.whole!;
      const { title } = OUTCOMES[one.replay.verdict.outcome];
      return `${at === 0 ? 'What would mend it' : 'Or'}: ${repairName(one)}. ${title} then, p = ${one.replay.verdict.p.toFixed(2)}, with a mean of the whole of ${formatNumber(mean)} (${formatInterval([low, high])}).`;
    }),
    `${helps.length > 1 ? 'Which of them is true the data do not say' : 'That the data agree with it is no proof'}; look at the system.${rest === '' ? '' : ` ${rest}`}`,
  ];
}

function repairName({ repair, value = 0, isExponential }: TriedRepair): string {
  switch (repair) {
    case 'latency':
      return `a latency of the channel of ${formatQuantity(value, 'time')}, or clocks that differ by it`;
    case 'window':
      return `a window of ${counted(value)} elements, beyond which the source waits`;
    case 'transferSizes':
      return 'transfers of the sizes that were seen, for each of which the bus waits';
    case 'takesWhatIsThere':
      return 'a bus that waits for nothing and takes what is there';
    case 'servers':
      return `${counted(value)} servers${isExponential ? ' with exponential services' : ''}`;
    case 'insertionOrder':
      return 'insertions in their measured order';
    case 'serviceOrder':
      return 'services in their measured order';
    case 'pairs':
      return 'services that go with the gap before their element';
  }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const counted = (count: number): string => count.toLocaleString('en');

/** What the replay was made of. */
export function evidenceSentence({ evidence, replications, seed }: VirtualQueueJudgement): string {
  const { insertions, meanGap, gapCount, service, meanService, serviceCount } = evidence;
  const time = (value: number): string => formatQuantity(value, 'time');
  const gaps = `${counted(gapCount)} gap${gapCount === 1 ? '' : 's'}${insertions === 'nonBlocked' ? ' after which there was room' : ''}`;
  const times = service === 'given' ? '' : `, ${serviceCount.toLocaleString('en')} of them`;
  return `Replayed from insertions every ${time(meanGap)} (${gaps}) and services of ${time(meanService)} (${EVIDENCE_WORDS[service]}${times}); ${replications} replications from seed ${seed}.`;
}

interface FlushWords {
  readonly text: string;
  /** What the button says that takes the other way. */
  readonly other: string;
  /** What came out of the bus speaks against it. */
  readonly isDoubtful: boolean;
}

/** What is assumed of elements that do not fill a bulk when the run ends. */
export function flushWords(isFlushed: boolean, seen: SeenFlush | undefined): FlushWords {
  const evidence = seen
    ? `${counted(seen.moved)} elements came over the bus, and whole bulks of ${counted(seen.bulkSize)} hold ${seen.whole === 0 ? 'none' : `only ${counted(seen.whole)}`} of them`
    : '';
  if (isFlushed) {
    const why = seen ? `, since ${evidence}` : '. The file does not show it';
    return {
      text: `End of run: a partial bulk is flushed${why}.`,
      other: 'Retain it instead',
      isDoubtful: false,
    };
  }
  return {
    text: `End of run: a partial bulk is retained in the tail. ${seen ? `But ${evidence}.` : 'The file does not say it, and does not show otherwise.'}`,
    other: 'Flush it instead',
    isDoubtful: seen !== undefined,
  };
}

export interface PartRow {
  readonly model: string;
  readonly part: QueuePart;
  readonly predicted: PredictedPart;
  /** Mean; of a whole that was not measured the sum of its ends, where only that is tested. */
  readonly measured: number | undefined;
  /** Mean, from the events of the file. */
  readonly truth: number | undefined;
  /** Absent where nothing was measured to hold it against. */
  readonly test: PartTest | undefined;
  /** Shapes were compared, and not means alone. */
  readonly hasShapes: boolean;
}

/** One for each part that a model predicts. */
export function partRows(judgement: VirtualQueueJudgement): readonly PartRow[] {
  const { measured, truth } = judgement;
  return namedReplays(judgement).flatMap(({ name, replay }) =>
    QUEUE_PARTS.flatMap((part): PartRow[] => {
      const predicted = replay.parts[part];
      if (!predicted) return [];
      const test = replay.verdict.tests.find((one) => one.part === part);
      const { tail, head } = measured;
      const sum = test && part === 'whole' && tail && head ? tail.mean + head.mean : undefined;
      // Where means alone were compared, the other two distances are not known.
      const hasShapes = test !== undefined && test.distances.kolmogorovSmirnov > 0;
      return [
        {
          ...{ model: name, part, predicted, test, hasShapes },
          ...{ measured: measured[part]?.mean ?? sum, truth: truth?.[part]?.mean },
        },
      ];
    }),
  );
}

/** How far each predicted occupancy is from the measured one, and how far chance alone goes. */
export const partColumns = (judgement: VirtualQueueJudgement): readonly Column<PartRow>[] => [
  { id: 'model', header: 'Model', value: ({ model }) => model },
  { id: 'part', header: 'Part', value: ({ part }) => part, write: ({ part }) => PART_TITLES[part] },
  {
    ...{ id: 'predicted', header: 'Predicted mean', unit: '95 % of runs', kind: 'number' },
    value: ({ predicted }) => predicted.mean,
    write: ({ predicted: { mean, low, high } }) => ({
      text: formatNumber(mean),
      notes: [`(${formatInterval([low, high])})`],
      title: String(mean),
    }),
  },
  numberColumn('measured', 'Measured mean', ({ measured }) => measured),
  ...truthColumn(judgement),
  distance('wasserstein', 'W1', 'elements / by chance'),
  distance('kolmogorovSmirnov', 'KS', 'share / by chance'),
  distance('jensenShannon', 'JSD', 'bits / by chance'),
  numberColumn('p', 'p', ({ test }) => test?.p.wasserstein),
  {
    ...{ id: 'effect', header: 'Effect', unit: 'W1 by mean', kind: 'number' },
    value: ({ test }) => test?.relative,
    write: ({ test }) => formatPercent(test?.relative, 2),
  },
];

function truthColumn(judgement: VirtualQueueJudgement): readonly Column<PartRow>[] {
  const { truth = {}, isAligned } = judgement;
  if (Object.keys(truth).length === 0) return [];
  const condition = isAligned ? conditionText(decidingReplay(judgement).openBetween) : '';
  return [
    {
      ...numberColumn<PartRow>('truth', condition ? 'From the trace' : 'Truth', (row) => row.truth),
      unit: condition ? `whole:${condition}` : 'from the trace',
    },
  ];
}

function distance(key: keyof PartDistances, header: string, unit: string): Column<PartRow> {
  const known = ({ test, hasShapes }: PartRow): PartTest | undefined =>
    hasShapes || key === 'wasserstein' ? test : undefined;
  return {
    ...{ id: key, header, unit, kind: 'number' },
    value: (row) => known(row)?.distances[key],
    write: (row) => {
      const test = known(row);
      if (!test) return '–';
      const { distances, chance, p } = test;
      return {
        text: formatNumber(distances[key]),
        notes: [`/ ${formatNumber(chance[key])}`],
        title: `chance alone: up to ${chance[key]} in 95 % of the runs; p = ${p[key]}`,
      };
    },
  };
}
