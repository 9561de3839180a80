/** A trace under other depths in words, for the page and the terminal. */
import { formatQuantity } from '../../core/quantities/quantity.ts';
import type { Bounds, Lock, LockStep, OpenedTrace, SameInstant, TracedFifo } from './contract.ts';

/** Who waits for whom. */
export function lockWords({ kind, steps }: Lock): string {
  const words = steps.map(stepWords).join('; ');
  const last = steps.at(-1);
  return kind === 'cycle'
    ? `Deadlock: ${words}.`
    : `The run stops: ${words}; the trace of ${last?.on ?? '?'} is over.`;
}

const stepWords = ({ process, fifo, waitsFor, on, element }: LockStep): string =>
  waitsFor === 'element'
    ? `${process} waits for element ${element} of ${fifo}, from ${on}`
    : `${process} waits for free slots in ${fifo}, which ${on} does not read`;

/** Whether the times under other depths are those of the design; `toggle`: where the reading of one instant is changed. */
type ExactFacts = Pick<
  OpenedTrace,
  'polls' | 'unknownWaits' | 'isPartial' | 'tokenLatency' | 'roomLatency' | 'sameInstant'
>;

export function exactWords(
  { polls, unknownWaits, isPartial, tokenLatency, roomLatency, sameInstant }: ExactFacts,
  toggle: string,
): string {
  if (polls > 0)
    return `May be wrong: ${polls.toLocaleString('en')} times a process found a FIFO full or empty and went on with something else. With other depths it may do other things than in this trace.`;
  if (isPartial)
    return 'May be wrong: rows of the trace were left out, so what the processes did is not all told.';
  const isOpen = unknownWaits > 0 || [tokenLatency, roomLatency].some(({ least, most }) => least < most);
  const blocking = isOpen
    ? 'Bounds that hold if the processes only use blocking reads and writes'
    : 'Exact if the processes only use blocking reads and writes';
  return `${blocking}${instantWords(sameInstant)}: what they do then does not depend on depths.${roomLatency.isAssumed ? ' A slot is assumed free as soon as its element is read: no write in the trace shows how long that takes.' : ''}${otherInstantWords(sameInstant, toggle)}`;
}

const instantWords = ({ operations, sequential }: SameInstant): string =>
  operations === 0
    ? ''
    : `, and if what a process does at one instant happens ${sequential ? 'one after the other, as in a program' : 'together, as in a cycle of hardware'}`;

const otherInstantWords = ({ operations, sequential }: SameInstant, toggle: string): string =>
  operations === 0
    ? ''
    : ` The trace does not tell that: ${operations.toLocaleString('en')} operations come at the instant of the one before of their process. ${sequential ? `Without ${toggle} they happen together` : `With ${toggle} they come one after the other, as in a program`}.`;

/** Runs that differ by one clock in a hundred thousand are told apart. */
export const runTimeText = (seconds: number): string => formatQuantity(seconds, 'time', { digits: 6 });

export const boundsText = ({ least, most }: Bounds): string =>
  least === most ? runTimeText(most) : `${runTimeText(least)} to ${runTimeText(most)}`;

/** The FIFOs as links of the processes at their ends. */
export const tracedLinks = ({
  fifos,
}: {
  readonly fifos: readonly Pick<TracedFifo, 'id' | 'source' | 'dest'>[];
}): readonly {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}[] => fifos.map(({ id, source, dest }) => ({ id, from: source, to: dest }));
