/** From a station model's answer to the measures of a stage. */
import type { StageNode } from '../../src/model/scenario.ts';
import type { StageAnswer } from '../contract/solving.ts';
import { type StationKind, solveStation } from './choose-station.ts';
import { dropsArrivals, type FlowNode } from './flow-network.ts';
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

type Measures = Omit<StageAnswer, 'exact'>;

/** Everything but whether it is exact. */
export function answerStage(question: StageQuestion): Measures {
  const { flowNode, kind, offered } = question;
  return answerQueue(question, solveStation(kind, flowNode, offered));
}

/** The same from any model's answer for the stage. */
export function answerQueue(question: StageQuestion, queue: Queue | Saturated): Measures {
  const { flowNode, kind, offered, mayBeBlocked } = question;
  const loadPerServer = offered / flowNode.serverLimit;
  if (isSaturated(queue)) return saturatedAnswer(question, queue.model, loadPerServer);
  const stage = flowNode.node as StageNode;
  const finite = FINITE.has(kind);
  return {
    model: queue.model,
    saturated: loadPerServer >= 1,
    loadPerServer,
    offeredRate: queue.offeredRate,
    arrivalRate: queue.arrivalRate,
    throughput: queue.arrivalRate,
    outputRate: queue.arrivalRate * flowNode.pass,
    ...lossMeasures(question, queue),
    utilization: queue.utilization,
    ...(mayBeBlocked ? {} : { blockedFraction: 0, starvedFraction: Math.max(0, 1 - queue.utilization) }),
    ...occupancyMeasures(queue, stage.discipline === 'PS'),
    ...fullMeasures(queue, stage.capacity, finite),
    ...(question.meansOnly
      ? {}
      : { ...distributionOf(queue), ...(question.untimed ? {} : queuePercentiles(queue)) }),
  };
}

const FINITE: ReadonlySet<StationKind> = new Set(['mm1k', 'mm1kActual', 'mmck', 'mmckActual']);
const OFFERED: ReadonlySet<StationKind> = new Set(['mm1k', 'mmck']);

function saturatedAnswer(question: StageQuestion, model: string, loadPerServer: number): Measures {
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
function lossMeasures({ kind, flowNode }: StageQuestion, queue: Queue) {
  const { offeredRate, tail } = queue;
  const stage = flowNode.node as StageNode;
  const isLossModel = OFFERED.has(kind) || (kind === 'mm1kActual' && dropsArrivals(stage));
  const lossProbability = isLossModel ? (queue.lossProbability ?? tail?.(stage.capacity!)) : undefined;
  if (lossProbability === undefined) return dropsArrivals(stage) ? {} : { lossRate: 0, lossProbability: 0 };
  return { lossRate: offeredRate * lossProbability, lossProbability };
}

/** Numbers, and by Little's law times; under processor sharing nobody waits apart from service. */
function occupancyMeasures({ meanOccupancy, meanQueueLength, arrivalRate }: Queue, shared: boolean) {
  const perElement = (mean: number) => mean / arrivalRate;
  const measures = {
    meanOccupancy,
    ...(arrivalRate > 0 ? { meanSojournTime: perElement(meanOccupancy) } : {}),
    ...(shared ? {} : { meanQueueLength }),
    ...(shared || arrivalRate === 0 ? {} : { meanWaitingTime: perElement(meanQueueLength) }),
  };
  return Number.isFinite(meanOccupancy) ? measures : {};
}

/** A finite model is full at K; an unbounded one with K noted beside it has K or more (Dor 2010, section 3.3.1). */
function fullMeasures({ tail }: Queue, capacity: number | undefined, finite: boolean) {
  if (capacity === undefined || !tail) return {};
  const backPressureProbability = tail(capacity);
  return finite
    ? { fullProbability: backPressureProbability, backPressureProbability }
    : { backPressureProbability };
}

function distributionOf({ distribution }: Queue) {
  const occupancyDistribution = distribution?.();
  return occupancyDistribution ? { occupancyDistribution } : {};
}
