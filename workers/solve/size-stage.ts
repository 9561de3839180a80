/**
 * The smallest capacity at which a stage is full for no more than a share of the time, by the method that would answer
 * the scenario with that capacity. The station alone (stations/fit-station.ts) says where to begin, the answers of
 * the whole scenario decide. The certificate is the neighbour: with one place less the share is higher.
 *
 * Inputs: the scenario; the stage, whose own capacity does not count; `below` in (0, 1).
 * Refuses: no such stage; the method changes between the two, as they do not fall as one; no capacity up to `MOST_PLACES` will do, as for a stage that is offered more than it serves.
 */

import type { MethodName } from '../../core/measures/methods.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { nameOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { smallestInteger } from '../numeric/smallest-integer.ts';
import { refuseMethod } from './checked-answer.ts';
import type { SizeAnswer, SizeQuestion, StageAnswer } from './contract.ts';
import { solveFlows } from './flow-balance.ts';
import { mixedNetwork, openNetwork } from './networks/open-network.ts';
import { solveScenario } from './solve-scenario.ts';
import { fitStation } from './stations/fit-station.ts';
import { isSaturated } from './stations/queue.ts';
import type { StationCase } from './stations/station-case.ts';

const MOST_PLACES = 1_000_000;
/** Far enough above 1 that rounding has no part in it. */
const OVERLOADED = 1.01;

export function sizeStage(scenario: Scenario, question: SizeQuestion): SizeAnswer | NoAnswer {
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === question.stage);
  if (!stage) return noAnswer('noSuchStage', { id: question.stage }, question.stage);
  const unable = refuseMethod(scenario, question.method ?? 'auto');
  if (unable) return unable;
  const fewest = fewestPlaces(stage);
  const at = answersByCapacity(scenario, question);
  const holds = (K: number): boolean => fullAt(at(K)) <= question.below;
  const alone = stationAlone(scenario, stage);
  // However many places there are, what cannot be served stands before them.
  if (alone && alone.load > OVERLOADED) return tooFull(stage, question, { largest: at(fewest), alone });
  const guess = (alone && guessFor(alone, question)) ?? fewest;
  const found = smallestInteger({ holds, fewest, most: MOST_PLACES, guess });
  if (found === undefined) return tooFull(stage, question, { largest: at(MOST_PLACES), alone });
  const { stage: answer, method } = at(found) as Answer;
  const before = found > fewest ? at(found - 1) : undefined;
  if (before && isAnswer(before) && before.method !== method) {
    const facts = { name: nameOf(stage), capacity: found, below: before.method, from: method };
    return noAnswer('methodChanges', facts, stage.id);
  }
  return {
    kind: 'capacity',
    stage: stage.id,
    below: question.below,
    capacity: found,
    fullProbability: fullAt({ stage: answer, method }),
    ...(before && { withOneLess: fullAt(before) }),
    model: answer.model,
    exact: answer.exact,
    broken: (answer.assumptions ?? []).filter(({ holds }) => !holds),
  };
}

interface Answer {
  readonly stage: StageAnswer;
  /** That gave it. */
  readonly method: MethodName;
}

/** The stage's answer when it has K places, or why there is none. */
function answersByCapacity(scenario: Scenario, { stage, method = 'auto' }: SizeQuestion) {
  const known = new Map<number, Answer | NoAnswer>();
  return (capacity: number): Answer | NoAnswer => {
    const before = known.get(capacity);
    if (before) return before;
    const nodes = scenario.nodes.map((node) => (node.id === stage ? { ...node, capacity } : node));
    const outcome = solveScenario({ ...scenario, nodes } as Scenario, method, false, { spans: false });
    const answer =
      outcome.kind === 'noAnswer'
        ? outcome
        : { stage: outcome.stages[stage]!, method: outcome.solvedBy ?? outcome.method };
    known.set(capacity, answer);
    return answer;
  };
}

const isAnswer = (found: Answer | NoAnswer): found is Answer => !('kind' in found);

const fullAt = (found: Answer | NoAnswer): number =>
  isAnswer(found) ? (found.stage.backPressureProbability ?? 1) : 1;

/** The station as if nothing behind it held it up. */
interface StationAlone {
  readonly station: StationCase;
  /** Offered work over what its servers can do. */
  readonly load: number;
}

/** Undefined where nothing comes, or flows do not balance. */
function stationAlone(scenario: Scenario, { id }: StageNode): StationAlone | undefined {
  const network = mixedNetwork(openNetwork(scenario), 'counted');
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const index = network.indexOf.get(id)!;
  const { node, serviceRate: mu, serverLimit, stream } = network.nodes[index]!;
  const lambda = flows?.offered[index] ?? 0;
  if (node.kind !== 'stage' || lambda === 0) return undefined;
  return { station: { stage: node, lambda, mu, ...(stream && { stream }) }, load: lambda / serverLimit };
}

/** What the station alone would need, where that can be said. */
function guessFor({ station }: StationAlone, { below }: SizeQuestion): number | undefined {
  const holds = (K: number): boolean => fullAlone(station, K) <= below;
  return smallestInteger({ holds, fewest: fewestPlaces(station.stage), most: MOST_PLACES });
}

/** 1 where the station has no steady state, or no answer. */
function fullAlone(station: StationCase, capacity: number): number {
  const { queue } = fitStation({ ...station, stage: { ...station.stage, capacity } });
  const full = isSaturated(queue) ? 1 : (queue.tail?.(capacity) ?? 1);
  return Number.isNaN(full) ? 1 : full;
}

/** Room for what is in service. */
const fewestPlaces = (stage: StageNode): number => serverCountOf(stage) * largestBatch(stage.bulk);

interface Known {
  readonly largest: Answer | NoAnswer;
  readonly alone: StationAlone | undefined;
}

/** Held back by a full stage, its senders bring no more than it can do; what counts is what they would bring. */
function tooFull(stage: StageNode, { below }: SizeQuestion, { largest, alone }: Known): NoAnswer {
  if (!isAnswer(largest)) return largest;
  const load = Math.max(alone?.load ?? 0, largest.stage.loadPerServer);
  return noAnswer('noCapacityIsEnough', { name: nameOf(stage), most: MOST_PLACES, below, load }, stage.id);
}
