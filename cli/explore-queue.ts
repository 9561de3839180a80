/** Hands batches of points to workers of a queue, and takes their lines back in order. */
import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Study } from '../core/study/study.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { PointExecutor, WriteLines } from '../lib/point-executor.ts';
import { pointPool } from '../lib/point-pool.ts';
import { linesOfPacked, type PackedPoints } from '../lib/point-worker.ts';
import { type PointLines, pointLines } from '../workers/explore/point-lines.ts';
import { pointsStudy } from '../workers/explore/study-key.ts';
import { BUILD } from './explore-build.ts';
import { type Crew, watchCrew } from './explore-queue-crew.ts';
import { announce, type Explorer, leave, presentExplorers, type Reached } from './explore-queue-explorers.ts';
import {
  type BatchJob,
  dropStudy,
  isJobOf,
  jobId,
  MOST_IN_BATCH,
  openQueue,
  putStudy,
  type QueuedStudy,
  readStudy,
  replaceStudy,
} from './explore-queue-jobs.ts';
import { openServer, type QueueOptions, type QueueServer, untilTaken } from './explore-queue-server.ts';

/** How many points go into one batch: enough that handing it over costs little, and so few that a dead worker loses little. */

/** Duration of the trial runs, ms. */
const TRIAL = 300;
/** ms of work in a batch; shorter ones, for the sake of many workers, only as long as handing over stays cheap. */
const [LEAST_WORK, MOST_WORK] = [150, 1000];
/** A study is cut into so many at least, where they are not too short then. */
const WANTED_BATCHES = 100;
/** Characters of a result: what waits for one slow batch has to fit the server's memory. */
const MOST_TEXT = 4e6;

function batchSize({ table, packed }: PointLines): number {
  const { time, text } = pilot(table.points, packed);
  const [least, most] = [LEAST_WORK / time, Math.min(MOST_WORK / time, MOST_TEXT / text)];
  const wanted = Math.max(least, table.points / WANTED_BATCHES);
  return Math.max(1, Math.floor(Math.min(wanted, most, MOST_IN_BATCH)));
}

interface PointCost {
  /** ms. */
  readonly time: number;
  /** Characters. */
  readonly text: number;
}

/** Points from all over the study, twice as many each time; what it took first, to get going, does not count. */
function pilot(points: number, packed: PointLines['packed']): PointCost {
  const started = performance.now();
  for (let [round, count] = [1, 1]; ; round++, count = Math.min(2 * count, points)) {
    const from = Math.floor(radicalInverse(round) * (points - count + 1));
    const before = performance.now();
    const text = packed({ from, to: from + count }).length;
    const now = performance.now();
    if (now - started >= TRIAL) return { time: (now - before) / count, text: text / count };
  }
}

/** 1/2, 1/4, 3/4, 1/8, …: places spread over [0, 1). */
function radicalInverse(n: number): number {
  let [value, digit] = [0, 0.5];
  for (let rest = n; rest > 0; rest >>= 1, digit /= 2) if (rest & 1) value += digit;
  return value;
}

/** Batches that are handed over before the first of them is back, for each thread that was seen. */
const AHEAD = 3;
const [LEAST_AHEAD, MOST_AHEAD] = [16, 2000];
/** Characters of results that wait at the server for one that is slow. */
const MOST_HELD = 1e9;
/** So many batches that were back before they were looked for, and threads help to make lines. */
const MANY_BEHIND = 10;
/** ms between looks for a batch that is not back: the longer it takes, the less often. */
const [SOON, LATER] = [50, 1000];
/** A batch that failed is given out so many times in all. */
const ATTEMPTS = 3;

export async function openQueueExecutor(address: QueueOptions, study: Study): Promise<QueueExecutor> {
  const made = pointLines(study);
  if (made.kind === 'faults') throw new BadInput(made.faults.map((fault) => `explore: ${fault}`));
  return new QueueExecutor(await openServer(address), pointsStudy(study), made);
}

export class QueueExecutor implements PointExecutor {
  readonly #server: QueueServer;
  readonly #study: Study;
  readonly #points: PointLines;
  readonly #queue: Queue<BatchJob, string>;
  #me: Explorer;
  /** Make lines of what comes back, when it comes faster than one makes them. */
  readonly #threads = pointPool(availableParallelism(), 0);
  /** Handed over and not written yet, in order. */
  readonly #underWay: BatchJob[] = [];
  #size = 1;
  /** All before it are written. */
  #next = 0;
  /** So many batches were back already when they were looked for, one after the other. */
  #behind = 0;
  /** Characters of the longest result. */
  #longest = 1;
  crew = (): string => '';

  constructor(server: QueueServer, study: Study, points: PointLines) {
    this.#server = server;
    this.#study = study;
    this.#points = points;
    this.#queue = openQueue(server);
    this.#queue.on('error', () => undefined);
    this.#me = { build: BUILD, key: points.table.key, id: randomUUID(), from: 0, to: points.table.points };
  }

