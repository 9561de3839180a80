/** The analytic answer to a scenario by the best method, on the page itself: other pages may not start our workers. */
import { refuseKinds } from '../core/engines/capabilities.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import { classesOf, isClosed } from '../core/scenario/classes.ts';
import { queuesInteract } from '../core/scenario/graph.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { refuseChain } from '../workers/solve/chain/refuse-chain.ts';
import { checkedAnswer } from '../workers/solve/checked-answer.ts';
import type { SolveOutcome } from '../workers/solve/contract.ts';
import { type Engines, solveAuto } from '../workers/solve/networks/choose-method.ts';

/** For a scenario and others that differ from it in numbers. */
export async function solverFor(scenario: Scenario): Promise<(scenario: Scenario) => SolveOutcome> {
  const engines = await enginesFor(scenario);
  return (asked) =>
    checkedAnswer(asked, 'auto', (graph) => solveAuto(asked, { timed: false, spans: true, graph, engines }));
}

async function enginesFor(scenario: Scenario): Promise<Engines> {
  const random = refuseKinds('selfTimed', scenario);
  const hasClosed = classesOf(scenario).some(isClosed);
  const mayBlock = !hasClosed && queuesInteract(scenario);
  const [{ selfTimed, chain }, closed, { solveBlocking: blocking }] = await Promise.all([
    random ? chainEngine(random) : selfTimedEngine(),
    hasClosed
      ? import('../workers/solve/networks/solve-closed.ts')
      : { solveClosed: unasked, solvePopulations: unasked },
    mayBlock ? import('../workers/solve/networks/solve-blocking.ts') : { solveBlocking: unasked },
  ]);
  return { selfTimed, chain, closed, blocking };
}

async function chainEngine(random: NoAnswer): Promise<Pick<Engines, 'selfTimed' | 'chain'>> {
  const { solveChain } = await import('../workers/solve/chain/solve-chain.ts');
  return { selfTimed: () => random, chain: solveChain };
}

/** Constant times have no phases: all that the chain says of them is its refusal. */
async function selfTimedEngine(): Promise<Pick<Engines, 'selfTimed' | 'chain'>> {
  const { solveSelfTimed } = await import('../workers/solve/self-timed/solve-self-timed.ts');
  return { selfTimed: solveSelfTimed, chain: (scenario) => refuseChain(scenario) ?? unasked() };
}

const unasked = (): never => {
  throw new Error('An engine is asked that this scenario does not need.');
};
