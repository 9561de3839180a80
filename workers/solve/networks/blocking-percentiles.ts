/** Percentiles of times at the stages of the decomposition by blocking: apart, since means are asked for far more often. */
import { PERCENTILES } from '../../../core/measures/measure-rows.ts';
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import { disciplineOf } from '../../../core/rules/discipline.ts';
import { losesWhenFull } from '../../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { solveMmc } from '../stations/mmc.ts';
import { solveMmck, solveMmckActual } from '../stations/mmck.ts';
import { isSaturated } from '../stations/queue.ts';
import {
  MOST_TIMED_SERVERS,
  type QueuePercentiles,
  queuePercentiles,
} from '../stations/queue-percentiles.ts';
import type { BlockingStage } from './blocking-stage.ts';

/**
 * Percentiles of times in order of arrival: those of M/M/c/K whose services last as long as servers are held, stretched to the means of
 * this answer. Absent where it would have no steady state, and where services are so unlike exponential that the two contradict
 * each other: nobody waits longer than the whole stay.
 */
export function percentilesAt(
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
