/** Means of the part of a scenario that feeds the rest and is not fed back, from the Markov chain of the part alone. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { solveChain } from '../chain/solve-chain.ts';
import type { StageAnswer } from '../contract.ts';
import { type ExactPart, type ExactPartQuestion, PRECISION_MEASURES } from './contract.ts';
import { findPart } from './find-part.ts';
import { mostFull } from './most-full.ts';

/** Solved within a second. */
const MOST_STATES = 100_000;

/** Exact as long as the part is not held up from outside; only distributions of phases, no stand-ins. */
export function solveExactPart(scenario: Scenario, question: ExactPartQuestion): ExactPart | NoAnswer {
  const part = findPart(scenario, question);
  if (!part) return unsupported('Forks or closed classes tie these stages to all others.');
  const answer = solveChain(part.scenario, { maxStates: MOST_STATES, isQuick: true });
  if (answer.kind === 'noAnswer') return answer;
  return {
    kind: 'exactPart',
    model: Object.values(answer.stages)[0]!.model,
    stages: Object.fromEntries(Object.entries(answer.stages).map(([id, stage]) => [id, meansOf(stage)])),
    edge: part.edge.map((stage) => edgeStage(scenario, stage)),
  };
}

const meansOf = (stage: StageAnswer): ExactPart['stages'][NodeId] =>
  Object.fromEntries(
    PRECISION_MEASURES.flatMap((measure) =>
      stage[measure] === undefined ? [] : [[measure, stage[measure]]],
    ),
  );

function edgeStage(scenario: Scenario, stage: NodeId): ExactPart['edge'][number] {
  const bound = mostFull(scenario, stage);
  return { stage, ...(bound !== undefined && { mostFull: bound }) };
}

const unsupported = (message: string): NoAnswer => ({ kind: 'noAnswer', reason: 'unsupported', message });
