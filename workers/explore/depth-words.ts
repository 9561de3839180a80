/** Depths to send back: as lines of HLS and as CSV. */
import type { SizedQueue } from '../../core/scenario/fifo-depths.ts';

/** A FIFO that has a name of its own goes by it. */
type Queues = readonly (SizedQueue & { readonly id?: string })[];

export const depthPragmas = (queues: Queues, depths: readonly number[]): string =>
  queues
    .map(
      (queue, i) => `#pragma HLS stream variable=${variable(queue.id ?? ownName(queue))} depth=${depths[i]!}`,
    )
    .join('\n');

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
