/**
 * G/M/1: any renewal arrivals, exponential service, one server, room for all. Exact, means, occupancy and times.
 *
 * Inputs: `distribution` of the times between arrivals, stretched to the rate `lambda`, 1/s, >= 0; `mu`, 1/s, > 0.
 * Outputs: with delta = 1 - sigma the root of E e^(-mu delta A) = 1 - delta: an arrival finds n with probability
 * delta sigma^n, its stay is exponential at mu delta; p_0 = 1 - rho, p_n = rho delta sigma^(n-1); N_G = rho / delta.
 * Numerics: the root is sought in (1 - rho) / rho = E[mu delta A - 1 + e^(-mu delta A)] / delta, whose sides are positive
 * and keep their digits up to saturation.
 * Refuses: saturated when lambda >= mu; undefined for distributions without parts (distribution-parts.ts).
 * Source: Gross & Harris 1998, section 5.3.1; Kleinrock 1975, Queueing Systems I, section 6.4.
 */

import { type ArrivalDistribution, distributionMean } from '../../../core/distributions/index.ts';
import { exp, expm1, log1p } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { distributionParts, GAUSS, type IntegralPart } from './distribution-parts.ts';
import { geometricDistribution } from './mm1.ts';
import { emptyQueue, type Queue, type Saturated, saturated } from './queue.ts';
import { exponentialTime } from './time-distribution.ts';

export interface Gm1Input {
  readonly distribution: ArrivalDistribution;
  readonly lambda: number;
  readonly mu: number;
}

export function solveGm1({ distribution, lambda, mu }: Gm1Input): Queue | Saturated | undefined {
  const model = 'G/M/1';
  if (lambda >= mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const [rho, idle] = [lambda / mu, (mu - lambda) / mu];
  const delta = rootOf(distribution, mu / lambda / distributionMean(distribution), idle / rho);
  if (delta === undefined) return undefined;
  const x = log1p(-delta);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: rho / delta,
    meanQueueLength: (rho * (1 - delta)) / delta,
    tail: (n) => (n === 0 ? 1 : rho * exp((n - 1) * x)),
    distribution: () => {
      if (x === Number.NEGATIVE_INFINITY) return [idle, rho];
      const busy = geometricDistribution(x, Number.POSITIVE_INFINITY);
      return busy && [idle, ...busy.map((p) => rho * p)];
    },
    waitingTime: () => exponentialTime(mu * delta, 1 - delta),
    sojournTime: () => exponentialTime(mu * delta),
  };
}

/** delta; `mu` in services per unit of the distribution's own time, in which 1 / rho of them fall between two arrivals. */
function rootOf(distribution: ArrivalDistribution, mu: number, slack: number): number | undefined {
  const parts = distributionParts(distribution, (t) => Math.max(t / 2, 0.5 / mu), true);
  if (!parts) return undefined;
  const mean = distributionMean(distribution);
  const excess = (delta: number) => slack - mean * mu * residualEnded(parts, mean, mu * delta);
  // At 1 the excess is -E e^(-mu A), which may be below the doubles: nobody ever waits.
  if (excess(1) >= 0) return 1;
  // Gaps without variance keep delta far below 1 - rho: it is sought by its logarithm.
  let [low, high] = [-Math.LN2, 0];
  while (excess(exp(low)) < 0) [low, high] = [2 * low, low];
  if (low < SMALLEST_LOG) return undefined;
  return high === 0 ? findRoot(excess, 0.5, 1) : exp(findRoot((x) => excess(exp(x)), low, high));
}

/** Smaller roots are below the doubles. */
const SMALLEST_LOG = -600;

/** E[s X - 1 + e^(-s X)] / (s mean) at the mean of the whole distribution; what the parts lack of that is of times that never end. */
export function residualEnded(parts: readonly IntegralPart[], mean: number, s: number): number {
  let [ended, known] = [0, 0];
  for (const part of parts) {
    ended += part.weight * beyondLinear(part, s);
    known += part.weight * partMean(part);
  }
  const missing = 1 - known / mean;
  return ended / (s * mean) + (missing > ROUNDING ? missing : 0);
}

const ROUNDING = 1e-12;

function partMean(part: IntegralPart): number {
  switch (part.kind) {
    case 'fixed':
      return part.at;
    case 'gamma':
      return part.shape * part.scale;
    case 'uniform':
      return (part.min + part.max) / 2;
  }
}

/** E[s X - 1 + e^(-s X)]. */
function beyondLinear(part: IntegralPart, s: number): number {
  if (part.kind === 'fixed') return exponentialRest(s * part.at);
  if (part.kind === 'uniform') return uniformRest(s * part.min, s * part.max);
  const [u, k] = [s * part.scale, part.shape];
  if (u * Math.max(1, k) > 0.01) return k * u + expm1(-k * log1p(u));
  let [sum, term] = [0, -k * u];
  for (let j = 2; j < 12; j++) {
    term *= ((-k - j + 1) / j) * u;
    sum += term;
  }
  return sum;
}

/** By Gauss points where the closed form would cancel. */
function uniformRest(least: number, most: number): number {
  const width = most - least;
  if (width > 1) return (least + most) / 2 - 1 - (exp(-least) * expm1(-width)) / width;
  return GAUSS.reduce((sum, { at, weight }) => sum + weight * exponentialRest(least + at * width), 0);
}

/** z - 1 + e^-z. */
function exponentialRest(z: number): number {
  if (z > 0.05) return z + expm1(-z);
  let rest = 1;
  for (let n = 10; n > 2; n--) rest = 1 - (z * rest) / n;
  return (z * z * rest) / 2;
}
