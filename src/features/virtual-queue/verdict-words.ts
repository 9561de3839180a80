/** The verdict on a virtual queue in words, for the tab and for the report. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type {
  AssumptionCheck,
  CheckStatus,
  ModelReplay,
  QueuePart,
  ServiceEvidence,
  VerdictOutcome,
  VirtualQueueJudgement,
} from '../../../workers/virtual-queue/contract.ts';
import type { SeenFlush } from '../../../workers/virtual-queue/seen-flush.ts';

interface OutcomeWords {
  readonly shape: string;
  readonly title: string;
  readonly note: string;
}

export const OUTCOMES: Readonly<Record<VerdictOutcome, OutcomeWords>> = {
  consistent: { shape: '○', title: 'Consistent', note: 'which is no proof' },
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
    return 'With the insertions in their measured order the same model is not contradicted: their order, which the replay shuffles, is why.';
  return 'With the insertions in their measured order the same model is contradicted too: their order is not the only reason.';
}

/** How much of the trace the replay in order and the truth are of; nothing where no order was kept. */
export function orderNote({ order, truth }: VirtualQueueJudgement): string | undefined {
  if (!order) return undefined;
  const count = counted(order.count);
  if (order.insertions === 'last')
    return `The measurement keeps the order of its last ${count} insertions only, of ${counted(order.of ?? order.count)}: “as traced” repeats these and is not judged, and what was inside at each time is not known. Both need the file.`;
  if (!truth)
    return `The measurement keeps the order of all its ${count} insertions. What was inside at each time needs the file.`;
  return order.insertions === 'first'
    ? `The file has more: the truth and “as traced” are of its first ${count} insertions.`
    : `The truth and “as traced” are of all ${count} insertions, read again from the file.`;
}

const counted = (count: number): string => count.toLocaleString('en');

/** What the replay was made of. */
export function evidenceSentence({ evidence, replications, seed }: VirtualQueueJudgement): string {
  const { insertions, meanGap, gapCount, service, meanService, serviceCount } = evidence;
  const time = (value: number): string => formatQuantity(value, 'time');
  const gaps = `${gapCount.toLocaleString('en')} gaps${insertions === 'nonBlocked' ? ' after which there was room' : ''}`;
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
      text: `Judged as flushed: at the end what does not fill a bulk is sent as it is${why}.`,
      other: 'Judge as kept',
      isDoubtful: false,
    };
  }
  return {
    text: `Judged as kept: at the end what does not fill a bulk stays in the tail. ${seen ? `But ${evidence}.` : 'The file does not say it, and does not show otherwise.'}`,
    other: 'Judge as flushed',
    isDoubtful: seen !== undefined,
  };
}
