/** Points of a study as lines of text, for whoever writes them somewhere, or packed for whoever makes lines of them there. */
import type { PointRange } from '../../core/study/point-ranges.ts';
import type { Study } from '../../core/study/study.ts';
import { linesOf } from './batch-lines.ts';
import type { StudyFaults, StudyTable } from './contract.ts';
import { packed } from './packed-batch.ts';
import { pointEvaluator } from './point-evaluator.ts';

export interface PointLines {
  readonly kind: 'lines';
  readonly table: StudyTable;
  /** One line per point of the range, each ended. The same bytes on every machine. */
  lines(range: PointRange): string;
  /** Packs points for `unpacked`. */
  packed(range: PointRange): Uint8Array;
}

export function pointLines(study: Study): PointLines | StudyFaults {
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') return evaluator;
  const { table, evaluate } = evaluator;
  return {
    kind: 'lines',
    table,
    lines: (range) => linesOf(table, evaluate(range)),
    packed: (range) => packed(evaluate(range)),
  };
}
