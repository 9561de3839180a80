/**
 * M/M/c: Poisson arrivals, c exponential servers, room for all. Exact, whatever the order of service.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second of one server, > 0; `c`, integer >= 1.
 * Outputs: N_Q = C rho / (1 - rho) with Erlang's C = P[N >= c] and rho = lambda / (c mu); N_G = N_Q + lambda / mu.
 * Numerics: stable for c in the ten thousands (see many-servers.ts). Cost O(c).
 * Refuses: saturated when lambda >= c mu.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, Queueing Networks and Markov Chains, eq. (6.27)-(6.31).
 */
import { solveManyServers } from './many-servers.ts';
import { emptyQueue, type Queue, type Saturated, saturated } from './queue.ts';

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
  const x = rho < 0.5 ? Math.log(rho) : Math.log1p(-idle);
  const { meanQueueLength, tail, distribution } = solveManyServers({ x, c, K: Number.POSITIVE_INFINITY });
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: meanQueueLength + lambda / mu,
    meanQueueLength,
    tail,
    distribution,
  };
}
