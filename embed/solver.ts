/** The analytic answer to a scenario by the best method, on the page itself: other pages may not start our workers. */
import { refuseKinds } from '../core/engines/capabilities.ts';
import { classesOf, isClosed } from '../core/scenario/classes.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { checkedAnswer } from '../workers/solve/checked-answer.ts';
import type { SolveOutcome } from '../workers/solve/contract.ts';
import { type RareEngines, solveAuto } from '../workers/solve/networks/choose-method.ts';

/** For a scenario and others that differ from it in numbers. */
export async function solverFor(scenario: Scenario): Promise<(scenario: Scenario) => SolveOutcome> {
  const engines = await rareEngines(scenario);
  return (asked) =>
    checkedAnswer(asked, 'auto', (graph) => solveAuto(asked, { timed: false, spans: true, graph, engines }));
}

async function rareEngines(scenario: Scenario): Promise<RareEngines> {
  const random = refuseKinds('selfTimed', scenario);
  const { solveSelfTimed: selfTimed } = random
    ? { solveSelfTimed: () => random }
    : await import('../workers/solve/self-timed/solve-self-timed.ts');
  const closed = classesOf(scenario).some(isClosed)
    ? await import('../workers/solve/networks/solve-closed.ts')
    : { solveClosed: unasked, solvePopulations: unasked };
  return { selfTimed, closed };
}

const unasked = (): never => {
  throw new Error('No class is closed.');
};
