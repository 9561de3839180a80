/** From a station model's answer to the measures of a stage. */
import { sharesServers } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import { type StationKind, solveStation } from './choose-station.ts';
import type { StageAnswer } from './contract.ts';
import type { FlowNode } from './flow-network.ts';
import { isSaturated, type Queue, type Saturated } from './stations/queue.ts';
import { queuePercentiles } from './stations/queue-percentiles.ts';

export interface StageQuestion {
  readonly flowNode: FlowNode;
  readonly kind: StationKind;
  /** Elements per second at the door, native unit. */
  readonly offered: number;
  /** Its servers may be held by finished elements: some successor is finite and blocks. */
  readonly mayBeBlocked: boolean;
  /** Leave distributions and percentiles out, which cost more than all the rest. */
  readonly meansOnly?: boolean;
  /** Leave percentiles out. */
  readonly untimed?: boolean;
}

export type StageMeasurements = Omit<StageAnswer, 'exact'>;
type Draft = { -readonly [Name in keyof StageMeasurements]: StageMeasurements[Name] };

/** Everything but whether it is exact. */
export function answerStage(question: StageQuestion): StageMeasurements {
  const { flowNode, kind, offered } = question;
  return answerQueue(question, solveStation(kind, flowNode, offered));
}

/** Fills in any model's answer for a stage. One object is used: it is made for every stage of every solution. */
export function answerQueue(question: StageQuestion, queue: Queue | Saturated): StageMeasurements {
  const { flowNode, kind, offered, mayBeBlocked } = question;
  const loadPerServer = offered / flowNode.serverLimit;
  if (isSaturated(queue)) return saturatedAnswer(question, queue.model, loadPerServer);
  const stage = flowNode.node as StageNode;
  const measures: Draft = {
    model: queue.model,
    saturated: loadPerServer >= 1,
    loadPerServer,
    offeredRate: queue.offeredRate,
    arrivalRate: queue.arrivalRate,
    throughput: queue.arrivalRate,
    outputRate: queue.arrivalRate * flowNode.pass,
  };
  addLosses(measures, question, queue);
  measures.utilization = queue.utilization;
  if (!mayBeBlocked) {
    measures.blockedFraction = 0;
    measures.starvedFraction = Math.max(0, 1 - queue.utilization);
  }
  addOccupancy(measures, queue, sharesServers(stage));
  addFull(measures, queue, stage.capacity, FINITE.has(kind));
  if (question.meansOnly) return measures;
  const occupancyDistribution = queue.distribution?.();
  if (occupancyDistribution) measures.occupancyDistribution = occupancyDistribution;
  return question.untimed ? measures : Object.assign(measures, queuePercentiles(queue));
}

const FINITE: ReadonlySet<StationKind> = new Set(['mm1k', 'mm1kActual', 'mmck', 'mmckActual']);
const OFFERED: ReadonlySet<StationKind> = new Set(['mm1k', 'mmck']);

function saturatedAnswer(question: StageQuestion, model: string, loadPerServer: number): StageMeasurements {
  const { flowNode, offered, mayBeBlocked } = question;
  return {
    model,
    saturated: true,
    loadPerServer,
    offeredRate: offered,
    arrivalRate: flowNode.serverLimit,
    throughput: flowNode.serverLimit,
    outputRate: flowNode.serverLimit * flowNode.pass,
    utilization: 1,
    ...(mayBeBlocked ? {} : { blockedFraction: 0, starvedFraction: 0 }),
  };
}

/** A stage that blocks, or has room for all, loses nothing. */
function addLosses(measures: Draft, { kind, flowNode }: StageQuestion, queue: Queue): void {
  const stage = flowNode.node as StageNode;
  const isLossModel = OFFERED.has(kind) || (kind === 'mm1kActual' && losesWhenFull(stage));
  const lost = isLossModel ? (queue.lossProbability ?? queue.tail?.(stage.capacity!)) : undefined;
  if (lost === undefined && losesWhenFull(stage)) return;
  measures.lossRate = lost === undefined ? 0 : queue.offeredRate * lost;
  measures.lossProbability = lost ?? 0;
}

/** Numbers, and by Little's law times; under processor sharing nobody waits apart from service. */
function addOccupancy(
  measures: Draft,
  { meanOccupancy, meanQueueLength, arrivalRate }: Queue,
  shared: boolean,
): void {
  if (!Number.isFinite(meanOccupancy)) return;
  measures.meanOccupancy = meanOccupancy;
  if (arrivalRate > 0) measures.meanSojournTime = meanOccupancy / arrivalRate;
  if (shared) return;
  measures.meanQueueLength = meanQueueLength;
  if (arrivalRate !== 0) measures.meanWaitingTime = meanQueueLength / arrivalRate;
}

/** A finite model is full at K; an unbounded one with K noted beside it has K or more (Dor 2010, section 3.3.1). */
function addFull(measures: Draft, { tail }: Queue, capacity: number | undefined, finite: boolean): void {
  if (capacity === undefined || !tail) return;
  const probability = tail(capacity);
  if (finite) measures.fullProbability = probability;
  measures.backPressureProbability = probability;
}
