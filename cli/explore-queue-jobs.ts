/** What explorers and workers agree on: the queue of a build, its jobs, and where their studies are. */
import { Queue, type WorkerOptions } from 'bullmq';
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Study } from '../core/study/study.ts';
import { BUILD } from './explore-build.ts';
import type { QueueServer } from './explore-queue-server.ts';

export interface BatchJob extends PointRange {
  /** Key of the study. */
  readonly key: string;
}

/** A study that is being answered, and the size of its batches, which all its explorers share. */
export interface QueuedStudy {
  readonly study: Study;
  readonly size: number;
}

export const queueOf = (build: string): string => `points-${build}`;
export const QUEUE = queueOf(BUILD);

/** Points. */
export const MOST_IN_BATCH = 100_000;

/** What nobody came back for goes after a week, s. */
const KEPT = 7 * 24 * 3600;

/** A batch whose worker fell silent is given to another after some of these, ms. */
export const LOCKS: Pick<WorkerOptions, 'lockDuration' | 'stalledInterval' | 'maxStalledCount'> = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 3,
};

export const openQueue = ({ redis, prefix }: QueueServer): Queue<BatchJob, string> =>
  new Queue<BatchJob, string>(QUEUE, {
    connection: redis,
    prefix,
    // Results are fetched, not listened to: the stream of events would keep copies of them.
    streams: { events: { maxLen: 10 } },
    defaultJobOptions: { removeOnComplete: { age: KEPT }, removeOnFail: { age: KEPT } },
  });

/** Named by its range, so that a batch is in the queue once. */
export const jobId = ({ key, from, to }: BatchJob): string => `${key}-${from}-${to}`;

export const isJobOf = (key: string, id: string): boolean => id.startsWith(`${key}-`);

/** Is this a batch that an explorer of the study may ask for? Anyone who reaches the server may put something else there. */
export const isBatch = ({ from, to }: BatchJob, { size }: QueuedStudy): boolean =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from < to && to - from <= size;

const studyPlace = ({ prefix }: QueueServer, key: string, build = BUILD): string =>
  `${prefix}:study:${build}:${key}`;
const spentPlace = ({ prefix }: QueueServer, key: string, build = BUILD): string =>
  `${prefix}:spent:${build}:${key}`;

/** Leaves a study that is there already, and returns what is there. */
export async function putStudy(server: QueueServer, key: string, study: QueuedStudy): Promise<QueuedStudy> {
  await server.redis.set(studyPlace(server, key), JSON.stringify(study), 'EX', KEPT, 'NX');
  const found = await readStudy(server, key);
  if (found) return found;
  await replaceStudy(server, key, study);
  return study;
}

/** Whatever is there. */
export const replaceStudy = (server: QueueServer, key: string, study: QueuedStudy): Promise<unknown> =>
  server.redis.set(studyPlace(server, key), JSON.stringify(study), 'EX', KEPT);

/** It is kept for as long again. Undefined where none is there, or something else. */
export async function readStudy(server: QueueServer, key: string): Promise<QueuedStudy | undefined> {
  const text = await server.redis.getex(studyPlace(server, key), 'EX', KEPT);
  try {
    const found = JSON.parse(text ?? '') as Partial<QueuedStudy>;
    const { study, size = 0 } = found;
    return study && Number.isSafeInteger(size) && size >= 1 && size <= MOST_IN_BATCH
      ? { study, size }
      : undefined;
  } catch {
    return undefined;
  }
}

export const dropStudy = (server: QueueServer, key: string): Promise<unknown> =>
  server.redis.del(studyPlace(server, key), spentPlace(server, key));

/** What workers have spent on a study, batches that were answered twice or in vain included. */
export interface Spent {
  /** µs that threads were busy. */
  readonly busy: number;
  readonly designs: number;
  readonly batches: number;
}

/** A batch may come back after its study was removed; it is not kept then. */
const ADD_SPENT = `if redis.call('exists', KEYS[1]) == 1 then
  redis.call('hincrby', KEYS[2], 'busy', ARGV[1])
  redis.call('hincrby', KEYS[2], 'designs', ARGV[2])
  redis.call('hincrby', KEYS[2], 'batches', 1)
  redis.call('expire', KEYS[2], ARGV[3])
  return 1
end
return 0`;

/** False where the study is no longer there. */
export const addSpent = async (
  server: QueueServer,
  key: string,
  busy: number,
  designs: number,
): Promise<boolean> =>
  (await server.redis.eval(
    ...([ADD_SPENT, 2, studyPlace(server, key), spentPlace(server, key)] as const),
    ...([Math.round(busy), designs, KEPT] as const),
  )) === 1;

export async function readSpent(server: QueueServer, key: string, build: string): Promise<Spent> {
  const { busy, designs, batches } = await server.redis.hgetall(spentPlace(server, key, build));
  const counted = (text = '0'): number => (Number.isFinite(Number(text)) ? Number(text) : 0);
  return { busy: counted(busy), designs: counted(designs), batches: counted(batches) };
}
