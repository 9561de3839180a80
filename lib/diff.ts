/** Two scenarios: what was changed of the inputs, and what that changes of the answer. */
import type { MethodName } from '../core/measures/methods.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type Diff, diffOf } from '../src/features/diff/scenario-diff.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';

export interface DiffOptions {
  /** Who answers both; default `auto`. */
  readonly method?: MethodName;
}

export type { AnswerChange, Diff, DiffSide, InputChange } from '../src/features/diff/scenario-diff.ts';

/** Positions on the drawing are no input. */
export function diff(before: Scenario, after: Scenario, { method = 'auto' }: DiffOptions = {}): Diff {
  const answered = (scenario: Scenario) => ({ scenario, outcome: solveScenario(scenario, method, true) });
  return diffOf(answered(before), answered(after));
}
