/** Who is served next, and whether a service is interrupted. Meaning: docs/models.md. */
import { type KindWords, kindsOf } from '../base/kinds.ts';

/** RSS: random selection for service. PS: processor sharing. priority: by class, and FCFS within one. */
export type Discipline = 'FCFS' | 'LCFS' | 'RSS' | 'PS' | 'priority';

/** Who of a line is next: its first, its last, one drawn at random, its first of the most urgent class; or all at once. */
export type NextServed = 'first' | 'last' | 'random' | 'mostUrgent' | 'all';

export interface DisciplineRule extends KindWords {
  readonly next: NextServed;
  /** Shown under the picture of a stage; absent of the default. */
  readonly meaning?: string;
}

export const DISCIPLINE = {
  FCFS: { label: 'FCFS', hint: 'first come, first served: a FIFO', next: 'first' },
  LCFS: {
    label: 'LCFS',
    hint: 'last come, first served: a stack',
    next: 'last',
    meaning: 'Last come, first served.',
  },
  RSS: {
    label: 'Random',
    hint: 'random selection for service: any waiting element is as likely',
    next: 'random',
    meaning: 'The next element is chosen at random.',
  },
  PS: {
    label: 'Processor sharing',
    hint: 'all elements are served at once, each more slowly',
    next: 'all',
    meaning: 'The servers are shared by all elements at once.',
  },
  priority: {
    label: 'Priority',
    hint: 'the class with the smallest number first, first come first served within one',
    next: 'mostUrgent',
    meaning: 'The class with the smallest priority number goes first.',
  },
} as const satisfies Record<Discipline, DisciplineRule>;

export const DEFAULT_DISCIPLINE: Discipline = 'FCFS';

export type Preemption = 'none' | 'resume';

interface PreemptionRule extends KindWords {
  readonly interrupts: boolean;
}

export const PREEMPTION = {
  none: {
    label: 'None',
    hint: 'a service that has begun is finished first',
    interrupts: false,
  },
  resume: {
    label: 'Preemptive resume',
    hint: 'a more urgent job interrupts a service, which goes on later where it was',
    interrupts: true,
  },
} as const satisfies Record<Preemption, PreemptionRule>;

export const DEFAULT_PREEMPTION: Preemption = 'none';

/** The fields of a stage that these questions are about. */
export interface Served {
  readonly discipline?: Discipline;
  readonly preemption?: Preemption;
}

export const disciplineOf = ({ discipline = DEFAULT_DISCIPLINE }: Served): Discipline => discipline;
export const preemptionOf = ({ preemption = DEFAULT_PREEMPTION }: Served): Preemption => preemption;

const nextOf = (stage: Served): NextServed => DISCIPLINE[disciplineOf(stage)].next;

/** First come, first served, and nothing else. */
export const isFcfs = (stage: Served): boolean => nextOf(stage) === 'first';
export const isLcfs = (stage: Served): boolean => nextOf(stage) === 'last';
export const picksAtRandom = (stage: Served): boolean => nextOf(stage) === 'random';
/** Processor sharing: nobody waits. */
export const sharesServers = (stage: Served): boolean => nextOf(stage) === 'all';
/** By the priorities of the classes. */
export const servesByPriority = (stage: Served): boolean => nextOf(stage) === 'mostUrgent';

/** Its preemption is written so, whether or not its discipline makes use of it. */
export const wouldPreempt = (stage: Served): boolean => PREEMPTION[preemptionOf(stage)].interrupts;

/** A more urgent job interrupts a service. */
export const preempts = (stage: Served): boolean => servesByPriority(stage) && wouldPreempt(stage);

/** The discipline that a table or a command calls so; undefined of any other word. */
const disciplineNamed = (name: string): Discipline | undefined =>
  kindsOf(DISCIPLINE).find((kind) => kind === name);

/** A queue of a file or a command is served at random; one without a word is first come, first served. */
export function picksAtRandomAs(name: string = DEFAULT_DISCIPLINE): boolean {
  const discipline = disciplineNamed(name);
  return discipline !== undefined && picksAtRandom({ discipline });
}

/** A queue of a file or a command is served first come, first served, as is one without a word. */
export function isFcfsAs(name: string = DEFAULT_DISCIPLINE): boolean {
  const discipline = disciplineNamed(name);
  return discipline !== undefined && isFcfs({ discipline });
}
