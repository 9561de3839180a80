/**
 * One finite queue of a decomposition: c exponential servers, K places, and up to m elements that are finished upstream
 * and wait there for room (blocking after service). A birth-death distribution on n = 0 .. K + m; beyond K the senders that wait
 * bring nothing more, so that the stream thins out as (m - b) / m with b of them blocked.
 *
 * Inputs: `a` = lambda / mu, offered load while nobody is blocked, > 0; integers `c` >= 1, `K` >= c, `m` >= 1, `c` finite.
 * Outputs: `BlockingDistribution`.
 * Numerics: the levels from c to K are a truncated geometric distribution, in closed form, so that K may be any size; the ends are
 * sums of positive terms in logarithms. Cost O(c + m).
 * Source: the queue L(i) of Y. Dallery and Y. Frein 1993, On decomposition methods for tandem queueing networks with
 * blocking, Operations Research 41(2), 386-399, for c = m = 1; several senders as in T. Altiok and H. Perros 1987.
 */
import { exp, log } from '../../../core/numeric/elementary.ts';
import {
  geometricLength,
  logGeometricSum,
  truncatedGeometricMean,
  writeGeometric,
} from '../../numeric/truncated-geometric.ts';
import { SMALLEST_TAIL } from '../stations/queue.ts';

export interface BlockingQueue {
  readonly a: number;
  readonly c: number;
  readonly K: number;
  readonly m: number;
}

export interface BlockingDistribution {
  /** Mean busy or held servers; the throughput is mu times this. */
  readonly busy: number;
  /** Mean elements that wait upstream for room. */
  readonly blockedUpstream: number;
  /** P[n >= K]. */
  readonly full: number;
  /** Mean of min(n, K). */
  readonly meanOccupancy: number;
  /** What its distribution is written from. */
  readonly weights: BlockingWeights;
}

/** Weights, in units of e^top times that of level c. */
interface BlockingWeights {
  readonly queue: BlockingQueue;
  readonly top: number;
  readonly total: number;
  /** Weight of the levels c .. K. */
  readonly inMiddle: number;
  /** Weight of the levels beyond K. */
  readonly beyond: number;
}

export function solveBlockingQueue(queue: BlockingQueue): BlockingDistribution {
  const { a, c, K, m } = queue;
  const x = log(a / c);
  const middle = logGeometricSum(x, K - c);
  const full = (K - c) * x;
  const top = Math.max(middle, largestLower(a, c), largestUpper(full, x, m));
  const inMiddle = exp(middle - top);
  let total = inMiddle;
  let [idle, below, beyond, blocked] = [0, 0, 0, 0];
  for (let n = c - 1, logWeight = -top; n >= 0; n--) {
    logWeight += log((n + 1) / a);
    const weight = exp(logWeight);
    total += weight;
    idle += (c - n) * weight;
    below += n * weight;
  }
  for (let b = 1, logWeight = full - top; b <= m; b++) {
    logWeight += x + thinning(b, m);
    const weight = exp(logWeight);
    total += weight;
    beyond += weight;
    blocked += b * weight;
  }
  const meanMiddle = c + truncatedGeometricMean(x, K - c);
  return {
    busy: c - idle / total,
    blockedUpstream: blocked / total,
    full: (beyond + exp(full - top)) / total,
    meanOccupancy: (below + meanMiddle * inMiddle + K * beyond) / total,
    weights: { queue, top, total, inMiddle, beyond },
  };
}

/** P[min(n, K) = k], k = 0, 1, ..., up to where the rest is below the smallest tail. */
export function blockingDistribution({ weights }: BlockingDistribution): number[] {
  const { top, total, inMiddle, beyond } = weights;
  const { a, c, K } = weights.queue;
  const x = log(a / c);
  const count = geometricLength(x, K - c, SMALLEST_TAIL);
  const p = new Array<number>(c + count).fill(0);
  writeGeometric(p, c, { x, K: K - c, count, total: inMiddle / total });
  for (let n = c - 1, logWeight = -top; n >= 0; n--) {
    logWeight += log((n + 1) / a);
    p[n] = exp(logWeight) / total;
  }
  if (p.length > K) p[K]! += beyond / total;
  return p;
}

/** Logarithm of the share of m senders that still bring something when the next one becomes the b-th to wait. */
const thinning = (b: number, m: number): number => (b === 1 ? 0 : log((m - b + 1) / m));

/** Logarithm of the largest weight below c, against that of level c: where n is near a. */
function largestLower(a: number, c: number): number {
  let [logWeight, largest] = [0, 0];
  for (let n = c - 1; n >= 0; n--) {
    logWeight += log((n + 1) / a);
    largest = Math.max(largest, logWeight);
  }
  return largest;
}

/** Largest weight beyond K, where the weights rise as long as a / c is above m / (m - b). */
function largestUpper(full: number, x: number, m: number): number {
  let [logWeight, largest] = [full, full];
  for (let b = 1; b <= m; b++) {
    logWeight += x + thinning(b, m);
    largest = Math.max(largest, logWeight);
  }
  return largest;
}
