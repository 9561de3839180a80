/**
 * Waiting time of M/D/c, first come, first served, from its occupancy: for (k - 1) D <= t < k D
 *   P[W > t] = E P[N >= c + k c - J],  J Poisson with mean lambda (k D - t),
 * a mean of probabilities, without the alternating sums of Erlang's and Crommelin's forms.
 * Inputs: the queue with its distribution; `mu` = 1 / D, 1/s; servers `c`. Undefined where there is no distribution.
 * Source: Franx 2001, A simple solution for the M/D/c waiting time distribution, Oper. Res. Letters 29, 221-229.
 */
import { cumulatedFromEnd, type Queue } from './queue.ts';
import { poissonAverage } from './stepped-time.ts';
import type { TimeDistribution } from './time-distribution.ts';

export function fixedServiceTimes(
  { arrivalRate, meanQueueLength, distribution }: Queue,
  { mu, c }: { readonly mu: number; readonly c: number },
): Pick<Queue, 'waitingTime' | 'sojournTime'> {
  const wait = (): TimeDistribution | undefined => {
    const probabilities = distribution?.();
    if (!probabilities) return undefined;
    const atLeast = cumulatedFromEnd(probabilities);
    const tail = (t: number) => {
      const k = Math.floor(t * mu) + 1;
      const found = (j: number) => (j >= k * c ? 1 : (atLeast[c + k * c - j] ?? 0));
      return poissonAverage(found, Math.max(0, arrivalRate * (k / mu - t)));
    };
    return { tail, mean: meanQueueLength / arrivalRate };
  };
  return {
    waitingTime: wait,
    sojournTime: () => {
      const distribution = wait();
      return (
        distribution && {
          tail: (t) => (t * mu < 1 ? 1 : distribution.tail(t - 1 / mu)),
          mean: distribution.mean + 1 / mu,
        }
      );
    },
  };
}
