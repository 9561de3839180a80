/**
 * M/G/1: Poisson arrivals, any service law, one server, room for all. Means only; exact for FCFS, LCFS and random
 * selection without interruption, whose mean numbers are the same.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second, > 0; `scv`, variance over squared mean of the service time,
 * >= 0, may be Infinity.
 * Outputs: Pollaczek-Khinchine: N_Q = rho^2 (1 + scv) / (2 (1 - rho)), N_G = N_Q + rho. With infinite variance both
 * are Infinity: the queue has a law but no mean.
 * Refuses: saturated when lambda >= mu.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, eq. (6.49) ff.
 */
import { type Queue, type Saturated, saturated } from './queue.ts';

export interface Mg1Input {
  readonly lambda: number;
  readonly mu: number;
  readonly scv: number;
}

export function solveMg1({ lambda, mu, scv }: Mg1Input): Queue | Saturated {
  const model = 'M/G/1';
  if (lambda >= mu) return saturated(model);
  const rho = lambda / mu;
  const meanQueueLength = rho === 0 ? 0 : (rho * rho * (1 + scv)) / ((2 * (mu - lambda)) / mu);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: meanQueueLength + rho,
    meanQueueLength,
  };
}

/** What the service law makes of an M/M/1 queue: N_Q is multiplied by (1 + scv) / 2. */
export const variabilityFactor = (scv: number): number => (1 + scv) / 2;
