/** The analytic answer of a scenario, with simulated numbers where these are asked for and better known. */
import { followsStates, isAutomatic, type MethodName } from '../core/measures/methods.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { bestAnswer } from '../src/features/results/best-answer.ts';
import type { SimulationResult } from '../workers/simulate/contract.ts';
import type { SolveOutcome } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { BadInput } from './bad-input.ts';
import { simulateFor } from './simulators.ts';

export interface SolveOptions {
  /** Default `auto`: exact where that is possible at once, else the best approximation. */
  readonly method?: MethodName;
  /** By the Markov chain, constant times as Erlang distributions of so many phases; integer >= 1. */
  readonly erlang?: number;
  /** Simulates what is not exact until every mean occupancy is known to 1 %, for at most so many seconds. */
  readonly refine?: number;
}

/** Share that simulated means are to be known to. */
const REFINED = 0.01;

/** Without an answer (deadlock, a method that does not take the scenario) a refusal; overloaded, what still exists. */
export const solve = async (scenario: Scenario, options: SolveOptions = {}): Promise<SolveOutcome> =>
  (await solveBest(scenario, options)).best;

export interface Best {
  readonly best: SolveOutcome;
  /** By the method alone. */
  readonly solved: SolveOutcome;
  /** Where it was asked for and needed, and the simulator takes the scenario. */
  readonly result?: SimulationResult;
}

export async function solveBest(scenario: Scenario, options: SolveOptions): Promise<Best> {
  const { refine } = options;
  const solved = solveScenario(scenario, methodOf(options), true, options);
  if (refine === undefined || (solved.kind === 'noAnswer' ? solved.reason === 'invalid' : solved.exact))
    return { best: solved, solved };
  const result = await simulateFor(scenario, REFINED, refine);
  if (!result) return { best: solved, solved };
  const best = bestAnswer(scenario, solved.kind === 'noAnswer' ? undefined : solved, result);
  return { best: best ?? solved, solved, result };
}

/** Phases are for the chain. */
export function methodOf({ method = 'auto', erlang }: SolveOptions): MethodName {
  if (erlang === undefined || followsStates(method)) return method;
  if (isAutomatic(method)) return 'chain';
  throw new BadInput([`solve: --erlang: phases are for the Markov chain; --method ${method} takes none`]);
}
