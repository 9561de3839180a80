/**
 * M/D^[b]/1: Poisson arrivals, one server that waits for b elements, takes exactly b and serves them in a fixed time,
 * room for all: a bus that moves full transfers. Exact.
 *
 * Inputs: `lambda`, elements per second, >= 0; `mu`, batches per second, > 0; `b`, integer >= 1. Letters: D = 1 / mu,
 * r = lambda D (elements that arrive during a service, < b).
 * Method: what a service leaves behind has the generating function (b - r) A(z) (z - 1) / (z^b - A(z)) times the
 * product over j of (z - z_j) / (1 - z_j), with A(z) = exp(-r (1 - z)) and z_j, j = 1..b-1, the other zeros of
 * z^b = A(z) in the unit disc. With S = sum of 1 / (1 - z_j), its mean is
 *   E[X] = r + S - (b (b - 1) - r^2) / (2 (b - r)).
 * A cycle from one departure to the next lasts b / lambda on average. Waiting for the batch adds up
 * sum_(k=X..b-1) k / lambda element-seconds, whose mean is (b - r) S / lambda (the second derivative of the
 * polynomial at 1); the service adds (max(X, b) + r / 2) D with E max(X, b) = E[X] + b - r. Hence
 *   E[N] = ((b - r) S + r (E[X] + b - r) + r^2 / 2) / b.
 * Numerics: z = e^s turns the zeros into s - a e^s = i theta_j - a, a = r / b, whose derivative never vanishes, and
 * Newton finds each in a few steps. Cost O(b). The occupancy comes from the chain of what services leave behind
 * (fixed-batch-chain.ts): a cycle spends 1 / lambda at each level X..b-1, and P[more than k arrivals in D] / lambda with k
 * more than max(X, b). It is undefined where that chain is too long.
 * Refuses: saturated when lambda >= b mu.
 * Source: Bailey 1954, J. R. Stat. Soc. B 16, 80-87, for departures; the time average is derived above.
 */
import { exp, expm1 } from '../../../core/numeric/elementary.ts';
import { cos, sin } from '../../../core/numeric/trigonometry.ts';
import type { BulkInput } from './bulk-service.ts';
import { arrivalCounts } from './distribution-counts.ts';
import { fixedBatchChain } from './fixed-batch-chain.ts';
import { cutTail, emptyQueue, type Queue, type Saturated, saturated, tailFrom } from './queue.ts';

export function solveDeterministicBulk({ lambda, mu, b }: BulkInput): Queue | Saturated {
  const model = 'M/D^[b]/1';
  if (lambda >= b * mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const r = lambda / mu;
  const free = (b * mu - lambda) / mu;
  const zeros = sumOverZeros(r / b, b);
  const left = r + zeros - (b * (b - 1) - r * r) / (2 * free);
  const meanOccupancy = (free * zeros + r * (left + free) + (r * r) / 2) / b;
  const distribution = () => occupancy(r, b);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: r / b,
    meanOccupancy,
    meanQueueLength: meanOccupancy - r,
    tail: tailFrom(distribution),
    distribution,
  };
}

/** Averages over a cycle, in units of 1 / lambda; a cycle lasts b of them. */
function occupancy(r: number, b: number): number[] | undefined {
  const left = fixedBatchChain(r, b);
  if (!left) return undefined;
  const { more } = arrivalCounts({ distribution: 'deterministic', mean: 1 }, r)!;
  const probabilities = new Array<number>(left.length + more.length).fill(0);
  let atMost = 0;
  for (let n = 0; n < left.length; n++) {
    atMost += left[n]!;
    if (n < b) probabilities[n]! += atMost / b;
    const served = n < b ? 0 : n === b ? atMost : left[n]!;
    for (let k = 0; k < more.length; k++) probabilities[n + k]! += (served * more[k]!) / b;
  }
  return cutTail(probabilities);
}

/** S: the zeros come in conjugate pairs, so the real parts of one half are counted twice. */
function sumOverZeros(a: number, b: number): number {
  let sum = 0;
  for (let j = 1; 2 * j < b; j++) sum += 2 * inverseDistance(a, (2 * Math.PI * j) / b);
  return b % 2 === 0 ? sum + inverseDistance(a, Math.PI) : sum;
}

/** Re 1 / (1 - e^s) at the solution of s - a e^s = i theta - a. */
function inverseDistance(a: number, theta: number): number {
  let [x, y] = [0, theta];
  for (let step = 0; step < MOST_STEPS; step++) {
    const size = a * exp(x);
    const [powerX, powerY] = [size * cos(y), size * sin(y)];
    const [valueX, valueY] = [x - powerX + a, y - powerY - theta];
    const [slopeX, slopeY] = [1 - powerX, -powerY];
    const norm = slopeX * slopeX + slopeY * slopeY;
    const dx = (valueX * slopeX + valueY * slopeY) / norm;
    const dy = (valueY * slopeX - valueX * slopeY) / norm;
    x -= dx;
    y -= dy;
    if (Math.abs(dx) + Math.abs(dy) <= 4 * Number.EPSILON * (Math.abs(x) + Math.abs(y))) break;
  }
  // 1 - e^s with its real part as -(expm1(x) cos y - 2 sin^2(y / 2)), which keeps digits near s = 0.
  const real = 2 * sin(y / 2) ** 2 - expm1(x) * cos(y);
  const imaginary = -exp(x) * sin(y);
  return real / (real * real + imaginary * imaginary);
}

/** Newton needs about five; the bound only stops rounding noise. */
const MOST_STEPS = 60;
