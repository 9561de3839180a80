/** The percentiles of a queue's times, as an answer has them. A time that is not known, or not well enough, is absent. */
import type { TimePercentiles } from '../../../core/measures/measures.ts';
import type { Queue } from './queue.ts';
import { percentilesOf, type TimeLaw } from './time-law.ts';

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
function known(law: TimeLaw | undefined): TimePercentiles | undefined {
  if (!law || !Number.isFinite(law.mean)) return undefined;
  const percentiles = percentilesOf(law);
  return Object.values(percentiles).every(Number.isFinite) ? percentiles : undefined;
}
