import { largestBatch } from '../../../core/rules/bulk.ts';
import { blocksSenders, losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import type { FlowNode } from '../flow-network.ts';
import type { QueuePercentiles } from '../stations/queue-percentiles.ts';
import type { BlockingNodeAnswer } from './blocking-network.ts';
import { blockingDistribution } from './blocking-queue.ts';

/** Everything but what its classes, digits and assumptions add; filled in later, not copied. */
export type BlockingStage = { -readonly [Name in keyof StageAnswer]: StageAnswer[Name] };

/** Percentiles of times at a stage whose servers are held so long for each service, s. */
export type BlockingTimes = (stage: StageNode, measures: BlockingStage, holding: number) => QueuePercentiles;

/** `meansOnly`: without the distribution; `times`: with percentiles. */
export function blockingStage(
  { node, serviceRate, serverLimit, pass, blockers }: FlowNode,
  { offered, accepted, holding, services, meanOccupancy, full, grows, queue }: BlockingNodeAnswer,
  { meansOnly, times }: { readonly meansOnly: boolean; readonly times?: BlockingTimes | undefined },
): BlockingStage {
  const stage = node as StageNode;
  const c = serverCountOf(stage);
  const b = largestBatch(stage.bulk);
  const utilization = Math.min(1, accepted / serverLimit);
  const blockedFraction = Math.min(
    1 - utilization,
    Math.max(0, (services * (holding - 1 / serviceRate)) / c),
  );
  const lossRate = offered - accepted;
  const measures: BlockingStage = {
    model: `G/G/${c === 1 ? '1' : 'c'}${stage.capacity === undefined ? '' : '/K'}${blockers.length > 0 || blocksSenders(stage) ? ' with blocking' : ''}`,
    exact: false,
    saturated: grows || offered >= serverLimit,
    loadPerServer: offered / serverLimit,
    offeredRate: offered,
    arrivalRate: accepted,
    throughput: accepted,
    outputRate: accepted * pass,
    lossRate: losesWhenFull(stage) ? Math.max(0, lossRate) : 0,
    utilization,
    blockedFraction,
    starvedFraction: Math.max(0, 1 - utilization - blockedFraction),
  };
  if (offered > 0) measures.lossProbability = measures.lossRate! / offered;
  if (grows) return measures;
  const held = Math.min(meanOccupancy, c * (b * utilization + blockedFraction));
  measures.meanOccupancy = meanOccupancy;
  measures.meanQueueLength = meanOccupancy - held;
  if (accepted > 0) {
    measures.meanSojournTime = meanOccupancy / accepted;
    measures.meanWaitingTime = measures.meanQueueLength / accepted;
  }
  if (stage.capacity !== undefined) {
    measures.fullProbability = full;
    measures.backPressureProbability = full;
  }
  if (b > 1 || meansOnly) return measures;
  const places = { promised: promisesPlaces(stage), capacity: capacityOf(stage) };
  const distribution = 'weights' in queue ? blockingDistribution(queue, places) : undefined;
  if (distribution) measures.occupancyDistribution = distribution;
  if (times) Object.assign(measures, times(stage, measures, holding));
  return measures;
}
