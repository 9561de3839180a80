/** Depths to send back, as lines of HLS and as CSV, and whether they reach what was wanted. */
import type { SizedQueue } from '../../core/scenario/fifo-depths.ts';
import type { FoundDepths } from './contract.ts';

/** A FIFO that has a name of its own goes by it. */
type Queues = readonly (SizedQueue & { readonly id?: string })[];

export function depthPragmas(queues: Queues, depths: readonly number[]): string {
  const lines = queues.map(
    (queue, i) => `#pragma HLS stream variable=${variable(queue.id ?? ownName(queue))} depth=${depths[i]!}`,
  );
  return [...(queues.every(({ id }) => id !== undefined) ? [] : [OWN_NAMES]), ...lines].join('\n');
}

/** A drawing does not know what the streams are called. */
const OWN_NAMES = '// Named by the stages at both ends: put in the names of your streams.';

const ownName = (queue: SizedQueue): string =>
  'stage' in queue ? queue.stage : `${variable(queue.from)}_${variable(queue.to)}`;

/** All queues are of one kind: FIFOs of links, or stages. */
export const depthsCsv = (queues: Queues, depths: readonly number[]): string =>
  [
    queues.some((queue) => 'stage' in queue) ? 'stage,capacity' : 'from,to,depth',
    ...queues.map((queue, i) =>
      [...('stage' in queue ? [queue.stage] : [queue.from, queue.to]).map(csvCell), depths[i]].join(),
    ),
  ].join('\n');

interface RateWords {
  readonly wanted: (rate: number) => string;
  readonly write: (rate: number, digits: number) => string;
}

/** The last digit of a quotient of whole numbers says nothing. */
const ROUNDING = 1e-9;

/** Whether the last depths fall short of the wanted throughput, or may: fresh random numbers can tell less than those that they were sought with. */
export function missedText(
  { throughput, halfWidth = 0 }: FoundDepths,
  wanted: number,
  words: RateWords,
): string | undefined {
  const what = `the wanted ${words.wanted(wanted)}`;
  if (throughput + halfWidth < wanted * (1 - ROUNDING))
    return `${what} is not reached: the last depths have ${words.write(throughput, 6)}`;
  return throughput - halfWidth < wanted && halfWidth > 0
    ? `${what} lies within the error of the last depths, ${words.write(throughput, 6)} ± ${words.write(halfWidth, 3)}: they may miss it`
    : undefined;
}

/** A name of C. */
const variable = (id: string): string => id.replace(/\W/g, '_');

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
