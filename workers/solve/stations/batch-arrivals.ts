/**
 * M^[X]/M/c and M^[X]/M/c/K: batches that arrive as a Poisson stream, exponential servers, room for all or for K. Of a
 * batch that finds too little room, those that fit enter (`partial`), or none does (`whole`). Exact.
 *
 * Inputs: `batches`, 1/s, >= 0; `batchMore(m)` = P[X > m], m = 0, 1, ...; `longest`, the last size that
 * counts; `mu` of one server, 1/s; `c`; `K` >= c or Infinity. `whole` needs a fixed X.
 * Method: crossings of a level, min(n + 1, c) mu p_(n+1) = batches sum over i <= n of p_i P[X > n - i]; all terms are
 * positive. What enters finds m before it in the share of p_(m+1) min(m + 1, c) mu, and waits for m - c + 1 steps at
 * c mu.
 * Cost: levels times the longest batch; undefined beyond about a tenth of a second, and where X is longer than the levels written.
 * Refuses: saturated when batches E X >= c mu without a limit.
 * Source: Gross & Harris 1998, section 3.1 (bulk input); Chaudhry & Templeton 1983, A First Course in Bulk Queues; level
 * crossings: Brill & Posner 1977.
 */
import { ADMISSION, type Admission } from '../../../core/rules/when-full.ts';
import { GrowingLevels } from './growing-levels.ts';
import {
  cumulatedFromEnd,
  cutTail,
  emptyQueue,
  type Queue,
  type Saturated,
  SMALLEST_TAIL,
  saturated,
} from './queue.ts';
import { steppedTime, thenExponential } from './stepped-time.ts';

export interface BatchArrivalsInput {
  readonly batches: number;
  readonly batchMore: (m: number) => number;
  readonly longest: number;
  /** E X. */
  readonly batchMean: number;
  readonly mu: number;
  readonly c: number;
  readonly K: number;
  readonly admission: Admission;
}

/** Batches of exactly `size`. */
export const fixedBatches = (
  size: number,
): Pick<BatchArrivalsInput, 'batchMore' | 'longest' | 'batchMean'> => ({
  batchMore: (m) => (m < size ? 1 : 0),
  longest: size,
  batchMean: size,
});

export function solveBatchArrivals(input: BatchArrivalsInput): Queue | Saturated | undefined {
  const { batches, batchMean, mu, c, K } = input;
  const finite = Number.isFinite(K);
  const model = `M^[X]/M/${c}${finite ? '/K' : ''}`;
  const offeredRate = batches * batchMean;
  if (!finite && offeredRate >= c * mu) return saturated(model);
  if (batches === 0) return emptyQueue(model);
  const probabilities = levelsOf(input);
  if (!probabilities) return undefined;
  const served = probabilities.map((p, n) => Math.min(n, c) * mu * p);
  const throughput = served.reduce((sum, x) => sum + x, 0);
  // What enters finds m: in the share in which level m + 1 is left downwards.
  const foundMore = cumulatedFromEnd(served.slice(1).map((x) => x / throughput));
  const more = (k: number) => (k < 0 ? 1 : (foundMore[c + k] ?? 0));
  const mean = (of: (n: number) => number) => probabilities.reduce((sum, p, n) => sum + p * of(n), 0);
  const closed = c === 1 && !finite ? singleMean(input) : undefined;
  const busy = finite ? throughput / mu : offeredRate / mu;
  const meanQueueLength = closed === undefined ? mean((n) => Math.max(0, n - c)) : closed - busy;
  const arrivalRate = finite ? throughput : offeredRate;
  const steps = (meanQueueLength / arrivalRate) * c * mu;
  const tails = cumulatedFromEnd(probabilities);
  return {
    model,
    offeredRate,
    arrivalRate,
    utilization: arrivalRate / (c * mu),
    meanOccupancy: meanQueueLength + busy,
    meanQueueLength,
    ...(finite ? { lossProbability: lossOf(input, probabilities) } : {}),
    tail: (n) => tails[n] ?? 0,
    distribution: () => cutTail(probabilities),
    waitingTime: () => steppedTime({ rate: c * mu, more, mean: steps }),
    sojournTime: () => steppedTime({ rate: c * mu, more: thenExponential(more, c), mean: steps + c }),
  };
}

/** One server and room for all: N_G = rho (1 + E X^2 / E X) / (2 (1 - rho)), with E X^2 = sum of (2 m + 1) P[X > m]. */
function singleMean({ batches, batchMean, batchMore, longest, mu }: BatchArrivalsInput): number {
  let square = 0;
  for (let m = longest - 1; m >= 0; m--) square += (2 * m + 1) * batchMore(m);
  const lambda = batches * batchMean;
  return (lambda * (1 + square / batchMean)) / (2 * (mu - lambda));
}

/** Levels 0..K, or until the rest is told to be nothing by the ratio of neighbours; summing to 1. */
function levelsOf({ batches, batchMore, longest, mu, c, K, admission }: BatchArrivalsInput) {
  const levels = new GrowingLevels(1);
  const { ratios } = levels;
  let work = 0;
  while (
    ratios.length <= K &&
    !isDone(levels, c + longest, Number.isFinite(K) ? NOTHING : SMALLEST_TAIL / 10)
  ) {
    const n = ratios.length - 1;
    let crossing = 0;
    const first = Math.max(0, n - longest + 1);
    work += n - first;
    if (work > MOST_WORK || ratios.length > LONGEST_LEVELS) return undefined;
    for (let i = first; i <= n; i++) {
      const fits = !ADMISSION[admission].whole || i + longest <= K;
      if (fits) crossing += ratios[i]! * batchMore(n - i);
    }
    levels.add((batches * crossing) / (Math.min(n + 1, c) * mu));
  }
  return ratios.map((ratio) => ratio / levels.sum);
}

const MOST_WORK = 3e7;
const LONGEST_LEVELS = 2 ** 20;
/** With a limit every level is wanted, for the digits of a small loss. */
const NOTHING = 1e-290;

/** Beyond c and a whole batch the weights fall as a geometric distribution. */
function isDone({ ratios, sum }: GrowingLevels, patience: number, smallest: number): boolean {
  const last = ratios.at(-1)!;
  if (ratios.length <= patience + 1 || last > smallest * sum) return false;
  const ratio = last / ratios.at(-2)!;
  return !(ratio >= 1) && last * ratio <= (1 - ratio) * smallest * sum;
}

/** Share of the offered elements: of a batch that finds i, those beyond the K - i that fit, or all when not all do. */
function lossOf(
  { batchMore, batchMean, longest, K, admission }: BatchArrivalsInput,
  probabilities: readonly number[],
): number {
  if (ADMISSION[admission].whole)
    return probabilities.reduce((sum, p, i) => sum + (i + longest > K ? p : 0), 0);
  let beyond = 0;
  for (let m = longest - 1; m > K; m--) beyond += batchMore(m);
  let lost = 0;
  for (let i = 0; i <= K; i++) {
    // E (X - (K - i))^+, one term more for each level up.
    beyond += i === 0 ? batchMore(K) : batchMore(K - i);
    lost += (probabilities[i] ?? 0) * beyond;
  }
  return lost / batchMean;
}
