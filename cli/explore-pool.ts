/** Points of a study on all cores, handed over in order as they come. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { PointRange } from '../src/model/point-ranges.ts';
import type { Study } from '../src/model/study.ts';
import type { AnsweredLines } from './explore-worker.ts';

/** A task takes about so long, ms: long beside handing it over, short beside what a kill loses. */
const TASK_TIME = 100;
const MOST_IN_TASK = 50_000;
/** Tasks under way or waiting to be written, for each thread. */
const AHEAD = 3;

/** Calls `write` with the lines of neighbouring points, one call at a time and in order; ends when one fails. */
export async function explorePoints(
  study: Study,
  { from, to }: PointRange,
  threads: number,
  write: (lines: string, next: number) => Promise<void>,
): Promise<void> {
  const pool = new Piscina({
    filename: join(dirname(fileURLToPath(import.meta.url)), 'explore-worker.mjs'),
    workerData: study,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
  });
  const waiting: { readonly range: PointRange; readonly answer: Promise<AnsweredLines> }[] = [];
  let [asked, size] = [from, 1];
  const ask = () => {
    const range = { from: asked, to: Math.min(to, asked + size) };
    const answer = pool.run(range) as Promise<AnsweredLines>;
    // It is awaited in its turn; until then a failure must not end the process.
    answer.catch(() => undefined);
    waiting.push({ range, answer });
    asked = range.to;
  };
  try {
    while (asked < to || waiting.length > 0) {
      while (asked < to && waiting.length < AHEAD * threads) ask();
      const { range, answer } = waiting.shift()!;
      const { lines, elapsed } = await answer;
      size = nextSize(range.to - range.from, elapsed, (to - asked) / (2 * threads));
      await write(lines, range.to);
    }
  } finally {
    await pool.destroy();
  }
}

/** As many points as a task has time for, and so few at the end that all threads end together. */
const nextSize = (points: number, elapsed: number, share: number): number =>
  Math.max(
    1,
    Math.ceil(Math.min(MOST_IN_TASK, 8 * points, (points * TASK_TIME) / Math.max(elapsed, 0.01), share)),
  );
