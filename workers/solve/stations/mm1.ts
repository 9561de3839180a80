/**
 * M/M/1: Poisson arrivals, exponential service, one server, room for all. Exact.
 *
 * Inputs: `lambda`, arrivals per second, >= 0; `mu`, services per second, > 0.
 * Outputs: N_G = rho / (1 - rho), N_Q = rho^2 / (1 - rho), P[N = n] = (1 - rho) rho^n, P[N >= n] = rho^n. With a
 * physical capacity K noted beside the model, P[N >= K] is the probability of back-pressure. First come, first served,
 * the sojourn time is exponential at mu - lambda, and the wait is that with probability rho, else 0.
 * Numerics: 1 - rho is taken as (mu - lambda) / mu, which keeps every digit that the inputs hold near saturation.
 * Refuses: saturated when lambda >= mu.
 * Source: Dor 2010, figure 4 (whose second "N_G" is N_Q) and section 3.3.1.
 */
import { exp } from '../../../core/numeric/elementary.ts';
import { geometricLength, writeGeometric } from '../../numeric/truncated-geometric.ts';
import { logLoad } from './log-load.ts';
import {
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  SMALLEST_TAIL,
  saturated,
} from './queue.ts';
import { exponentialTime } from './time-distribution.ts';

export interface Mm1Input {
  readonly lambda: number;
  readonly mu: number;
}

export function solveMm1({ lambda, mu }: Mm1Input): Queue | Saturated {
  const model = 'M/M/1';
  if (lambda >= mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const rho = lambda / mu;
  const idle = (mu - lambda) / mu;
  const x = logLoad(lambda, mu);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: rho / idle,
    meanQueueLength: (rho * rho) / idle,
    tail: (n) => (n === 0 ? 1 : exp(n * x)),
    distribution: () => geometricDistribution(x, Number.POSITIVE_INFINITY),
    waitingTime: () => exponentialTime(mu - lambda, rho),
    sojournTime: () => exponentialTime(mu - lambda),
  };
}

/** P[n] proportional to rho^n on 0..K, cut where the rest is below the smallest tail; undefined where that is too long to write. */
export function geometricDistribution(x: number, K: number): number[] | undefined {
  const count = geometricLength(x, K, SMALLEST_TAIL);
  if (count > LONGEST_DISTRIBUTION) return undefined;
  const probabilities = new Array<number>(count);
  writeGeometric(probabilities, 0, { x, K, count });
  return probabilities;
}
