/** Threads of Node that answer points of studies; `lib/page/point-pool.ts` has those of a page. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** With fewer at first, more start when there is work for them. */
export const pointPool = (threads: number, atFirst = threads): Piscina =>
  new Piscina({
    filename: join(dirname(fileURLToPath(import.meta.url)), 'point-worker.mjs'),
    minThreads: atFirst,
    maxThreads: threads,
    // One that waits beside the one under way, so that no thread rests while its answer travels.
    concurrentTasksPerWorker: 2,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
  });
