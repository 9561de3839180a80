/** A thread of a pool: points of studies as lines, or packed for a queue; and lines of what comes from there. */
import type { PointRange } from '../core/study/point-ranges.ts';
import type { Study } from '../core/study/study.ts';
import { linesOf } from '../workers/explore/batch-lines.ts';
import type { StudyTable } from '../workers/explore/contract.ts';
import { unpacked } from '../workers/explore/packed-batch.ts';
import { type PointLines, pointLines } from '../workers/explore/point-lines.ts';

export interface PointTask extends PointRange {
  /** Key of the study's table. */
  readonly key: string;
  readonly study: Study;
}

export interface AnsweredLines {
  readonly lines: string;
  /** ms. */
  readonly elapsed: number;
}

export interface PackedPoints extends PointRange {
  readonly table: StudyTable;
  /** The text that `packedPoints` gave, unless it was refused. */
  readonly text: unknown;
}

/** Studies that a thread keeps ready, for a worker that serves several explorers. */
const MOST_KEPT = 4;
const ready = new Map<string, PointLines>();

export default function answerPoints({ key, study, from, to }: PointTask): AnsweredLines {
  const started = performance.now();
  const lines = readyFor(key, study).lines({ from, to });
  return { lines, elapsed: performance.now() - started };
}

export interface PackedAnswer {
  /** As text, since a queue holds text. */
  readonly text: string;
  /** ms. */
  readonly elapsed: number;
}

export function packedPoints({ key, study, from, to }: PointTask): PackedAnswer {
  const started = performance.now();
  const text = Buffer.from(readyFor(key, study).packed({ from, to }).buffer).toString('base64');
  return { text, elapsed: performance.now() - started };
}

/** Undefined where the text is not of these points. */
export function linesOfPacked({ table, text, from, to }: PackedPoints): string | undefined {
  const batch = unpacked(table, { from, to }, Buffer.from(String(text), 'base64'));
  return batch && linesOf(table, batch);
}

function readyFor(key: string, study: Study): PointLines {
  const kept = ready.get(key);
  if (kept) return kept;
  const made = pointLines(study);
  if (made.kind === 'faults') throw new Error(made.faults.join('\n'));
  if (made.table.key !== key)
    throw new Error('the study at the server is another than the one that is asked for');
  if (ready.size >= MOST_KEPT) ready.delete(ready.keys().next().value!);
  ready.set(key, made);
  return made;
}
