/** The percentiles of a queue's times, as an answer has them. A time that is not known, or not well enough, is absent. */
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import type { Queue } from './queue.ts';
import { percentilesOf, type TimeDistribution } from './time-distribution.ts';

/** Most servers for which percentiles are computed: with more they take seconds. */
export const MOST_TIMED_SERVERS = 10_000;

export interface QueuePercentiles {
  readonly waitingPercentiles?: TimePercentiles;
  readonly sojournPercentiles?: TimePercentiles;
}

export function queuePercentiles({ waitingTime, sojournTime }: Queue): QueuePercentiles {
  const waitingPercentiles = known(waitingTime?.());
  const sojournPercentiles = known(sojournTime?.());
  return {
    ...(waitingPercentiles && { waitingPercentiles }),
    ...(sojournPercentiles && { sojournPercentiles }),
  };
}

/** An inversion that does not settle at some time gives NaN there. */
function known(distribution: TimeDistribution | undefined): TimePercentiles | undefined {
  if (!distribution || !Number.isFinite(distribution.mean)) return undefined;
  const percentiles = percentilesOf(distribution);
  return Object.values(percentiles).every(Number.isFinite) ? percentiles : undefined;
}
