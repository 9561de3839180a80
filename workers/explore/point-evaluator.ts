/** Answers points of a study: any range of them, the same numbers whoever asks and in whichever order. */
import type { ParameterValue } from '../../core/study/parameter.ts';
import type { PointRange } from '../../core/study/point-ranges.ts';
import type { Study } from '../../core/study/study.ts';
import {
  type InputColumn,
  POINT_STATUSES,
  type PointBatch,
  type StudyFaults,
  type StudyTable,
} from './contract.ts';
import { type DesignLooker, designLooker } from './design-looker.ts';
import { planStudy, type StudyPlan } from './study-plan.ts';

export interface PointEvaluator {
  readonly kind: 'evaluator';
  readonly table: StudyTable;
  /** Points of a range inside the study. */
  evaluate(range: PointRange): PointBatch;
}

export function pointEvaluator(study: Study): PointEvaluator | StudyFaults {
  const plan = planStudy(study);
  if (plan.kind === 'faults') return plan;
  const answer = designLooker(
    study,
    plan.handles,
    plan.measures.map(({ source }) => source),
  );
  return {
    kind: 'evaluator',
    table: plan.table,
    evaluate: (range) => filledBatch(plan, range, answer),
  };
}

function filledBatch(
  { table, valuesAt }: StudyPlan,
  { from, to }: PointRange,
  answer: DesignLooker,
): PointBatch {
  const [wide, count] = [table.measures.length, to - from];
  const inputs = new Float64Array(count * table.inputs.length);
  const values = new Float64Array(count * wide).fill(Number.NaN);
  const halfWidths = table.intervals ? new Float64Array(count * wide).fill(Number.NaN) : undefined;
  const statuses = new Uint8Array(count);
  const reasons: Record<number, string> = {};
  for (let row = 0; row < count; row++) {
    const settings = valuesAt(from + row);
    settings.forEach((value, column) => {
      inputs[row * table.inputs.length + column] = inputNumber(table.inputs[column]!, value);
    });
    const found = answer(settings);
    statuses[row] = POINT_STATUSES.indexOf(found.status);
    if (found.reason !== undefined) reasons[from + row] = found.reason;
    for (let column = 0; column < wide; column++) {
      values[row * wide + column] = found.values[column] ?? Number.NaN;
      if (halfWidths) halfWidths[row * wide + column] = found.halfWidths?.[column] ?? Number.NaN;
    }
  }
  return { from, to, inputs, values, ...(halfWidths && { halfWidths }), statuses, reasons };
}

/** A choice is the number of its word, one more than the last where it is none of them. */
function inputNumber({ choices }: InputColumn, value: ParameterValue): number {
  if (choices === undefined) return Number(value);
  const at = choices.indexOf(String(value));
  return at < 0 ? choices.length : at;
}
