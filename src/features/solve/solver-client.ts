/** Asks the solver's worker; a solver that does not answer is replaced, and so is one whose question is taken back. */
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { BoundsService } from '../../../workers/bounds/contract.ts';
import type { LatencyService } from '../../../workers/explore/contract.ts';
import type { SolverService } from '../../../workers/solve/contract.ts';
import type { TransientService } from '../../../workers/transient/contract.ts';
import { type Client, createClient } from '../../run/create-client.ts';

/** How long a count of states may take, s. */
const PATIENCE = 20;
/** What nobody started or waits for is given up after so long, s. */
export const LONG_PATIENCE = 120;

type Service = SolverService & TransientService & BoundsService & LatencyService;

/**
 * A solver does not look up from its work: aborting a question ends the worker. `patience`: one that takes longer is taken for hung, s;
 * without it the page must ask, since it may only be slow.
 */
export const newSolver = (patience?: number): Client<Service> =>
  createClient<Service>(
    () => new Worker(new URL('../../../workers/entry/solver.worker.ts', import.meta.url), { type: 'module' }),
    {
      patience: (method) => (method === 'chainSize' ? PATIENCE : method === 'size' ? undefined : patience),
    },
  );

/** For questions beside the answer of the page, which they must not hold up: one worker for all of them. */
export const besideSolver = newSolver(LONG_PATIENCE);

/** The refusal of a question whose solver was lost. Written out: the words of all refusals come with the workbench only. */
export const solverLost = (message: string): NoAnswer => ({
  kind: 'noAnswer',
  reason: 'stuck',
  code: 'stopped',
  facts: { program: 'solver', message },
});
