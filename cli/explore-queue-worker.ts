/** Takes batches from the queue and answers them on threads, so that the connection lives while they compute. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Job, type Queue, Worker } from 'bullmq';
import { BadInput } from '../lib/bad-input.ts';
import { pointPool } from '../lib/point-pool.ts';
import type { PackedAnswer, PointTask } from '../lib/point-worker.ts';
import { BUILD } from './explore-build.ts';
import { workerName } from './explore-queue-crew.ts';
import { presentExplorers, SILENCE } from './explore-queue-explorers.ts';
import {
  addSpent,
  type BatchJob,
  isBatch,
  LOCKS,
  openQueue,
  QUEUE,
  readStudy,
} from './explore-queue-jobs.ts';
import { openServer, type QueueOptions, type QueueServer } from './explore-queue-server.ts';

export interface ServeOptions {
  readonly threads: number;
  readonly once: boolean;
}

/** ms between looks at who is exploring. */
const LOOK = 1000;

export async function serveQueue(address: QueueOptions, { threads, once }: ServeOptions): Promise<void> {
  const server = await openServer(address);
  const { redis, label, prefix } = server;
  const foreign = await foreignBuild(server).catch(() => undefined);
  if (foreign !== undefined) {
    redis.disconnect();
    throw new BadInput([
      `worker: at ${label} a study is explored by build ${foreign}, and this is build ${BUILD}. Designs of two builds may differ; use the same stagegraph and the same Node.`,
    ]);
  }
  const queue = openQueue(server);
  queue.on('error', () => undefined);
  const pool = pointPool(threads);
  const worker = new Worker<BatchJob, string>(
    QUEUE,
    async ({ data, opts }: Job<BatchJob, string>) => {
      const { key, from, to } = data;
      const queued = await readStudy(server, key);
      if (!queued) {
        // Given out twice, it was answered before: whoever asked is gone, or asks again with the study.
        opts.removeOnFail = true;
        throw new Error('its study is no longer at the server');
      }
      if (!isBatch(data, queued)) throw new Error('it is no batch of its study');
      const task: PointTask = { key, study: queued.study, from, to };
      const { text, elapsed } = (await pool.run(task, { name: 'packedPoints' })) as PackedAnswer;
      // What people read of the cost must not take an answer with it.
      const isWanted = await addSpent(server, key, 1000 * elapsed, to - from).catch(() => true);
      if (!isWanted) opts.removeOnComplete = true;
      return text;
    },
    {
      connection: redis,
      prefix,
      name: workerName(hostname(), threads),
      // One batch more than there are threads, so that none waits while a result travels.
      concurrency: threads + 1,
      ...LOCKS,
    },
  );
  worker.on('error', () => undefined);
  // It hears signals before it says that it is there: whoever reads that may send one at once.
  const ended = untilEnd(server, queue, worker, once);
  process.stderr.write(`worker: joined ${label} with ${threads} threads, build ${BUILD}\n`);
  await ended;
  // What is under way is finished first.
  const closed = worker.close().then(() => queue.close());
  while (!(await settled(closed)))
    if (redis.status !== 'ready') {
      process.stderr.write(`worker: ended while ${label} is away; what it had goes to others\n`);
      // The client waits for the server for ever.
      process.exit(0);
    }
  redis.disconnect();
  await pool.destroy();
}

/** The build of an explorer where there are explorers, but none of this build. */
async function foreignBuild(server: QueueServer): Promise<string | undefined> {
  const builds = (await presentExplorers(server)).map(({ build }) => build);
  return builds.includes(BUILD) ? undefined : builds[0];
}

/** The first signal to end, or, if it is for once, the end of the studies that there were. */
async function untilEnd(server: QueueServer, queue: Queue, worker: Worker, once: boolean): Promise<void> {
  const { label } = server;
  let [isAsked, hadWork, told] = [false, false, ''];
  // A server that comes back may have forgotten everything: those who explore need a while to say so again.
  let lost = Number.NEGATIVE_INFINITY;
  server.redis.on('close', () => {
    lost = performance.now();
  });
  const isKnown = (): boolean => performance.now() - lost > SILENCE;
  worker.once('active', () => {
    hadWork = true;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isAsked = true;
      process.once(signal, () => process.exit(130));
    });
  while (!isAsked) {
    await pause(LOOK);
    // Asked for by the timer alone: while the server is away, the end must still be possible.
    const look = unlessLost(lookAround(server, queue), (seen) => {
      if (seen.foreign !== undefined && seen.foreign !== told)
        process.stderr.write(
          `worker: at ${label} a study is explored by build ${seen.foreign}, which this build cannot help\n`,
        );
      told = seen.foreign ?? told;
      if (once && hadWork && !seen.hasWork && isKnown()) isAsked = true;
      if (seen.hasWork) [hadWork, lost] = [true, Number.NEGATIVE_INFINITY];
    });
    while (!isAsked && !(await settled(look)));
  }
}

async function lookAround(server: QueueServer, queue: Queue) {
  const builds = (await presentExplorers(server)).map(({ build }) => build);
  const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
  return {
    hasWork: builds.includes(BUILD) || waiting + active > 0,
    foreign: builds.includes(BUILD) ? undefined : builds[0],
  };
}

/** An answer that the end of the connection cuts off is none; the worker may have been asked to end meanwhile. */
const unlessLost = <T>(work: Promise<T>, then: (found: T) => void): Promise<void> =>
  work.then(then).catch(() => undefined);

/** Whether it was settled within a moment. */
const settled = (work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), pause(LOOK).then(() => false)]);
