/** Asks for worst-case bounds of the open scenario. */
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { BoundsAnswer } from '../../../workers/bounds/contract.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { newSolver, solverLost, unlessTooLong } from '../solve/solver-client.ts';

const solver = newSolver();

/** What holds for the open scenario whatever happens: quick to find, so it follows the drawing while it is shown. */
export const boundsRun = createRun<Scenario, BoundsAnswer, never, NoAnswer>({
  name: 'bounds',
  key: modelKey,
  ask: async (scenario, { signal }) =>
    answered(await unlessTooLong('Bounding', signal, (until) => solver.bounds(until, scenario))),
  lost: solverLost,
});
