/** Asks the solver's worker; a solver that does not answer is replaced. */
import type { MethodName, SolveOutcome, SolverService } from '../../workers/contract/solving.ts';
import type { Scenario } from '../model/scenario.ts';
import { WorkerBridge, WorkerDied } from './worker-bridge.ts';

/** A solver that takes longer is taken for hung, ms. */
const SOLVER_PATIENCE = 20_000;

export class SolverClient {
  private readonly bridge: WorkerBridge<SolverService>;

  constructor(onDeath?: (reason: string) => void) {
    this.bridge = new WorkerBridge({
      create: () =>
        new Worker(new URL('../../workers/entry/solver.worker.ts', import.meta.url), { type: 'module' }),
      onDeath,
    });
  }

  async solve(scenario: Scenario, method: MethodName, signal: AbortSignal): Promise<SolveOutcome> {
    const timeout = AbortSignal.timeout(SOLVER_PATIENCE);
    const either = AbortSignal.any([signal, timeout]);
    try {
      return await this.bridge.call((solver) => solver.solve(scenario, method), { signal: either });
    } catch (reason) {
      if (timeout.aborted && !signal.aborted) throw new WorkerDied('The solver did not answer in 20 s.');
      throw reason;
    }
  }
}
