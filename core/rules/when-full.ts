/** What an arrival meets when a stage is full, and how a group of elements enters. Meaning: docs/models.md. */
import type { KindWords } from '../base/kinds.ts';

/** block: after service the element keeps its server until there is room. drop: lost. blockBefore: a server starts only when its destination has room, and reserves it. dropOldest: the newcomer takes the place of the one that has waited longest, which is lost. */
export type WhenFull = 'block' | 'blockBefore' | 'drop' | 'dropOldest';

/** Who leaves when an element comes to a full stage. */
export type Victim = 'nobody' | 'newcomer' | 'oldestWaiting';

/** A word under the picture of a stage, and the sentence that explains it. */
interface ChipWords {
  readonly text: string;
  readonly meaning: string;
}

interface WhenFullRule extends KindWords {
  readonly victim: Victim;
  /** Senders keep what finds no room. */
  readonly blocks: boolean;
  /** Senders ask for their places before a service begins, and it waits for them. */
  readonly promises: boolean;
  /** Absent of the default. */
  readonly chip?: ChipWords;
}

export const WHEN_FULL = {
  block: {
    label: 'Blocking after service',
    hint: 'the sender keeps the finished element and its server until there is room',
    victim: 'nobody',
    blocks: true,
    promises: false,
  },
  blockBefore: {
    label: 'Blocking before service',
    hint: 'the sender does not start a service until there is room here',
    victim: 'nobody',
    blocks: true,
    promises: true,
    chip: {
      text: 'reserves',
      meaning: 'Senders start a service only when this stage has room for its result.',
    },
  },
  drop: {
    label: 'Drop',
    hint: 'an element that finds no room is lost',
    victim: 'newcomer',
    blocks: false,
    promises: false,
    chip: { text: 'drops', meaning: 'An arrival that finds the stage full is lost.' },
  },
  dropOldest: {
    label: 'Drop oldest',
    hint: 'the newcomer takes the place of the one that has waited longest, which is lost',
    victim: 'oldestWaiting',
    blocks: false,
    promises: false,
    chip: {
      text: 'drops oldest',
      meaning: 'An arrival that finds the stage full takes the place of the one that has waited longest.',
    },
  },
} as const satisfies Record<WhenFull, WhenFullRule>;

export const DEFAULT_WHEN_FULL: WhenFull = 'block';

/** The fields of a stage that these questions are about; a delay has none of them. */
export interface Bounded {
  readonly capacity?: number;
  readonly whenFull?: WhenFull;
}

export const whenFullOf = ({ whenFull = DEFAULT_WHEN_FULL }: Bounded): WhenFull => whenFull;

const ruleOf = (stage: Bounded): WhenFullRule => WHEN_FULL[whenFullOf(stage)];

/** Who leaves when the stage is full; nobody where it has no bound. */
export const victimOf = (stage: Bounded): Victim =>
  stage.capacity === undefined ? 'nobody' : ruleOf(stage).victim;

export const someoneLeaves = (victim: Victim): boolean => victim !== 'nobody';

/** It has a bound, and elements are lost there when it is full. */
export const losesWhenFull = (stage: Bounded): boolean => someoneLeaves(victimOf(stage));

/** Who leaves has waited before: times in the stage are not all of those that are served. */
export const hasWaited = (victim: Victim): boolean => victim === 'oldestWaiting';

/** It has a bound, and elements are lost there that have waited. */
export const losesWaiting = (stage: Bounded): boolean => hasWaited(victimOf(stage));

/** It has a bound, and senders keep what finds no room. */
export const blocksSenders = (stage: Bounded): boolean =>
  stage.capacity !== undefined && ruleOf(stage).blocks;

/** Its senders route before service and ask for places, with or without a bound. */
export const promisesPlaces = (stage: Bounded): boolean => ruleOf(stage).promises;

/** Undefined of the default rule. */
export const whenFullChip = (stage: Bounded): ChipWords | undefined => ruleOf(stage).chip;

/** partial: those that fit enter. whole: the group enters only when there is room for all of it. */
export type Admission = 'partial' | 'whole';

interface AdmissionRule extends KindWords {
  /** All or none of a group. */
  readonly whole: boolean;
}

export const ADMISSION = {
  partial: { label: 'Partial', hint: 'those that fit enter, the rest wait or are lost', whole: false },
  whole: {
    label: 'All or nothing',
    hint: 'the group enters only when there is room for all of it',
    whole: true,
  },
} as const satisfies Record<Admission, AdmissionRule>;

export const DEFAULT_ADMISSION: Admission = 'partial';

export const admissionOf = ({
  admission = DEFAULT_ADMISSION,
}: {
  readonly admission?: Admission;
}): Admission => admission;

/** A group enters only when there is room for all of it. */
export const admitsWhole = (stage: { readonly admission?: Admission }): boolean =>
  ADMISSION[admissionOf(stage)].whole;