  async answer(range: PointRange, write: WriteLines): Promise<void> {
    const { redis } = this.#server;
    this.#me = { ...this.#me, ...range };
    this.#next = range.from;
    const started = performance.now();
    const reached = (): Reached => ({
      ...{ name: `${hostname()}.${process.pid}`, study: this.#study.name, next: this.#next },
      seconds: (performance.now() - started) / 1000,
    });
    await this.#ask(() => announce(this.#server, this.#me, reached()));
    const crew = watchCrew(this.#server, this.#queue, this.#me, reached);
    this.crew = crew.words;
    try {
      this.#size = await this.#agreedSize();
      await this.#answerBatches(range, crew, write);
      await crew.stop();
      await this.#ask(() => this.#leave());
    } finally {
      void crew.stop();
      await this.#queue.close();
      redis.disconnect();
      await this.#threads.destroy();
    }
  }

  async #answerBatches({ from, to }: PointRange, crew: Crew, write: WriteLines): Promise<void> {
    const making: Promise<string>[] = [];
    let [handed, asked] = [Math.floor(from / this.#size), Math.floor(from / this.#size)];
    // A file that already has all its points asks for no batch.
    const last = from < to ? Math.ceil(to / this.#size) : 0;
    let before: Promise<unknown> = Promise.resolve();
    for (let next = handed; next < last; next++) {
      const end = Math.min(last, next + this.#ahead(crew.threads()));
      const fresh = Array.from({ length: Math.max(0, end - handed) }, (_, i) => this.#batch(handed + i));
      this.#underWay.push(...fresh);
      if (fresh.length > 0) await this.#ask(() => this.#hand(fresh));
      handed += fresh.length;
      for (; asked < handed && making.length <= this.#threads.maxThreads; asked++) {
        const batch = this.#underWay[asked - next]!;
        // One is looked for at a time, while lines are made of those before.
        const back = before.then(() => this.#back(batch));
        const lines = back.then((job) => this.#linesOf(batch, job));
        // It is awaited in its turn; until then a failure must not end the process.
        lines.catch(() => undefined);
        before = back;
        making.push(lines);
      }
      const [batch] = this.#underWay as [BatchJob];
      await write(cut(await making.shift()!, batch, { from, to }), Math.min(to, batch.to));
      this.#underWay.shift();
      this.#next = Math.min(to, batch.to);
      // Another explorer of the same study may want it as well; the last one clears all away.
      if (!crew.isWanted(batch)) await this.#ask(() => this.#queue.remove(jobId(batch)));
    }
  }

  readonly #ask = <T>(what: () => Promise<T>): Promise<T> => untilTaken(this.#server, what);

  #ahead(threads: number): number {
    const held = Math.max(1, Math.floor(MOST_HELD / this.#longest));
    return Math.min(MOST_AHEAD, held, Math.max(LEAST_AHEAD, AHEAD * threads));
  }

  /** That of the study as it is at the server, so that explorers that come later ask for the same batches. */
  async #agreedSize(): Promise<number> {
    const known = await this.#ask(() => readStudy(this.#server, this.#me.key));
    if (known) return known.size;
    const mine = { study: this.#study, size: batchSize(this.#points) };
    return (await this.#ask(() => putStudy(this.#server, this.#me.key, mine))).size;
  }

  #queued = (): QueuedStudy => ({ study: this.#study, size: this.#size });

  #batch(number: number): BatchJob {
    const { key, points } = this.#points.table;
    return { key, from: number * this.#size, to: Math.min(points, (number + 1) * this.#size) };
  }

  /** Does nothing for those that the server has. */
  async #hand(batches: readonly BatchJob[]): Promise<void> {
    await putStudy(this.#server, this.#me.key, this.#queued());
    await this.#queue.addBulk(
      batches.map((data) => ({ name: 'points', data, opts: { jobId: jobId(data) } })),
    );
  }

  /** Waits for a batch to be answered, or to fail. */
  async #back(batch: BatchJob): Promise<Job<BatchJob, string>> {
    this.#behind += 1;
    const since = performance.now();
    for (; ; await pause(Math.min(LATER, Math.max(SOON, (performance.now() - since) / 4)))) {
      const job = await this.#queue.getJob(jobId(batch));
      if (job?.finishedOn !== undefined) return job;
      this.#behind = 0;
      // The server came back without what it had.
      if (!job) await this.#ask(() => this.#hand(this.#underWay));
    }
  }

  async #linesOf(batch: BatchJob, first: Job<BatchJob, string>): Promise<string> {
    for (let [job, failures] = [first, 1]; ; failures++, job = await this.#back(batch)) {
      const { failedReason, returnvalue } = job;
      const lines = failedReason ? undefined : await this.#made(batch, returnvalue);
      if (lines !== undefined) return lines;
      await this.#ask(() => this.#queue.remove(jobId(batch)));
      if (failures === ATTEMPTS)
        throw new BadInput([unanswered(batch, failedReason || 'what came back are not these designs')]);
      // Whatever the workers found at its place.
      await this.#ask(() => replaceStudy(this.#server, this.#me.key, this.#queued()));
      await this.#ask(() => this.#hand([batch]));
    }
  }

  async #made({ from, to }: BatchJob, text: string): Promise<string | undefined> {
    this.#longest = Math.max(this.#longest, text?.length ?? 0);
    const task: PackedPoints = { table: this.#points.table, text, from, to };
    // Threads cost more in all, and do more at a time.
    return this.#behind < MANY_BEHIND
      ? linesOfPacked(task)
      : this.#threads.run(task, { name: 'linesOfPacked' });
  }

  async #leave(): Promise<void> {
    const { key } = this.#me;
    await leave(this.#server, this.#me);
    const others = await presentExplorers(this.#server);
    if (others.some((other) => other.build === BUILD && other.key === key)) return;
    await dropStudy(this.#server, key);
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
  `explore: designs ${from} to ${to - 1} could not be answered by any worker: ${reason}. The designs before them are safe; the same command tries again.`;
