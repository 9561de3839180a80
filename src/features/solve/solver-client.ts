/** Asks the solver's worker; a solver that does not answer is replaced, and so is one whose question is taken back. */
import { proxy, type Remote } from 'comlink';
import type { NoAnswer } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { WorstCaseAnswer, WorstCaseService } from '../../../workers/bounds/contract.ts';
import type {
  MethodName,
  SizeAnswer,
  SizeQuestion,
  SolveOutcome,
  SolverService,
} from '../../../workers/solve/contract.ts';
import type {
  ChainSize,
  OnWalked,
  TransientAnswer,
  TransientRequest,
  TransientService,
} from '../../../workers/transient/contract.ts';
import { WorkerBridge, WorkerDied } from '../../run/worker-bridge.ts';

/** A solver that takes longer is taken for hung, s. */
const PATIENCE = 20;
/** Of what is allowed to take a while: large chains, and walks through time. */
const LONG_PATIENCE = 120;

type Service = SolverService & TransientService & WorstCaseService;

export class SolverClient {
  private readonly bridge: WorkerBridge<Service>;

  constructor(onDeath?: (reason: string) => void) {
    this.bridge = new WorkerBridge({
      create: () =>
        new Worker(new URL('../../../workers/entry/solver.worker.ts', import.meta.url), { type: 'module' }),
      onDeath,
    });
  }

  /** `timed`: with percentiles of times. */
  solve(scenario: Scenario, method: MethodName, signal: AbortSignal, timed = false): Promise<SolveOutcome> {
    const patience = method === 'auto' ? PATIENCE : LONG_PATIENCE;
    return this.ask((solver) => solver.solve(scenario, method, timed), signal, patience);
  }

  /** The smallest capacity of a stage that is seldom enough full. */
  size(scenario: Scenario, question: SizeQuestion, signal: AbortSignal): Promise<SizeAnswer | NoAnswer> {
    return this.ask((solver) => solver.size(scenario, question), signal, LONG_PATIENCE);
  }

  /** How many states the Markov chain has. */
  chainSize(scenario: Scenario, signal: AbortSignal): Promise<ChainSize | NoAnswer> {
    return this.ask((solver) => solver.chainSize(scenario), signal, PATIENCE);
  }

  /** How the Markov chain goes on over time. */
  transient(
    scenario: Scenario,
    request: TransientRequest,
    signal: AbortSignal,
    onWalked: OnWalked,
  ): Promise<TransientAnswer | NoAnswer> {
    return this.ask((solver) => solver.transient(scenario, request, proxy(onWalked)), signal, LONG_PATIENCE);
  }

  /** What holds whatever happens. */
  worstCase(scenario: Scenario, signal: AbortSignal): Promise<WorstCaseAnswer | NoAnswer> {
    return this.ask((solver) => solver.worstCase(scenario), signal, PATIENCE);
  }

  /** Ends the worker when the signal says so: a solver does not look up from its work. */
  private async ask<Answer extends Promise<unknown>>(
    question: (solver: Remote<Service>) => Answer,
    signal: AbortSignal,
    patience: number,
  ): Promise<Awaited<Answer>> {
    const timeout = AbortSignal.timeout(1000 * patience);
    const either = AbortSignal.any([signal, timeout]);
    try {
      return await this.bridge.call(question, { signal: either });
    } catch (reason) {
      if (timeout.aborted && !signal.aborted)
        throw new WorkerDied(`The solver did not answer in ${patience} s.`);
      throw reason;
    }
  }
}

/** For questions beside the answer of the page, which they must not hold up: one worker for all of them. */
export const besideSolver = new SolverClient();
