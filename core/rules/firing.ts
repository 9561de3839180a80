/** What a stage takes to begin a service. Meaning: docs/methods/constant-times.md. */
import type { KindWords } from '../base/kinds.ts';

/** anyInput: elements of one queue that all its links feed. everyInput: tokens of every link at once (synchronous and cyclo-static dataflow). */
export type Firing = 'anyInput' | 'everyInput';

interface FiringRule extends KindWords {
  /** Each link has a FIFO of its own, and each firing takes from all that come in and gives to all that go out. */
  readonly isDataflow: boolean;
}

export const FIRING = {
  anyInput: {
    label: 'One queue',
    hint: 'takes elements from one queue that all its links feed, and sends each on',
    isDataflow: false,
  },
  everyInput: {
    label: 'Every input (dataflow)',
    hint: 'takes tokens from the FIFO of every incoming link and gives tokens to every outgoing link',
    isDataflow: true,
  },
} as const satisfies Record<Firing, FiringRule>;

export const DEFAULT_FIRING: Firing = 'anyInput';

/** Takes from every input, and has a FIFO for each. */
export const isDataflow = ({ firing = DEFAULT_FIRING }: { readonly firing?: Firing }): boolean =>
  FIRING[firing]?.isDataflow ?? false;
