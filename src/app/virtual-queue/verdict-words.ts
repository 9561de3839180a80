/** The verdict on a virtual queue in words, for the tab and for the report. */
import type {
  AssumptionCheck,
  CheckStatus,
  ModelReplay,
  QueuePart,
  ServiceEvidence,
  VerdictOutcome,
  VirtualQueueJudgement,
} from '../../../workers/contract/virtual-queue.ts';
import { formatQuantity } from '../../model/quantity.ts';

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
  given: 'a given law',
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
export function namedReplays({ replays, inOrder }: VirtualQueueJudgement): readonly NamedReplay[] {
  const named = replays.map((replay) => ({ ...MODELS[replay.model], replay, isTraced: false }));
  if (!inOrder) return named;
  return [...named, { name: 'insertions as traced', short: 'as traced', replay: inOrder, isTraced: true }];
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
  if (traced === 'consistent' || traced === 'negligible')
    return 'With the insertions in their measured order the same model is not contradicted: their order, which the replay shuffles, is why.';
  return 'With the insertions in their measured order the same model is contradicted too: their order is not the only reason.';
}

/** What the replay was made of. */
export function evidenceSentence({ evidence, replications, seed }: VirtualQueueJudgement): string {
  const { insertions, meanGap, gapCount, service, meanService, serviceCount } = evidence;
  const time = (value: number): string => formatQuantity(value, 'time');
  const gaps = `${gapCount.toLocaleString('en')} gaps${insertions === 'nonBlocked' ? ' after which there was room' : ''}`;
  const times = service === 'given' ? '' : `, ${serviceCount.toLocaleString('en')} of them`;
  return `Replayed from insertions every ${time(meanGap)} (${gaps}) and services of ${time(meanService)} (${EVIDENCE_WORDS[service]}${times}); ${replications} replications from seed ${seed}.`;
}
