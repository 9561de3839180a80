/**
 * GI^[X]/G^[a,b]/c with a flush timeout or without, from two moments. Approximate; means only.
 *
 * Inputs: `lambda`, elements per second, > 0; `size` X that come at once; `mu`, c, a, b, `timeout` as in flushed-servers.ts;
 * `arrivalScv` of the times between arrivals, `serviceScv`, both finite; lambda < c b mu.
 * Method: the chain with Poisson arrivals and exponential services in three parts. What waits while a server is free
 * waits for its batch to fill, whatever the distributions. What gathers while all work and starts with the next server has come
 * since one began: that time, seen at random, is (1 + cs^2) / 2 services for one server, and hardly depends on the distribution for
 * many. Whole batches that wait for a server queue as in G/G/c, by (ca^2 + cs^2) / 2 against Poisson and exponential, where the
 * arrivals of a batch of b are as regular as b / X gaps together: ca^2 X / b.
 * Numerics: as the chain. Within a third of simulated queues (bulk-moments.test.ts); busy servers within a fifth, where
 * services begin with fewer than b.
 * Refuses: undefined where the chain is too large.
 * Source: the stretch: Allen 1990, Probability, Statistics and Queueing Theory, section 5.3 (Allen & Cunneen); arrivals of
 * batches: Whitt 1983, QNA, Bell Syst. Tech. J. 62, section 4.4; the time since a service began: renewal theory, Cox 1962, section 5.4.
 */
import { type FlushedServers, type FlushedServersInput, solveFlushedServers } from './flushed-servers.ts';
import type { Queue } from './queue.ts';

export interface BulkMoments extends FlushedServersInput {
  /** Of the times between arrivals. */
  readonly arrivalScv: number;
  readonly serviceScv: number;
}

export function solveBulkMoments(input: BulkMoments): Queue | undefined {
  const { batches, size, mu, c, a, b } = input;
  const found = solveFlushedServers(input);
  if (!found) return undefined;
  const lambda = batches * size;
  const meanQueueLength = stretchedQueue(found, input);
  return {
    model: `G${size === 1 ? '' : '^[X]'}/G^[${a === b ? 'b' : `${a},b`}]/${c === 1 ? '1' : 'c'}`,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: Math.min(1, found.busy / c),
    meanQueueLength,
    meanOccupancy: meanQueueLength + lambda / mu,
  };
}

function stretchedQueue(
  { filling, gathering, queueing, ready }: FlushedServers,
  { size, c, b, arrivalScv, serviceScv }: BulkMoments,
): number {
  const sinceStart = 1 + (ready * (serviceScv - 1)) / (2 * c);
  const inBatches = size / b;
  const congestion = (inBatches * arrivalScv + serviceScv) / (inBatches + 1);
  return filling + gathering * sinceStart + queueing * congestion;
}
