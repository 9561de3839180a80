/**
 * The smallest capacity at which a stage is full for no more than a share of the time, by the method that would answer
 * the scenario with that capacity. The station alone (stations/smallest-capacity.ts) says where to begin, the answers of
 * the whole scenario decide. The certificate is the neighbour: with one place less the share is higher.
 *
 * Inputs: the scenario; the stage, whose own capacity does not count; `below` in (0, 1).
 * Refuses: no such stage; the method changes between the two, as they do not fall as one; no capacity up to `MOST_PLACES` will do, as for a stage that is offered more than it serves.
 */
import { isStage, type NodeId, type Scenario, type StageNode } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { MethodName, SizeAnswer, StageAnswer } from '../contract/solving.ts';
import { solveFlows } from './flow-balance.ts';
import { largestBatch } from './flow-network.ts';
import { mixedNetwork, openNetwork } from './networks/open-network.ts';
import { solveScenario } from './solve-scenario.ts';
import { smallestCapacity } from './stations/smallest-capacity.ts';

export interface SizeQuestion {
  readonly stage: NodeId;
  readonly below: number;
  readonly method?: MethodName;
}

const MOST_PLACES = 1_000_000;

export function sizeStage(scenario: Scenario, question: SizeQuestion): SizeAnswer | NoAnswer {
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === question.stage);
  if (!stage) return refuse('unsupported', question.stage, `There is no stage ${question.stage}.`);
  const fewest = (stage.serverCount ?? 1) * largestBatch(stage.bulk);
  const at = answersByCapacity(scenario, question);
  const isEnough = (K: number): boolean => fullAt(at(K)) <= question.below;
  const found = smallestEnough(isEnough, fewest, guessFor(scenario, stage, question.below) ?? fewest);
  if (found === undefined) return tooFull(question, at(MOST_PLACES)?.stage);
  const { stage: answer, method } = at(found)!;
  const before = found > fewest ? at(found - 1) : undefined;
  if (before && before.method !== method) return differently(question, found, [before.method, method]);
  return {
    kind: 'capacity',
    stage: stage.id,
    below: question.below,
    capacity: found,
    fullProbability: fullAt({ stage: answer }),
    ...(before && { withOneLess: fullAt(before) }),
    model: answer.model,
    exact: answer.exact,
    broken: (answer.assumptions ?? []).filter(({ holds }) => !holds),
  };
}

interface Answer {
  readonly stage: StageAnswer;
  /** That gave it, in words. */
  readonly method: string | undefined;
}

/** The stage's answer when it has K places; undefined where there is none. */
function answersByCapacity(scenario: Scenario, { stage, method = 'auto' }: SizeQuestion) {
  const known = new Map<number, Answer | undefined>();
  return (capacity: number): Answer | undefined => {
    if (!known.has(capacity)) {
      const nodes = scenario.nodes.map((node) => (node.id === stage ? { ...node, capacity } : node));
      const outcome = solveScenario({ ...scenario, nodes } as Scenario, method, false);
      const answer = outcome.kind === 'noAnswer' ? undefined : outcome.stages[stage];
      const label = outcome.kind === 'noAnswer' ? undefined : outcome.methodLabel;
      known.set(capacity, answer && { stage: answer, method: label });
    }
    return known.get(capacity);
  };
}

const fullAt = (answer: Pick<Answer, 'stage'> | undefined): number =>
  answer?.stage.backPressureProbability ?? 1;

/** What the station alone would need. */
function guessFor(scenario: Scenario, { id }: StageNode, below: number): number | undefined {
  const network = mixedNetwork(openNetwork(scenario), 'counted');
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const index = network.indexOf.get(id)!;
  const { node, serviceRate: mu, stream } = network.nodes[index]!;
  if (!flows || node.kind !== 'stage' || flows.offered[index] === 0) return undefined;
  const station = { stage: node, lambda: flows.offered[index]!, mu, ...(stream && { stream }) };
  return smallestCapacity(station, below, MOST_PLACES)?.capacity;
}

/** Doubles the steps away from the guess until one end is enough and the other is not, then halves in. */
function smallestEnough(isEnough: (K: number) => boolean, fewest: number, guess: number): number | undefined {
  let [low, high] = [fewest - 1, guess];
  if (isEnough(guess)) {
    for (let step = 1; guess - step >= fewest; step *= 2) {
      if (!isEnough(guess - step)) {
        low = guess - step;
        break;
      }
      high = guess - step;
    }
  } else {
    do {
      if (high >= MOST_PLACES) return undefined;
      [low, high] = [high, Math.min(MOST_PLACES, guess + 2 * (high - guess + 1))];
    } while (!isEnough(high));
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function tooFull({ stage, below }: SizeQuestion, answer: StageAnswer | undefined): NoAnswer {
  const load = answer?.loadPerServer;
  const why =
    load !== undefined && load >= 1
      ? `it is offered ${Number(load.toPrecision(4))} times what its servers can do`
      : 'it stays full more often than that';
  const message = `No capacity of ${stage} up to ${MOST_PLACES.toLocaleString('en')} brings P_BP to ${below} or less: ${why}.`;
  return refuse('unstable', stage, message);
}

/** Two methods do not fall as one. */
function differently(
  { stage }: SizeQuestion,
  K: number,
  [below, from]: readonly (string | undefined)[],
): NoAnswer {
  const message = `At K = ${K.toLocaleString('en')} of ${stage} the best method changes from ${below} to ${from}, so that the probabilities are not comparable; choose a method by name.`;
  return refuse('unsupported', stage, message);
}

const refuse = (reason: NoAnswer['reason'], stage: NodeId, message: string): NoAnswer => ({
  kind: 'noAnswer',
  reason,
  stage,
  message,
});
