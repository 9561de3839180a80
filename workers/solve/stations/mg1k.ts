/**
 * M/G/1/K: Poisson arrivals, any service distribution, one server, room for K elements, the one in service included; what finds no
 * room is lost. Exact; means and occupancy.
 *
 * Inputs: `lambda` offered, 1/s, >= 0; `mu`, services per second, > 0; `distribution` of the service, stretched to the mean
 * 1 / mu; `K`, integer >= 1.
 * Method: departures leave behind pi_j, j < K, by crossings of levels (mg1-levels.ts). A service that starts with n inside
 * is full for E(T - Erlang(K - n))^+ = B_(K-n) / lambda, with B_m = sum over i >= m of P[more than i arrivals]; hence
 *   p_K = X / (1 + X), X = pi_0 B_(K-1) + sum over j = 1..K-1 of pi_j B_(K-j), and p_j = (1 - p_K) pi_j.
 * Numerics: every term is positive, so p_K keeps its digits at light load and 1 - p_K at overload; K up to a million.
 * Refuses: undefined for distributions without parts (distribution-parts.ts) and where the levels take too much work.
 * Source: the levels: Tijms 2003, A First Course in Stochastic Models, section 9.8; p_K is derived above.
 */
import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean } from '../../../core/distributions/distribution-moments.ts';
import { type ArrivalCounts, arrivalCounts } from './distribution-counts.ts';
import { levelRatios } from './mg1-levels.ts';
import { cumulatedFromEnd, cutTail, emptyQueue, type Queue } from './queue.ts';

export interface Mg1kInput {
  readonly lambda: number;
  readonly mu: number;
  readonly distribution: ServiceDistribution;
  readonly K: number;
}

export function solveMg1k({ lambda, mu, distribution, K }: Mg1kInput): Queue | undefined {
  const model = 'M/G/1/K';
  if (lambda === 0) return emptyQueue(model);
  const rho = lambda / mu;
  const counts = arrivalCounts(distribution, rho / distributionMean(distribution), Math.max(1024, 4 * K));
  const left = counts && leftBehind(counts, K);
  if (!left) return undefined;
  const full = fullRatio(left, timeFull(counts, rho), K);
  const fullProbability = full / (1 + full);
  const probabilities = left.map((p) => p / (1 + full));
  while (probabilities.length < K) probabilities.push(0);
  probabilities.push(fullProbability);
  const tails = cumulatedFromEnd(probabilities);
  const meanOccupancy = probabilities.reduce((sum, p, n) => sum + n * p, 0);
  const utilization = rho / (1 + full);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda / (1 + full),
    utilization: Math.min(1, utilization),
    meanOccupancy,
    meanQueueLength: probabilities.reduce((sum, p, n) => sum + Math.max(0, n - 1) * p, 0),
    lossProbability: fullProbability,
    tail: (n) => (n > K ? 0 : tails[n]!),
    distribution: () => cutTail(probabilities),
  };
}

/** pi_j, j = 0.. up to K - 1, or to where the rest is nothing. */
function leftBehind(counts: ArrivalCounts, K: number): readonly number[] | undefined {
  if (counts.none < TOO_SMALL) return Array.from({ length: K }, (_, j) => (j === K - 1 ? 1 : 0));
  const found = levelRatios(
    counts,
    ({ ratios, sum }) => ratios.length === K || ratios.at(-1)! < NOTHING * sum,
    K + 1,
  );
  return found?.ratios.map((ratio) => ratio / found.sum);
}

/** Beside a weight, 1 / a_0 times that: the next level alone counts. */
const TOO_SMALL = 1e-140;
const NOTHING = 1e-290;

/** B_m; where the tails are cut because there are too many, the rest is what the mean lacks. */
function timeFull({ more, isCut }: ArrivalCounts, rho: number): (m: number) => number {
  const sums = cumulatedFromEnd(more);
  const rest = isCut ? Math.max(0, rho - sums[0]!) : 0;
  return (m) => (sums[m] ?? 0) + rest;
}

/** X. */
function fullRatio(left: readonly number[], timeFullFrom: (m: number) => number, K: number): number {
  return left.reduce((sum, p, j) => sum + p * timeFullFrom(K - Math.max(1, j)), 0);
}
