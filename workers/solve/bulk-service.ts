/**
 * M/M^[b]/1: Poisson arrivals, one server that takes elements in batches and serves each batch with one exponential
 * draw, room for all. Exact.
 *
 * `solveFullBulk`: the server waits for b elements and takes exactly b. `solveUpToBulk`: it starts with one or more and
 * takes at most b; nobody joins a batch in service.
 *
 * Inputs: `lambda`, elements per second, >= 0; `mu`, batches per second, > 0; `b`, integer >= 1.
 * Outputs: utilization (share of time serving), N_G, N_Q, P[N = n]; elements in service count in N_G.
 * Method: both rest on the root 0 < r < 1 of mu (r + r^2 + ... + r^b) = lambda. Full: N is the sum of a uniform
 * number on 0..b-1 and an independent geometric one, P[n] = (1 - r) r^n. Up to b: while the server works the waiting
 * number is geometric with the same r, P[busy, n waiting] = C r^n, and idle with probability C mu / lambda.
 * Numerics: solved in x = ln r, where the sum is a geometric sum; exact digits up to saturation. Cost constant,
 * for the distribution O(levels).
 * Refuses: saturated when lambda >= b mu. For the up-to rule no distribution is given.
 * Source: Bailey 1954, J. R. Stat. Soc. B 16, 80-87; Chaudhry & Templeton 1983, A First Course in Bulk Queues.
 */
import { findRoot } from '../numeric/find-root.ts';
import { geometricLength, logGeometricSum } from '../numeric/truncated-geometric.ts';
import {
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  SMALLEST_TAIL,
  saturated,
} from './queue.ts';

export interface BulkInput {
  readonly lambda: number;
  readonly mu: number;
  readonly b: number;
}

export function solveFullBulk({ lambda, mu, b }: BulkInput): Queue | Saturated {
  const model = 'M/M^[b]/1';
  const load = lambda / (b * mu);
  if (load >= 1) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const x = rootLog(load, b);
  const meanOccupancy = (b - 1) / 2 + 1 / Math.expm1(-x);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: load,
    meanOccupancy,
    meanQueueLength: meanOccupancy - lambda / mu,
    tail: (n) => fullTail(x, b, n),
    distribution: () => fullDistribution(x, b),
  };
}

export function solveUpToBulk({ lambda, mu, b }: BulkInput): Queue | Saturated {
  const model = 'M/M^[1,b]/1';
  const load = lambda / (b * mu);
  if (load >= 1) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const x = rootLog(load, b);
  const waitingGivenBusy = 1 / Math.expm1(-x);
  // C / (1 - r) + C mu / lambda = 1
  const utilization = 1 / (1 - (Math.expm1(x) * mu) / lambda);
  const meanQueueLength = utilization * waitingGivenBusy;
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization,
    meanQueueLength,
    meanOccupancy: meanQueueLength + lambda / mu,
  };
}

/** x = ln r with r + ... + r^b = b load. Since r^b <= (r + ... + r^b) / b <= r, it lies between ln load and 0. */
function rootLog(load: number, b: number): number {
  const excess = (x: number) => x + logGeometricSum(x, b - 1) - Math.log(b * load);
  const low = Math.log(load);
  return excess(low) >= 0 ? low : findRoot(excess, low, 0);
}

/** P[U + G >= n] = mean over u = 0..b-1 of r^max(0, n - u). */
function fullTail(x: number, b: number, n: number): number {
  if (n >= b) return Math.exp((n - b + 1) * x + logGeometricSum(x, b - 1)) / b;
  return (b - 1 - n + (n + 1) * meanPower(x, n)) / b;
}

/** Mean of r^0 .. r^n. */
const meanPower = (x: number, n: number): number => Math.exp(logGeometricSum(x, n)) / (n + 1);

/** P[n] = (1 - r^(n+1)) / b below b, and r^(n-b+1) (1 - r^b) / b from there on. */
function fullDistribution(x: number, b: number): number[] | undefined {
  const count = b + geometricLength(x, Number.POSITIVE_INFINITY, SMALLEST_TAIL);
  if (count > LONGEST_DISTRIBUTION) return undefined;
  const full = -Math.expm1(b * x) / b;
  return Array.from({ length: count }, (_, n) =>
    n < b ? -Math.expm1((n + 1) * x) / b : full * Math.exp((n - b + 1) * x),
  );
}
