/** Hands batches of points to workers of a queue, and takes their lines back in order. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Queue } from 'bullmq';
import type { PointRange } from '../src/model/point-ranges.ts';
import type { Study } from '../src/model/study.ts';
import { type PointLines, pointLines } from '../workers/explore/point-lines.ts';
import { BUILD } from './explore-build.ts';
import type { PointExecutor, WriteLines } from './explore-executor.ts';
import { batchSize } from './explore-pilot.ts';
import { watchCrew } from './explore-queue-crew.ts';
import { announce, type Explorer, leave, presentExplorers } from './explore-queue-explorers.ts';
import {
  type BatchJob,
  dropStudy,
  isJobOf,
  jobId,
  openQueue,
  putStudy,
  readStudy,
} from './explore-queue-jobs.ts';
import { openServer, type QueueServer } from './explore-queue-server.ts';
import { BadInput } from './outcome.ts';

/** Batches that are handed over before the first of them is back, for each thread that was seen. */
const AHEAD = 3;
const [LEAST_AHEAD, MOST_AHEAD] = [16, 2000];
/** ms between looks for a batch that is not back. */
const LOOK = 50;
/** A batch that failed is given out so many times in all. */
const ATTEMPTS = 3;

export async function openQueueExecutor(address: string, study: Study): Promise<QueueExecutor> {
  const made = pointLines(study);
  if (made.kind === 'faults') throw new BadInput(made.faults.map((fault) => `explore: ${fault}`));
  return new QueueExecutor(await openServer(address), study, made);
}

export class QueueExecutor implements PointExecutor {
  readonly #server: QueueServer;
  readonly #study: Study;
  readonly #points: PointLines;
  readonly #queue: Queue<BatchJob, string>;
  readonly #me: Explorer;
  #size = 1;
  crew = (): string => '';

  constructor(server: QueueServer, study: Study, points: PointLines) {
    this.#server = server;
    this.#study = study;
    this.#points = points;
    this.#queue = openQueue(server.redis);
    this.#queue.on('error', () => undefined);
    this.#me = { build: BUILD, key: points.table.key, id: randomUUID() };
  }

  async answer({ from, to }: PointRange, write: WriteLines): Promise<void> {
    const { redis } = this.#server;
    await announce(redis, this.#me);
    const crew = watchCrew(this.#server, this.#queue, this.#me);
    this.crew = crew.words;
    try {
      this.#size = await this.#agreedSize();
      let handed = Math.floor(from / this.#size);
      // Of a file that has all its points already no batch is asked for.
      const last = from < to ? Math.ceil(to / this.#size) : 0;
      for (let next = handed; next < last; next++) {
        const ahead = Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, AHEAD * crew.threads()));
        const end = Math.min(last, next + ahead);
        if (end > handed) await this.#hand(handed, end);
        handed = Math.max(handed, end);
        const batch = this.#batch(next);
        const lines = await this.#linesOf(batch, () => this.#hand(next, handed));
        await write(cut(lines, batch, { from, to }), Math.min(to, batch.to));
        // Another explorer of the same study may want it as well; the last one clears all away.
        if (!crew.isShared()) await this.#queue.remove(jobId(batch));
      }
      await crew.stop();
      await this.#leave();
    } finally {
      void crew.stop();
      await this.#queue.close();
      redis.disconnect();
    }
  }

  /** That of the study as it is at the server, so that explorers that come later ask for the same batches. */
  async #agreedSize(): Promise<number> {
    const { redis } = this.#server;
    const known = await readStudy(redis, this.#me.key);
    if (known) return known.size;
    const mine = { study: this.#study, size: batchSize(this.#points) };
    return (await putStudy(redis, this.#me.key, mine)).size;
  }

  #batch(number: number): BatchJob {
    const { key, points } = this.#points.table;
    return { key, from: number * this.#size, to: Math.min(points, (number + 1) * this.#size) };
  }

  /** Does nothing for those that the server has. */
  async #hand(first: number, end: number): Promise<void> {
    const { redis } = this.#server;
    await putStudy(redis, this.#me.key, { study: this.#study, size: this.#size });
    const batches = Array.from({ length: end - first }, (_, i) => this.#batch(first + i));
    await this.#queue.addBulk(
      batches.map((data) => ({ name: 'points', data, opts: { jobId: jobId(data) } })),
    );
  }

  async #linesOf(batch: BatchJob, handAgain: () => Promise<void>): Promise<string> {
    const id = jobId(batch);
    for (let failures = 0; ; await pause(LOOK)) {
      const job = await this.#queue.getJob(id);
      // The server came back without what it had.
      if (!job) await handAgain();
      else if (job.finishedOn !== undefined && job.failedReason) {
        await this.#queue.remove(id);
        if (++failures === ATTEMPTS) throw new BadInput([unanswered(batch, job.failedReason)]);
        await handAgain();
      } else if (job.finishedOn !== undefined)
        return gunzipSync(Buffer.from(job.returnvalue, 'base64')).toString();
    }
  }

  async #leave(): Promise<void> {
    const { redis } = this.#server;
    const { key } = this.#me;
    await leave(redis, this.#me);
    const others = await presentExplorers(redis);
    if (others.some((other) => other.build === BUILD && other.key === key)) return;
    await dropStudy(redis, key);
    const ids = await this.#queue.getRanges(['waiting', 'completed', 'failed'], 0, -1);
    for (const id of ids) if (isJobOf(key, id)) await this.#queue.remove(id);
  }
}

/** The lines of a batch that are in the range. */
function cut(lines: string, batch: PointRange, { from, to }: PointRange): string {
  if (batch.from >= from && batch.to <= to) return lines;
  const inside = lines.split('\n').slice(Math.max(0, from - batch.from), Math.min(batch.to, to) - batch.from);
  return `${inside.join('\n')}\n`;
}

const unanswered = ({ from, to }: PointRange, reason: string): string =>
  `explore: points ${from} to ${to - 1} could not be answered by any worker: ${reason}. The points before them are safe; the same command tries again.`;
