/** One stage of the decomposition by blocking (blocking-network.ts) as measures. */
import { PERCENTILES } from '../../../core/measures/measure-rows.ts';
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { disciplineOf } from '../../../core/rules/discipline.ts';
import { blocksSenders, losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import type { FlowNode } from '../flow-network.ts';
import { solveMmc } from '../stations/mmc.ts';
import { solveMmck, solveMmckActual } from '../stations/mmck.ts';
import { isSaturated } from '../stations/queue.ts';
import {
  MOST_TIMED_SERVERS,
  type QueuePercentiles,
  queuePercentiles,
} from '../stations/queue-percentiles.ts';
import type { BlockingNodeAnswer } from './blocking-network.ts';
import { blockingDistribution } from './blocking-queue.ts';

/** Everything but what its classes, digits and assumptions add; filled in later, not copied. */
export type BlockingStage = { -readonly [Name in keyof StageAnswer]: StageAnswer[Name] };

/** `meansOnly`: without the distribution; `timed`: with percentiles of times. */
export function blockingStage(
  { node, serviceRate, serverLimit, pass, blockers }: FlowNode,
  { offered, accepted, holding, services, meanOccupancy, full, grows, queue }: BlockingNodeAnswer,
  { meansOnly, timed }: { readonly meansOnly: boolean; readonly timed: boolean },
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
    saturated: offered >= serverLimit,
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
  if (timed) Object.assign(measures, percentilesAt(stage, measures, holding));
  return measures;
}

/**
 * Percentiles of times in order of arrival: those of M/M/c/K whose services last as long as servers are held, stretched to the means of
 * this answer. Absent where it would have no steady state, and where services are so unlike exponential that the two contradict
 * each other: nobody waits longer than the whole stay.
 */
function percentilesAt(
  stage: StageNode,
  { offeredRate, arrivalRate, meanSojournTime, meanWaitingTime }: BlockingStage,
  holding: number,
): QueuePercentiles {
  const [c, K] = [serverCountOf(stage), capacityOf(stage)];
  if (disciplineOf(stage) !== 'FCFS' || !arrivalRate || !offeredRate || c > MOST_TIMED_SERVERS) return {};
  const servers = { mu: 1 / holding, c };
  const model = losesWhenFull(stage)
    ? solveMmck({ ...servers, K, lambda: offeredRate })
    : stage.capacity === undefined
      ? solveMmc({ ...servers, lambda: arrivalRate })
      : solveMmckActual({ ...servers, K, lambda: arrivalRate });
  if (isSaturated(model)) return {};
  const { waitingPercentiles, sojournPercentiles } = queuePercentiles(model);
  const times = {
    ...stretched(
      'waitingPercentiles',
      waitingPercentiles,
      meanWaitingTime,
      model.meanQueueLength / model.arrivalRate,
    ),
    ...stretched(
      'sojournPercentiles',
      sojournPercentiles,
      meanSojournTime,
      model.meanOccupancy / model.arrivalRate,
    ),
  };
  return isConsistent(times) ? times : {};
}

const isConsistent = ({ waitingPercentiles: waits, sojournPercentiles: stays }: QueuePercentiles): boolean =>
  !waits || !stays || PERCENTILES.every((share) => waits[share] <= stays[share]);

function stretched(
  name: keyof QueuePercentiles,
  percentiles: TimePercentiles | undefined,
  mean: number | undefined,
  modelled: number,
): QueuePercentiles {
  if (!percentiles || mean === undefined || !(modelled > 0)) return {};
  const entries = Object.entries(percentiles).map(([share, time]) => [share, time * (mean / modelled)]);
  return { [name]: Object.fromEntries(entries) };
}
