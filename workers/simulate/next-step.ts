/**
 * What a run does after each look: more replications, a question about an exact part, or nothing more. What is asked does
 * not depend on how long an answer takes, so that the same run gives the same bytes everywhere.
 *
 * A stage that forgets its start slowly is not known to the precision by all replications that a run makes. Where such
 * stages belong to a part that feeds the rest and is not fed back, the part's own Markov chain tells their means, and
 * nothing is left to chance: the estimator is replaced by its expectation, whose variance is 0.
 * Source: Asmussen and Glynn, Stochastic Simulation (2007), section V.4 (conditional Monte Carlo).
 */
import type { ExactPartQuestion } from '../solve/exact-part/contract.ts';
import {
  MOST_REPLICATIONS,
  type NextStep,
  type SimulationPlan,
  type SimulationResult,
  type StageEstimate,
} from './contract.ts';
import { leastReplications, missingOf, neededFor, replicationsWanted } from './stopping.ts';

/** The first look, which decides only whether to ask for an exact part: early, so that its chain is solved beside the rest. */
const FIRST_LOOK = 6;

type Known = Pick<SimulationResult, 'replications' | 'stages'>;

/** `result` is absent before the first look; `asked`: the question that was asked last. */
export function nextStep(plan: SimulationPlan, result?: Known, asked?: ExactPartQuestion): NextStep {
  if (result === undefined) {
    const wanted = replicationsWanted(plan);
    return { replications: mayAsk(plan) ? Math.min(FIRST_LOOK, wanted) : wanted };
  }
  const question = mayAsk(plan) ? questionOf(plan, result) : undefined;
  if (question === undefined || JSON.stringify(question) === JSON.stringify(asked))
    return { replications: replicationsWanted(plan, result) };
  // Meanwhile for what the part will not tell.
  const others = { ...result, stages: without(result.stages, question.stages) };
  return { replications: replicationsWanted(plan, others), question };
}

/** A chain has a steady state, which a run over frames of time is not in. */
const mayAsk = ({ precision, course }: SimulationPlan): boolean =>
  precision !== undefined && course === undefined;

/** What no run would reach, by the replications alone. */
function questionOf(plan: SimulationPlan, result: Known): ExactPartQuestion | undefined {
  const plain = Object.fromEntries(
    Object.entries(result.stages).map(([id, { simulated, ...stage }]) => [id, { ...stage, ...simulated }]),
  );
  const most = Math.max(MOST_REPLICATIONS, leastReplications(plan));
  const far = missingOf(plan, { stages: plain }).filter(
    ({ share }) => neededFor(share, plan.precision!, result.replications) > most,
  );
  // Nothing new to ask for where all of them are in the part already.
  if (far.every(({ stage }) => result.stages[stage]!.simulated)) return undefined;
  const ids = Object.keys(result.stages);
  return {
    stages: ids.filter((id) => far.some(({ stage }) => stage === id)),
    neverFull: ids.filter((id) => result.stages[id]!.fullProbability?.mean === 0),
  };
}

const without = (
  stages: Readonly<Record<string, StageEstimate>>,
  left: readonly string[],
): Readonly<Record<string, StageEstimate>> =>
  Object.fromEntries(Object.entries(stages).filter(([id]) => !left.includes(id)));
