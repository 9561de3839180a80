/**
 * M/M/c: Poisson arrivals, c exponential servers, room for all. Exact, whatever the order of service.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second of one server, > 0; `c`, integer >= 1.
 * Outputs: N_Q = C rho / (1 - rho) with Erlang's C = P[N >= c] and rho = lambda / (c mu); N_G = N_Q + lambda / mu.
 * First come, first served, the wait is exponential at c mu - lambda with probability C, else 0.
 * Numerics: stable for c in the ten thousands (see many-servers.ts). Cost O(c).
 * Refuses: saturated when lambda >= c mu.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, Queueing Networks and Markov Chains, eq. (6.27)-(6.31).
 */
import { exp, expm1 } from '../../../core/numeric/elementary.ts';
import { logLoad } from './log-load.ts';
import { solveManyServers } from './many-servers.ts';
import { emptyQueue, type Queue, type Saturated, saturated } from './queue.ts';
import { exponentialTime, type TimeDistribution } from './time-distribution.ts';
import { exponentialTransform, sumTransform } from './time-transform.ts';

export interface MmcInput {
  readonly lambda: number;
  readonly mu: number;
  readonly c: number;
}

export function solveMmc({ lambda, mu, c }: MmcInput): Queue | Saturated {
  const model = 'M/M/c';
  const rho = lambda / (c * mu);
  const idle = (c * mu - lambda) / (c * mu);
  if (!(idle > 0)) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const x = logLoad(lambda, c * mu);
  const { waitProbability, meanQueueLength, tail, distribution } = solveManyServers({
    x,
    c,
    K: Number.POSITIVE_INFINITY,
  });
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: meanQueueLength + lambda / mu,
    meanQueueLength,
    tail,
    distribution,
    waitingTime: () => exponentialTime(c * mu - lambda, waitProbability),
    sojournTime: () => sojournTime({ lambda, mu, c }, waitProbability),
  };
}

/** Wait and service are independent: e^(-mu t) + C times the share of a wait that outlasts the service. */
function sojournTime({ lambda, mu, c }: MmcInput, wait: number): TimeDistribution {
  const drain = c * mu - lambda;
  const gap = mu - drain;
  const rest = (t: number) =>
    // The second form is the first with the exponentials joined, for when they are close; it overflows where they are not.
    Math.abs(gap * t) > 1
      ? (mu * (exp(-drain * t) - exp(-mu * t))) / gap
      : exp(-mu * t) * (gap === 0 ? mu * t : (mu * expm1(gap * t)) / gap);
  return {
    tail: (t) => exp(-mu * t) + wait * rest(t),
    mean: 1 / mu + wait / drain,
    transform: sumTransform(exponentialTransform(drain, wait), exponentialTransform(mu)),
  };
}
