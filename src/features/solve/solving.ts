/** Keeps the solved answer in step with the scenario: one question at a time, and the newest wins. */

import type { Measurement } from '../../../core/measurement/measurement.ts';
import { isAutomatic, type MethodName } from '../../../core/measures/methods.ts';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, SolveOutcome } from '../../../workers/solve/contract.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { besideSolver, newSolver, solverLost } from './solver-client.ts';

interface Question {
  readonly scenario: Scenario;
  readonly method: MethodName;
}

/** The one that answers the drawing. What is asked of it beside takes no longer than an answer, since the next edit waits for it. */
export const drawingSolver = newSolver();

export const solveKey = ({ scenario, method }: Question): string =>
  `${method} ${numberOf(scenario.measurement)} ${namesOf(scenario)} ${modelKey(scenario)}`;

/** Remarks call things by their names. */
const namesOf = ({ nodes, resources = [], classes = [] }: Scenario): string =>
  JSON.stringify([...nodes, ...resources, ...classes].map(({ name }) => name));

/** What was measured contradicts an answer or not. */
const measurements = new WeakMap<Measurement, number>();
let counted = 0;

function numberOf(measurement: Measurement | undefined): number {
  if (!measurement) return 0;
  const number = measurements.get(measurement) ?? ++counted;
  measurements.set(measurement, number);
  return number;
}

export const solveRun = createRun<Question, SolveAnswer, never, NoAnswer>({
  name: 'solve',
  key: solveKey,
  ask: async ({ scenario, method }, { signal }) => {
    const start = performance.now();
    const ended = new AbortController();
    const answer = drawingSolver.solve(AbortSignal.any([signal, ended.signal]), scenario, method, false);
    if (isAutomatic(method))
      void import('./unless-too-long.ts').then(({ endUnlessWanted }) =>
        endUnlessWanted('Solving', answer, ended),
      );
    const outcome = await answer;
    performance.clearMeasures('solve');
    performance.measure('solve', { start });
    return answered(outcome);
  },
  lost: solverLost,
  giveWay: 300,
  lateAfter: 150,
});

/** Starts to follow the document and the chosen method; call once. */
export function followDocument(): void {
  useDocument.subscribe(ask);
  useSession.subscribe((session, before) => {
    if (session.method !== before.method) ask();
  });
  ask();
}

function ask(): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) void solveRun.follow({ scenario, method: useSession.getState().method });
}

/** Solves a scenario that is not open, such as one on a card. */
export const solveOnce = (scenario: Scenario): Promise<SolveOutcome> =>
  besideSolver.solve(undefined, scenario, 'auto', false);
