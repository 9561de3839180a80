/**
 * M/D/1: Poisson arrivals, every service takes the same time, one server, room for all. Exact.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second, > 0. Outputs: as M/G/1 (mg1.ts); the times in closed form
 * (fixed-service-times.ts), where inversion would meet their kinks; by inversion where the distribution is too long.
 * Refuses: saturated when lambda >= mu.
 */
import { fixedServiceTimes } from './fixed-service-times.ts';
import { solveMg1 } from './mg1.ts';
import { mg1Transform } from './mg1-times.ts';
import type { Mm1Input } from './mm1.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import type { TimeDistribution } from './time-distribution.ts';

export function solveMd1({ lambda, mu }: Mm1Input): Queue | Saturated {
  const distribution = { distribution: 'deterministic', rate: mu } as const;
  const queue = solveMg1({ lambda, mu, distribution });
  if (isSaturated(queue) || lambda === 0) return queue;
  const closed = fixedServiceTimes(queue, { mu, c: 1 });
  const input = { distribution, lambda, idle: (mu - lambda) / mu };
  return {
    ...queue,
    waitingTime: () => withTransform(closed.waitingTime?.(), input, false) ?? queue.waitingTime?.(),
    sojournTime: () => withTransform(closed.sojournTime?.(), input, true) ?? queue.sojournTime?.(),
  };
}

const withTransform = (
  distribution: TimeDistribution | undefined,
  input: Parameters<typeof mg1Transform>[0],
  served: boolean,
): TimeDistribution | undefined =>
  distribution && { ...distribution, transform: mg1Transform(input, served) };
