/** What tests of refusals share: the sentence of a refusal, and a terminal and a processor to draw. */
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { stage } from '../../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';

import { solveScenario } from '../solve-scenario.ts';

export const refusal = (drawn: Scenario, method: MethodName): string => {
  const outcome = solveScenario(drawn, method);
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

export type More = Parameters<typeof stage>[2];
export const think: DelayNode = {
  id: 'z',
  kind: 'delay',
  name: 'Terminals',
  service: { distribution: 'exponential', rate: 0.2 },
};
export const cpu = (more: More = {}): StageNode => stage('a', 2, { name: 'Processor', ...more });
