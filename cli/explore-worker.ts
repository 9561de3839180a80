/** A thread of the pool: points of the study that the pool was made for, as lines. */
import { workerData } from 'piscina';
import type { PointRange } from '../src/model/point-ranges.ts';
import type { Study } from '../src/model/study.ts';
import { type PointLines, pointLines } from '../workers/explore/point-lines.ts';

export interface AnsweredLines {
  readonly lines: string;
  /** ms. */
  readonly elapsed: number;
}

let evaluator: PointLines | undefined;

export default function answerPoints(range: PointRange): AnsweredLines {
  const started = performance.now();
  const lines = evaluatorOf(workerData as Study).lines(range);
  return { lines, elapsed: performance.now() - started };
}

function evaluatorOf(study: Study): PointLines {
  if (evaluator) return evaluator;
  const made = pointLines(study);
  if (made.kind === 'faults') throw new Error(made.faults.join('\n'));
  evaluator = made;
  return made;
}
