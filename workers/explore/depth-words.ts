/** Depths to send back: as lines of HLS and as CSV. */
import type { SizedQueue } from '../../core/scenario/fifo-depths.ts';

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

/** A name of C. */
const variable = (id: string): string => id.replace(/\W/g, '_');

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
