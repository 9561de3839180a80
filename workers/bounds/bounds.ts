/**
 * What an arrival curve alpha and a rate-latency service curve beta(t) = R (t - T)^+ say of a stage.
 * Source: J.-Y. Le Boudec and P. Thiran, Network Calculus (2001), theorems 1.4.1 (backlog), 1.4.2 (delay), 1.4.3
 * (output) and 1.4.6 (concatenation). For one bucket: backlog b + r T, delay T + b / R, output burst b + r T.
 */

import { type ArrivalCurve, arrivalCurve, cornersOf, longRunRate, valueAt } from './arrival-curve.ts';
import type { RateLatency } from './contract.ts';

export const isBounded = (alpha: ArrivalCurve, { rate }: RateLatency): boolean =>
  longRunRate(alpha) <= rate * (1 + 1e-12);

/** Most elements inside: the largest vertical distance, at T or where alpha becomes slower than R. */
export function backlogBound(alpha: ArrivalCurve, { rate, latency }: RateLatency): number {
  const times = [latency, ...cornersOf(alpha).filter((t) => t > latency)];
  return Math.max(...times.map((t) => valueAt(alpha, t) - rate * (t - latency)));
}

/** Longest stay, first come first served: the largest horizontal distance. */
export function delayBound(alpha: ArrivalCurve, { rate, latency }: RateLatency): number {
  return latency + Math.max(...cornersOf(alpha).map((t) => valueAt(alpha, t) / rate - t));
}

/** Longest time without an idle moment: where beta catches up with alpha. No stay is longer, in any order of service. */
export function busyBound(alpha: ArrivalCurve, { rate, latency }: RateLatency): number {
  const catching = alpha.filter((bucket) => bucket.rate < rate);
  if (catching.length === 0) return Number.POSITIVE_INFINITY;
  return Math.min(...catching.map(({ rate: r, burst }) => (burst + rate * latency) / (rate - r)));
}

/** What leaves: alpha without beta, sup over u of alpha(t + u) - beta(u). */
export function outputCurve(alpha: ArrivalCurve, { rate, latency }: RateLatency): ArrivalCurve {
  const turn = cornersOf(alpha).find((_, i) => alpha[i]!.rate <= rate) ?? 0;
  const slower = alpha.filter((bucket) => bucket.rate <= rate);
  const shifted = (turn <= latency ? alpha : slower).map((bucket) => ({
    rate: bucket.rate,
    burst: bucket.burst + bucket.rate * latency,
  }));
  if (turn <= latency) return arrivalCurve(shifted);
  return arrivalCurve([...shifted, { rate, burst: valueAt(alpha, turn) - rate * (turn - latency) }]);
}

/** What is known of elements that leave whole: the n-th is gone when more than n - 1 are, one element's time earlier. */
export const inWholeElements = ({ rate, latency }: RateLatency, perElement = 1): RateLatency => ({
  rate,
  latency: latency - 1 / (rate * perElement),
});

/** One stage after the other, seen as one. */
export const concatenated = (stages: readonly RateLatency[]): RateLatency => ({
  rate: Math.min(...stages.map(({ rate }) => rate)),
  latency: stages.reduce((sum, { latency }) => sum + latency, 0),
});
