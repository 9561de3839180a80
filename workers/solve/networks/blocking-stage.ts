/** One stage of a line with blocking (blocking-line.ts) as measures. */
import { largestBatch } from '../../../core/rules/bulk.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import type { FlowNode } from '../flow-network.ts';
import { solveMmc } from '../stations/mmc.ts';
import { isSaturated, type Queue, type Saturated } from '../stations/queue.ts';
import type { LineStageAnswer } from './blocking-line.ts';
import { blockingDistribution } from './blocking-queue.ts';

/** Everything but what its classes, digits and assumptions add; filled in later, not copied. */
export type BlockingStage = { -readonly [Name in keyof StageAnswer]: StageAnswer[Name] };

/** `meansOnly`: without the distribution. */
export function blockingStage(
  { node, serviceRate, serverLimit, pass }: FlowNode,
  { offered, accepted, holding, distribution }: LineStageAnswer,
  meansOnly: boolean,
): BlockingStage {
  const stage = node as StageNode;
  const c = serverCountOf(stage);
  const b = largestBatch(stage.bulk);
  const utilization = accepted / serverLimit;
  const blockedFraction = Math.max(0, (accepted * (holding - 1 / (serviceRate * b))) / c);
  const filling = (b - 1) / 2;
  // Without a limit M/M/c whose services last as long as their servers are held.
  const open = stage.capacity === undefined ? solveMmc({ lambda: accepted, mu: 1 / holding, c }) : undefined;
  const found = open ? (isSaturated(open) ? Number.NaN : open.meanOccupancy) : distribution!.meanOccupancy;
  const meanOccupancy = Math.min(found + filling, capacityOf(stage));
  const inService = c * (b * utilization + blockedFraction);
  const meanQueueLength = Math.max(0, meanOccupancy - inService);
  const lossRate = offered - accepted;
  const measures: BlockingStage = {
    model: `M/M/${c === 1 ? '1' : 'c'}${stage.capacity === undefined ? '' : '/K'} with blocking`,
    exact: false,
    saturated: offered >= serverLimit,
    loadPerServer: offered / serverLimit,
    offeredRate: offered,
    arrivalRate: accepted,
    throughput: accepted,
    outputRate: accepted * pass,
    lossRate,
    utilization,
    blockedFraction,
    starvedFraction: Math.max(0, 1 - utilization - blockedFraction),
    meanOccupancy,
    meanQueueLength,
  };
  if (offered > 0) measures.lossProbability = lossRate / offered;
  if (accepted > 0) {
    measures.meanSojournTime = meanOccupancy / accepted;
    measures.meanWaitingTime = meanQueueLength / accepted;
  }
  if (stage.capacity !== undefined && accepted * holding < NEARLY_ALWAYS * c) {
    measures.fullProbability = distribution!.full;
    measures.backPressureProbability = distribution!.full;
  }
  if (b > 1 || meansOnly) return measures;
  const occupancy = open ? occupancyOf(open) : blockingDistribution(distribution!);
  if (occupancy) measures.occupancyDistribution = occupancy;
  return measures;
}

const occupancyOf = (queue: Queue | Saturated): readonly number[] | undefined =>
  isSaturated(queue) ? undefined : queue.distribution?.();

/** Servers that are never idle, to so many digits, carry the same flow however often the stage is full. */
const NEARLY_ALWAYS = 1 - 1e-6;
