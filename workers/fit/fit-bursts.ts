/**
 * A Poisson process that switches between two rates with given mean, scv, decay of correlation and third moment of the
 * times between arrivals: four equations in four rates, solved by least squares on logarithms, so that what cannot be met
 * is missed by little. Moments: E X^n = n! phi (-D0)^-n 1, phi the phases that an arrival leaves behind.
 * Source: W. Fischer & K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook, Perform. Eval. 18 (1993) 149.
 */

import type { OnOffDistribution } from '../../core/distributions/index.ts';
import { ON_OFF } from '../../core/distributions/on-off.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { solveLeastSquares } from './least-squares.ts';
import { burstDecay, type StreamTargets } from './stream-decay.ts';

/** Logarithms of rates and times over the mean. */
const REACH = 14;
/** The third moment of a sample is the least certain of the four. */
const SKEW_WEIGHT = 0.2;
/** Mean or variability further off than this is no fit. */
const MOST_OFF = 0.1;

/** Undefined where bursts cannot have this mean, scv and decay. */
export function fitBursts(targets: StreamTargets): OnOffDistribution | undefined {
  const { mean, scv, gamma } = targets;
  const residuals = (at: readonly number[]): readonly number[] => {
    const distribution = distributionAt(at, mean);
    const moments = ON_OFF.moments(distribution);
    return [
      log(moments.mean / mean),
      log((moments.scv - 1) / (scv - 1)),
      log((1 - burstDecay(distribution)) / (1 - gamma)),
      SKEW_WEIGHT * log(thirdMoment(distribution) / targets.m3),
    ];
  };
  const long = log(1 / (1 - gamma));
  const starts = [1, 3, 8].flatMap((ratio) =>
    [0.2, 1].map((share) => [log(ratio), log(0.2 / ratio), long + 1, long + 1 - log(share)]),
  );
  const bounds = { low: [-REACH, -REACH, -REACH, -REACH], high: [REACH, REACH, REACH, REACH] };
  const ends = starts.map((start) => solveLeastSquares({ start, ...bounds }, residuals));
  const best = ends.reduce((a, b) => (b.cost < a.cost ? b : a));
  const isMet = best.residuals.slice(0, 3).every((r) => Math.abs(r) < MOST_OFF);
  return isMet ? distributionAt(best.at, mean) : undefined;
}

/** Coordinates: logarithms of peak and idle rate times the mean, and of the mean times on and off over it. */
function distributionAt(at: readonly number[], mean: number): OnOffDistribution {
  const [one, other, on, off] = at.map(exp) as [number, number, number, number];
  const rates = [one / mean, other / mean];
  const times = [on * mean, off * mean];
  // The peak is the larger one, whichever the search has made it.
  const first = one >= other ? 0 : 1;
  return {
    distribution: 'onOff',
    peakRate: rates[first]!,
    idleRate: rates[1 - first]!,
    meanOnTime: times[first]!,
    meanOffTime: times[1 - first]!,
  };
}

/** 6 phi (-D0)^-3 1 with the 2 by 2 inverse written out. */
export function thirdMoment({ peakRate, idleRate = 0, meanOnTime, meanOffTime }: OnOffDistribution): number {
  const [on, off] = [1 / meanOnTime, 1 / meanOffTime];
  const determinant = (peakRate + on) * (idleRate + off) - on * off;
  const apply = ([u, v]: readonly [number, number]): [number, number] => [
    ((idleRate + off) * u + on * v) / determinant,
    (off * u + (peakRate + on) * v) / determinant,
  ];
  const [x, y] = apply(apply(apply([1, 1])));
  const [a, b] = [off * peakRate, on * idleRate];
  return (6 * (a * x + b * y)) / (a + b);
}
