/**
 * M/M^[b]/1: Poisson arrivals, one server that takes elements in batches and serves each batch with one exponential
 * draw, room for all. Exact.
 *
 * `solveFullBulk`: the server waits for b elements and takes exactly b. `solveUpToBulk`: it starts with one or more and
 * takes at most b (with a or more, where a > 1); nobody joins a batch in service.
 *
 * Inputs: `lambda`, elements per second, >= 0; `mu`, batches per second, > 0; `b`, integer >= 1.
 * Outputs: utilization (share of time serving), N_G, N_Q, P[N = n]; elements in service count in N_G.
 * Method: both rest on the root 0 < r < 1 of mu (r + r^2 + ... + r^b) = lambda. Full: N is the sum of a uniform
 * number on 0..b-1 and an independent geometric one, P[n] = (1 - r) r^n. Up to b: while the server works the waiting
 * number is geometric with the same r, P[busy, n waiting] = C r^n, and idle with
 * k < a elements with probability (mu / lambda) C (1 + ... + r^k).
 * Numerics: solved in x = ln r, where the sum is a geometric sum; exact digits up to saturation. Cost constant,
 * for the distribution O(levels).
 * Refuses: saturated when lambda >= b mu.
 * Source: Bailey 1954, J. R. Stat. Soc. B 16, 80-87; Chaudhry & Templeton 1983, A First Course in Bulk Queues.
 */
import { exp, expm1, log } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { geometricLength, logGeometricSum } from '../../numeric/truncated-geometric.ts';
import {
  cutTail,
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  SMALLEST_TAIL,
  saturated,
  tailFrom,
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
  const meanOccupancy = (b - 1) / 2 + 1 / expm1(-x);
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

export interface UpToBulkInput extends BulkInput {
  /** Fewest elements that a service starts with, integer 1..b; 1 when absent. */
  readonly a?: number;
}

export function solveUpToBulk({ lambda, mu, b, a = 1 }: UpToBulkInput): Queue | Saturated {
  const model = `M/M^[${a},b]/1`;
  const load = lambda / (b * mu);
  if (load >= 1) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const x = rootLog(load, b);
  // I_k = (mu / lambda) u (1 - r^(k+1)), k = 0..a-1, with the busy share u.
  const idleRatios = Array.from({ length: a }, (_, k) => (-expm1((k + 1) * x) * mu) / lambda);
  const utilization = 1 / (1 + idleRatios.reduce((sum, ratio) => sum + ratio, 0));
  const idle = idleRatios.map((ratio) => utilization * ratio);
  const meanQueueLength = utilization / expm1(-x) + idle.reduce((sum, share, k) => sum + k * share, 0);
  const distribution = () => upToDistribution({ lambda, mu, b, a, x, utilization, idle });
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization,
    meanQueueLength,
    meanOccupancy: meanQueueLength + lambda / mu,
    tail: tailFrom(distribution),
    distribution,
  };
}

interface UpToShape {
  readonly lambda: number;
  readonly mu: number;
  readonly b: number;
  readonly a: number;
  readonly x: number;
  readonly utilization: number;
  readonly idle: readonly number[];
}

/**
 * N is the batch in service and those who wait. With Q_n = u (1 - r) r^n the waiting at a busy server: a service of s < b
 * began with nobody left behind, and n have come since in the share Q_s mu / (lambda + mu) g^n, g = lambda / (lambda + mu);
 * one of b began with n left, (lambda + mu) P(b, n) = lambda P(b, n - 1) + mu Q_(n+b).
 */
function upToDistribution({ lambda, mu, b, a, x, utilization, idle }: UpToShape): number[] | undefined {
  const g = lambda / (lambda + mu);
  const end = mu / (lambda + mu);
  const slowest = Math.max(x, log(g));
  const count = b + a + geometricLength(slowest, Number.POSITIVE_INFINITY, SMALLEST_TAIL / 100);
  if (count > LONGEST_DISTRIBUTION) return undefined;
  const waiting = (n: number) => -expm1(x) * utilization * exp(n * x);
  const fromIdle = g * idle[a - 1]!;
  let [partial, full] = [0, 0];
  const probabilities = new Array<number>(count);
  for (let n = 0; n < count; n++) {
    const started = (n >= a ? end * waiting(n) : 0) + (n === a ? fromIdle : 0);
    partial = g * partial + (n < b ? started : 0);
    // A start of b elements leaves the rest behind: n - b of them, n in all. For a = b the idle server starts it too.
    if (n >= b) full = g * full + end * waiting(n) + (n === b && a === b ? fromIdle : 0);
    probabilities[n] = (n < a ? idle[n]! : 0) + partial + full;
  }
  return cutTail(probabilities);
}

/** x = ln r with r + ... + r^b = b load. Since r^b <= (r + ... + r^b) / b <= r, it lies between ln load and 0. */
function rootLog(load: number, b: number): number {
  const excess = (x: number) => x + logGeometricSum(x, b - 1) - log(b * load);
  const low = log(load);
  return excess(low) >= 0 ? low : findRoot(excess, low, 0);
}

/** P[U + G >= n] = mean over u = 0..b-1 of r^max(0, n - u). */
function fullTail(x: number, b: number, n: number): number {
  if (n >= b) return exp((n - b + 1) * x + logGeometricSum(x, b - 1)) / b;
  return (b - 1 - n + (n + 1) * meanPower(x, n)) / b;
}

/** Mean of r^0 .. r^n. */
const meanPower = (x: number, n: number): number => exp(logGeometricSum(x, n)) / (n + 1);

/** P[n] = (1 - r^(n+1)) / b below b, and r^(n-b+1) (1 - r^b) / b from there on. */
function fullDistribution(x: number, b: number): number[] | undefined {
  const count = b + geometricLength(x, Number.POSITIVE_INFINITY, SMALLEST_TAIL);
  if (count > LONGEST_DISTRIBUTION) return undefined;
  const full = -expm1(b * x) / b;
  return Array.from({ length: count }, (_, n) =>
    n < b ? -expm1((n + 1) * x) / b : full * exp((n - b + 1) * x),
  );
}
