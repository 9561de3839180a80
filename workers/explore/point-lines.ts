/** Points of a study as lines of text, for whoever writes them somewhere: a pool of threads, or workers of a queue. */
import type { PointRange } from '../../src/model/point-ranges.ts';
import type { Study } from '../../src/model/study.ts';
import type { StudyFaults, StudyTable } from '../contract/exploring.ts';
import { pointEvaluator } from './point-evaluator.ts';
import { linesOf } from './point-rows.ts';

export interface PointLines {
  readonly kind: 'lines';
  readonly table: StudyTable;
  /** One line per point of the range, each ended. The same bytes on every machine. */
  lines(range: PointRange): string;
}

export function pointLines(study: Study): PointLines | StudyFaults {
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') return evaluator;
  return {
    kind: 'lines',
    table: evaluator.table,
    lines: (range) => linesOf(evaluator.table, evaluator.evaluate(range)),
  };
}
