/**
 * All measures of a network under one method, without verdicts: flows first, then each stage alone at its flow. This is
 * the part that is solved again for other inputs (precision-spans.ts, design-space exploration).
 */

import { isPoisson } from '../../core/distributions/index.ts';
import { followsVariability, isAutomatic } from '../../core/measures/methods.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { chooseStation } from './choose-station.ts';
import type { StagewiseMethod } from './contract.ts';
import { type FlowRule, solveFlows } from './flow-balance.ts';
import type { ClassShare, FlowNetwork, FlowNode, Flows } from './flow-network.ts';
import { classAnswers } from './networks/class-answers.ts';
import { answerDelay } from './networks/delay-answer.ts';
import { fittedStation } from './networks/fitted-station.ts';
import { rankedStage, ranksAreKnown } from './networks/ranked-station.ts';
import { solveTwoMoments, takesTwoMoments } from './networks/two-moment-station.ts';
import { arrivalVariability, type Variability } from './networks/variability.ts';
import { answerQueue, answerStage, type StageMeasurements } from './stage-answer.ts';
import { MOST_TIMED_SERVERS } from './stations/queue-percentiles.ts';
import type { FittedStation } from './stations/station-case.ts';

/** What a model of its own takes for granted. */
export type Granted = Pick<FittedStation, 'assumptions' | 'exact'>;

export interface NetworkSolution {
  readonly flows: Flows;
  /** By index; of stages and delays. */
  readonly stages: readonly (StageMeasurements | undefined)[];
  /** Stages, by index, that were given a model for their own arrivals, services or discipline, and what it takes for granted. */
  readonly fitted: ReadonlyMap<number, Granted>;
}

/** Dor's models and mmc take arrivals as accepted; the others let dropping stages lose, mmck as M/M/c/K does. */
export const lossesOf = (method: StagewiseMethod): FlowRule['losses'] => LOSSES[method];

const LOSSES = {
  auto: 'counted',
  qna: 'counted',
  mmck: 'memoryless',
  mm1: 'ignored',
  mm1k: 'ignored',
  mmc: 'ignored',
} as const satisfies Record<StagewiseMethod, FlowRule['losses']>;

export interface NetworkQuestion {
  readonly network: FlowNetwork;
  readonly method: StagewiseMethod;
  readonly meansOnly?: boolean;
  /** With percentiles of times. */
  readonly timed?: boolean;
}

/** Undefined when the flows do not balance: a loop returns at least what it takes, without a server to limit it. */
export function solveNetwork(question: NetworkQuestion): NetworkSolution | undefined {
  const { network, method } = question;
  const flows = solveFlows(network, { regime: 'limited', losses: lossesOf(method) });
  if (!flows) return undefined;
  const variability = followsVariability(method) ? arrivalVariability(network, flows) : undefined;
  const fitted = new Map<number, Granted>();
  const stages = network.nodes.map((flowNode, index) => {
    const { mix } = flowNode;
    const stage = measuresAt(question, {
      flowNode,
      index,
      offered: flows.offered[index]!,
      variability,
      fitted,
    });
    return stage && mix && (!question.meansOnly || isRanked(flowNode))
      ? withClasses(flowNode, mix, stage)
      : stage;
  });
  return { flows, stages, fitted };
}

/** Its means are those of its classes together, not of one queue in order of arrival. */
const isRanked = ({ node, mix = [] }: FlowNode): boolean => node.kind === 'stage' && ranksAreKnown(node, mix);

function withClasses(
  flowNode: FlowNode,
  mix: readonly ClassShare[],
  stage: StageMeasurements,
): StageMeasurements {
  const { node } = flowNode;
  const inOrder = { ...stage, byClass: classAnswers(node, mix, stage) };
  return (node.kind === 'stage' && rankedStage(flowNode, node, inOrder)) || inOrder;
}

interface Place {
  readonly flowNode: FlowNode;
  readonly index: number;
  readonly offered: number;
  readonly variability: Variability | undefined;
  /** Gets the index where a model of its own was found. */
  readonly fitted: Map<number, Granted>;
}

function measuresAt(
  { network, method, meansOnly = false, timed = false }: NetworkQuestion,
  { flowNode, index, offered, variability, fitted }: Place,
): StageMeasurements | undefined {
  const { node, serviceRate } = flowNode;
  const mayBeBlocked = flowNode.blockers.length > 0;
  if (node.kind === 'delay') return answerDelay({ offered, mean: 1 / serviceRate, mayBeBlocked, meansOnly });
  if (node.kind !== 'stage') return undefined;
  const kind = chooseStation(node, stationMethod(method));
  const untimed =
    !timed ||
    serverCountOf(node) > MOST_TIMED_SERVERS ||
    network.nodes.length > (isPoisson(node.service) ? MOST_TIMED : MOST_INVERTED);
  const question = { flowNode, kind, offered, mayBeBlocked, meansOnly, untimed };
  const [arrivalScv, group] = [variability?.scv[index] ?? 1, variability?.group[index] ?? 1];
  // What is as irregular as Poisson arrivals has models of its own, with distributions; so has what one source sends.
  const knowsMoments =
    variability !== undefined && takesTwoMoments(flowNode) && (arrivalScv !== 1 || group !== 1);
  const isStream = flowNode.stream !== undefined;
  const own =
    isAutomatic(stationMethod(method)) && (isStream || !knowsMoments)
      ? fittedStation(flowNode, offered)
      : undefined;
  if (own) {
    fitted.set(index, own);
    return answerQueue(question, own.queue);
  }
  return knowsMoments
    ? answerQueue(question, solveTwoMoments({ flowNode, offered, arrivalScv, group }))
    : answerStage(question);
}

/** Percentiles take up to half a millisecond for a stage, under general distributions up to 0.1 s; larger networks do without. */
const MOST_TIMED = 64;
const MOST_INVERTED = 16;

/** Stages that qna has no formula of its own for have the one of `auto`. */
export const stationMethod = (method: StagewiseMethod) => (followsVariability(method) ? 'auto' : method);
