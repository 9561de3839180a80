/** Asks for worst-case bounds of the open scenario. */
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { BoundsAnswer } from '../../../workers/bounds/contract.ts';
import { answered, createRun } from '../../run/create-run.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { newSolver, solverLost } from '../solve/solver-client.ts';
import { endUnlessWanted } from '../solve/unless-too-long.ts';

const solver = newSolver();

/** What holds for the open scenario whatever happens: quick to find, so it follows the drawing while it is shown. */
export const boundsRun = createRun<Scenario, BoundsAnswer, never, NoAnswer>({
  name: 'bounds',
  key: modelKey,
  ask: async (scenario, { signal }) => {
    const ended = new AbortController();
    const answer = solver.bounds(AbortSignal.any([signal, ended.signal]), scenario);
    void endUnlessWanted('Bounding', answer, ended);
    return answered(await answer);
  },
  lost: solverLost,
});
askWhenSilent(boundsRun, { what: 'The solver of bounds' });
