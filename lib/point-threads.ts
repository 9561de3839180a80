/** Points of a study on all cores of this machine, handed over in order as they come. */
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Study } from '../core/study/study.ts';
import { pointsStudy } from '../workers/explore/study-key.ts';
import type { PointExecutor, WriteLines } from './point-executor.ts';
import { pointPool } from './point-pool.ts';
import type { AnsweredLines, PointTask } from './point-worker.ts';

/** A task takes about so long, ms: long beside handing it over, short beside what a kill loses. */
const TASK_TIME = 100;
const MOST_IN_TASK = 50_000;
/** Tasks under way or waiting to be written, for each thread. */
const AHEAD = 3;

/** `signal` ends it with its reason. */
export const threadExecutor = (
  study: Study,
  key: string,
  threads: number,
  signal?: AbortSignal,
): PointExecutor => ({
  answer: (range, write) =>
    answerOnThreads({ study: pointsStudy(study), key, threads, signal }, range, write),
  crew: () => '',
});

interface OnThreads {
  readonly study: Study;
  readonly key: string;
  readonly threads: number;
  readonly signal: AbortSignal | undefined;
}

async function answerOnThreads(
  { study, key, threads: most, signal }: OnThreads,
  { from, to }: PointRange,
  write: WriteLines,
): Promise<void> {
  signal?.throwIfAborted();
  if (from >= to) return;
  const threads = Math.min(most, to - from);
  const pool = pointPool(threads);
  // Ends the threads, and with them the answers that are waited for.
  const stop = (): void => void pool.destroy();
  signal?.addEventListener('abort', stop);
  const waiting: { readonly range: PointRange; readonly answer: Promise<AnsweredLines> }[] = [];
  let [asked, size] = [from, 1];
  const ask = () => {
    const task: PointTask = { key, study, from: asked, to: Math.min(to, asked + size) };
    const answer = pool.run(task) as Promise<AnsweredLines>;
    // It is awaited in its turn; until then a failure must not end the process.
    answer.catch(() => undefined);
    waiting.push({ range: task, answer });
    asked = task.to;
  };
  try {
    while (asked < to || waiting.length > 0) {
      while (asked < to && waiting.length < AHEAD * threads) ask();
      const { range, answer } = waiting.shift()!;
      const { lines, elapsed } = await answer;
      size = nextSize(range.to - range.from, elapsed, (to - asked) / (2 * threads));
      await write(lines, range.to);
    }
  } catch (reason) {
    signal?.throwIfAborted();
    throw reason;
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool.destroy();
  }
}

/** As many points as a task has time for, and so few at the end that all threads end together. */
const nextSize = (points: number, elapsed: number, share: number): number =>
  Math.max(
    1,
    Math.ceil(Math.min(MOST_IN_TASK, 8 * points, (points * TASK_TIME) / Math.max(elapsed, 0.01), share)),
  );
