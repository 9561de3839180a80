/** A design that is looked at: the drawing shows it, with its numbers, while the document stays as it is. */

import { err, ok } from '../../../core/base/result.ts';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { createRun } from '../../run/create-run.ts';
import { LONG_PATIENCE, newSolver } from '../solve/solver-client.ts';

interface LookedAt {
  readonly title: string;
  readonly scenario: Scenario;
  readonly method: MethodName;
}

export interface Preview {
  readonly title: string;
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  /** Why it has no answer. */
  readonly refusal?: string;
}

const solver = newSolver(LONG_PATIENCE);

export const previewRun = createRun<LookedAt, Preview, never, Preview>({
  name: 'preview',
  key: ({ title }) => title,
  ask: async ({ title, scenario, method }, { signal }) => {
    const outcome = await solver.solve(signal, scenario, method, false);
    return outcome.kind === 'noAnswer'
      ? err({ title, scenario, refusal: refusalText(outcome) })
      : ok({ title, scenario, answer: outcome });
  },
  lost: (refusal, { title, scenario }) => ({ title, scenario, refusal }),
  // What a pointer only passes over is not solved.
  rest: 30,
  giveWay: 1000,
});

export const selectPreview = ({ failure, answer }: ReturnType<typeof previewRun.get>): Preview | undefined =>
  failure ?? answer;

export const lookAt = (design: LookedAt): void => void previewRun.ask(design);

export const stopLooking = previewRun.reset;
