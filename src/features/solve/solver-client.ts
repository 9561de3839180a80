/** Asks the solver's worker; a solver that does not answer is replaced, and so is one whose question is taken back. */
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { BoundsService } from '../../../workers/bounds/contract.ts';
import type { SolverService } from '../../../workers/solve/contract.ts';
import type { TransientService } from '../../../workers/transient/contract.ts';
import { type Client, createClient } from '../../run/create-client.ts';
import { WorkerDied } from '../../run/worker-bridge.ts';
import { closeToast, showToast } from '../../ui/widgets/toasts.ts';

/** A question that was not wanted by name is asked about after so long, s, */
const ASKED_AFTER = 10;
/** and ended then, unless it may go on; also how long a count of states may take. */
const PATIENCE = 20;
/** A solver that takes longer is taken for hung, s: for large chains, walks through time, and what may go on. */
const LONG_PATIENCE = 120;

type Service = SolverService & TransientService & BoundsService;

/** A solver does not look up from its work: aborting a question ends the worker. */
export const newSolver = (): Client<Service> =>
  createClient<Service>(
    () => new Worker(new URL('../../../workers/entry/solver.worker.ts', import.meta.url), { type: 'module' }),
    {
      patience: (method) => (method === 'chainSize' ? PATIENCE : LONG_PATIENCE),
    },
  );

/**
 * Asks before a computation that nobody started by hand goes on: it is ended after twenty seconds unless it may take longer.
 * `what`: begins a sentence, such as `Solving`.
 */
export async function unlessTooLong<Answer>(
  what: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController();
  const end = setTimeout(
    () => ended.abort(new WorkerDied(`it had taken ${PATIENCE} s and was not told to go on`)),
    1000 * PATIENCE,
  );
  let toast: string | undefined;
  const question = setTimeout(() => {
    toast = showToast({
      id: what,
      title: `${what} has taken ${ASKED_AFTER} s`,
      description: `It ends in ${PATIENCE - ASKED_AFTER} s unless it may go on.`,
      tone: 'bad',
      action: {
        label: 'Go on',
        onPress: () => {
          clearTimeout(end);
          closeToast(what);
        },
      },
    });
  }, 1000 * ASKED_AFTER);
  try {
    return await ask(AbortSignal.any([signal, ended.signal]));
  } finally {
    clearTimeout(question);
    clearTimeout(end);
    if (toast !== undefined) closeToast(toast);
  }
}

/** For questions beside the answer of the page, which they must not hold up: one worker for all of them. */
export const besideSolver = newSolver();

/** The refusal of a question whose solver was lost. Written out: the words of all refusals come with the workbench only. */
export const solverLost = (message: string): NoAnswer => ({
  kind: 'noAnswer',
  reason: 'stuck',
  code: 'stopped',
  facts: { program: 'solver', message },
});
