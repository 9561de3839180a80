/**
 * M/D/c: Poisson arrivals, c servers whose services all take the same time, room for all, first come, first served. Exact.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu` of one server, 1/s, > 0; `c`, integer >= 1.
 * Outputs: occupancy from the chain of numbers one service time apart (fixed-batch-chain.ts), means from it, times in
 * closed form (fixed-service-times.ts).
 * Refuses: saturated when lambda >= c mu; undefined where the chain is too long.
 * Source: Crommelin 1932; Tijms 2003, section 9.6; Franx 2001.
 */
import { fixedBatchChain } from './fixed-batch-chain.ts';
import { fixedServiceTimes } from './fixed-service-times.ts';
import type { MmcInput } from './mmc.ts';
import { cutTail, emptyQueue, type Queue, type Saturated, saturated, tailFrom } from './queue.ts';

export function solveMdc({ lambda, mu, c }: MmcInput): Queue | Saturated | undefined {
  const model = 'M/D/c';
  if (lambda >= c * mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const levels = fixedBatchChain(lambda / mu, c);
  if (!levels) return undefined;
  const meanQueueLength = levels.reduce((sum, p, n) => sum + Math.max(0, n - c) * p, 0);
  const distribution = () => cutTail([...levels]);
  const queue: Queue = {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: lambda / (c * mu),
    meanOccupancy: meanQueueLength + lambda / mu,
    meanQueueLength,
    tail: tailFrom(distribution),
    distribution,
  };
  return { ...queue, ...fixedServiceTimes(queue, { mu, c }) };
}
