/**
 * How likely the cells are under a distribution. A point counts by its density; an interval [low, high) by its probability, which
 * is the difference of whichever tail is the smaller one. What a distribution makes impossible has likelihood 0.
 */

import type { ProbabilityFunctions } from '../../core/distributions/knowledge.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { Z_975 } from '../numeric/student-t.ts';
import type { Cells } from './cells.ts';
import type { FittedParameter } from './contract.ts';

export function logLikelihood(
  { kind, low, high, weight }: Cells,
  distribution: ProbabilityFunctions,
): number {
  let total = 0;
  for (let i = 0; i < low.length; i += 1) {
    const logShare =
      kind === 'points'
        ? distribution.logDensity(low[i]!)
        : log(probability(distribution, low[i]!, high[i]!));
    total += weight[i]! * logShare;
  }
  return Number.isNaN(total) ? Number.NEGATIVE_INFINITY : total;
}

/** P[low <= X < high] of a continuous distribution. */
export function probability(distribution: ProbabilityFunctions, low: number, high: number): number {
  const above = distribution.tail(low);
  if (high === Number.POSITIVE_INFINITY) return above;
  return Math.max(
    0,
    above > 0.5 ? distribution.cdf(high) - distribution.cdf(low) : above - distribution.tail(high),
  );
}

/** An interval from a hundredth to a hundred times says nothing. */
const FLAT = 100;

/**
 * Named numbers of a distribution with the intervals that follow from the covariance of the coordinates theta (delta method, on
 * the logarithm: none of them has a sign).
 */
export function withIntervals(
  named: (theta: readonly number[]) => Readonly<Record<string, number>>,
  theta: readonly number[],
  covariance: readonly (readonly number[])[] | undefined,
): readonly FittedParameter[] {
  const step = 1e-5;
  const slopes = theta.map((_, i) => {
    const up = named(theta.map((x, j) => (i === j ? x + step : x)));
    const down = named(theta.map((x, j) => (i === j ? x - step : x)));
    return (name: string) => log(up[name]! / down[name]!) / (2 * step);
  });
  return Object.entries(named(theta)).map(([name, value]) => {
    if (!covariance) return { name, value };
    const slope = slopes.map((of) => of(name));
    const variance = slope.reduce(
      (sum, a, i) => sum + a * slope.reduce((inner, b, j) => inner + covariance[i]![j]! * b, 0),
      0,
    );
    const factor = exp(Z_975 * Math.sqrt(Math.max(0, variance)));
    if (!(factor < FLAT)) return { name, value };
    const most = name.startsWith('probabilities') ? 1 : Number.POSITIVE_INFINITY;
    return { name, value, low: value / factor, high: Math.min(most, value * factor) };
  });
}
