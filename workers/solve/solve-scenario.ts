/**
 * The analytic answer to a scenario by the method asked for. Plain data in and out.
 *
 * `auto`: the formulas, stage by stage; where they are not exact and the Markov chain of the whole scenario is small,
 * the chain, which leaves nothing out. The other formulas are answered as asked.
 */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { MethodName, SolveAnswer, SolveOutcome } from '../contract/solving.ts';
import { solveChain } from './chain/solve-chain.ts';
import { solveByFormulas } from './solve-by-formulas.ts';

export function solveScenario(scenario: Scenario, method: MethodName): SolveOutcome {
  if (method === 'chain') return solveChain(scenario);
  const formulas = solveByFormulas(scenario, method);
  if (method !== 'auto' || formulas.kind === 'noAnswer' || formulas.exact) return formulas;
  const chain = solveChain(scenario, { maxStates: MOST_STATES_UNASKED, isQuick: true });
  return chain.kind === 'noAnswer' ? warned(formulas, chain) : { ...chain, method };
}

/** Solved within some 100 ms, so that the page follows a slider. */
const MOST_STATES_UNASKED = 3000;

/** The formulas stand, but the chain may know that there is no steady state. */
function warned(formulas: SolveAnswer, { reason, stage, message }: NoAnswer): SolveAnswer {
  if (reason === 'unsupported' || reason === 'invalid' || formulas.kind === 'unstable') return formulas;
  const verdict = { code: `chain-${reason}`, severity: 'warning', ...(stage && { stage }), message } as const;
  return { ...formulas, verdicts: [verdict, ...formulas.verdicts] };
}
