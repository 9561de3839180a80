/** Answers designs of one scenario at any values of some parameters: the quick way where there is one, else in full. */
import type { MethodName } from '../../core/measures/methods.ts';
import type { ParameterHandle, ParameterValue } from '../../core/study/parameter.ts';
import type { Study } from '../../core/study/study.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import { type DesignAnswer, evaluateDesign } from './evaluate-design.ts';
import { quickPoints } from './quick-points.ts';
import { settingsOf } from './study-plan.ts';

export type DesignLooker = (values: readonly ParameterValue[]) => DesignAnswer;

export function designLooker(
  { scenario, answer = { by: 'solve' }, costs }: Pick<Study, 'scenario' | 'answer' | 'costs'>,
  handles: readonly ParameterHandle[],
  sources: readonly MeasureSource[],
): DesignLooker {
  const method = answer.by === 'solve' ? ((answer.method ?? 'auto') as MethodName) : undefined;
  const quick = method && quickPoints({ scenario, method, handles, sources, costs });
  const question = { scenario, answer, costs, sources };
  return (values) => quick?.(values) ?? evaluateDesign(question, settingsOf(handles, values));
}
