/**
 * The smallest capacity at which a stage is full for no more than a share of the time, by the method that would answer
 * the scenario with that capacity. The station alone (stations/fit-station.ts) says where to begin, the answers of
 * the whole scenario decide. The certificate is the neighbour: with one place less the share is higher.
 *
 * Inputs: the scenario; the stage, whose own capacity does not count; `below` in (0, 1).
 * Refuses: no such stage; the method changes between the two, as they do not fall as one; no capacity up to `MOST_PLACES` will do, as for a stage that is offered more than it serves.
 */
import { isStage, type NodeId, type Scenario, type StageNode } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { SizeAnswer, SizeQuestion, StageAnswer } from '../contract/solving.ts';
import { smallestInteger } from '../numeric/smallest-integer.ts';
import { solveFlows } from './flow-balance.ts';
import { largestBatch } from './flow-network.ts';
import { mixedNetwork, openNetwork } from './networks/open-network.ts';
import { solveScenario } from './solve-scenario.ts';
import { fitStation, type StationCase } from './stations/fit-station.ts';
import { isSaturated } from './stations/queue.ts';
import { nameOf } from './verdict-words.ts';

const MOST_PLACES = 1_000_000;

export function sizeStage(scenario: Scenario, question: SizeQuestion): SizeAnswer | NoAnswer {
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === question.stage);
  if (!stage) return refuse('unsupported', question.stage, `There is no stage ${question.stage}.`);
  const fewest = fewestPlaces(stage);
  const at = answersByCapacity(scenario, question);
  const holds = (K: number): boolean => fullAt(at(K)) <= question.below;
  const guess = guessFor(scenario, stage, question) ?? fewest;
  const found = smallestInteger({ holds, fewest, most: MOST_PLACES, guess });
  if (found === undefined) return tooFull(stage, question, at(MOST_PLACES)?.stage);
  const { stage: answer, method } = at(found)!;
  const before = found > fewest ? at(found - 1) : undefined;
  if (before && before.method !== method) return differently(stage, found, [before.method, method]);
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

/** What the station alone would need, where that can be said. */
function guessFor(scenario: Scenario, drawn: StageNode, { below }: SizeQuestion): number | undefined {
  const network = mixedNetwork(openNetwork(scenario), 'counted');
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const index = network.indexOf.get(drawn.id)!;
  const { node, serviceRate: mu, stream } = network.nodes[index]!;
  if (!flows || node.kind !== 'stage' || flows.offered[index] === 0) return undefined;
  const station = { stage: node, lambda: flows.offered[index]!, mu, ...(stream && { stream }) };
  const holds = (K: number): boolean => fullAlone(station, K) <= below;
  return smallestInteger({ holds, fewest: fewestPlaces(node), most: MOST_PLACES });
}

/** 1 where the station has no steady state, or no answer. */
function fullAlone(station: StationCase, capacity: number): number {
  const { queue } = fitStation({ ...station, stage: { ...station.stage, capacity } });
  const full = isSaturated(queue) ? 1 : (queue.tail?.(capacity) ?? 1);
  return Number.isNaN(full) ? 1 : full;
}

/** Room for what is in service. */
const fewestPlaces = ({ serverCount = 1, bulk }: StageNode): number => serverCount * largestBatch(bulk);

function tooFull(stage: StageNode, { below }: SizeQuestion, answer: StageAnswer | undefined): NoAnswer {
  const load = answer?.loadPerServer;
  const why =
    load !== undefined && load >= 1
      ? `it is offered ${Number(load.toPrecision(4))} times what its servers can do`
      : 'it stays full more often than that';
  const message = `No capacity of ${nameOf(stage)} up to ${MOST_PLACES.toLocaleString('en')} brings P_BP to ${below} or less: ${why}.`;
  return refuse('unstable', stage.id, message);
}

/** Two methods do not fall as one. */
function differently(stage: StageNode, K: number, [below, from]: readonly (string | undefined)[]): NoAnswer {
  const message = `At K = ${K.toLocaleString('en')} of ${nameOf(stage)} the best method changes from ${below} to ${from}, so that the probabilities are not comparable; choose a method by name.`;
  return refuse('unsupported', stage.id, message);
}

const refuse = (reason: NoAnswer['reason'], stage: NodeId, message: string): NoAnswer => ({
  kind: 'noAnswer',
  reason,
  stage,
  message,
});
