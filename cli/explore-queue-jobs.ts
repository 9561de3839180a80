/** What explorers and workers agree on: the queue of a build, its jobs, and where their studies are. */
import { Queue, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Study } from '../core/study/study.ts';
import { BUILD } from './explore-build.ts';

export interface BatchJob extends PointRange {
  /** Key of the study. */
  readonly key: string;
}

/** A study that is being answered, and the size of its batches, which all its explorers share. */
export interface QueuedStudy {
  readonly study: Study;
  readonly size: number;
}

export const PREFIX = 'stagegraph';
export const QUEUE = `points-${BUILD}`;

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

export const openQueue = (redis: Redis): Queue<BatchJob, string> =>
  new Queue<BatchJob, string>(QUEUE, {
    connection: redis,
    prefix: PREFIX,
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

const studyPlace = (key: string): string => `${PREFIX}:study:${BUILD}:${key}`;

/** Leaves a study that is there already, and returns what is there. */
export async function putStudy(redis: Redis, key: string, study: QueuedStudy): Promise<QueuedStudy> {
  await redis.set(studyPlace(key), JSON.stringify(study), 'EX', KEPT, 'NX');
  const found = await readStudy(redis, key);
  if (found) return found;
  await replaceStudy(redis, key, study);
  return study;
}

/** Whatever is there. */
export const replaceStudy = (redis: Redis, key: string, study: QueuedStudy): Promise<unknown> =>
  redis.set(studyPlace(key), JSON.stringify(study), 'EX', KEPT);

/** It is kept for as long again. Undefined where none is there, or something else. */
export async function readStudy(redis: Redis, key: string): Promise<QueuedStudy | undefined> {
  const text = await redis.getex(studyPlace(key), 'EX', KEPT);
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

export const dropStudy = (redis: Redis, key: string): Promise<unknown> => redis.del(studyPlace(key));
