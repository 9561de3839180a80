/** How fast: a free rate, a mean time, or first principles from which the rate follows. */
import { NON_NEGATIVE, POSITIVE } from '../base/number-domain.ts';
import type { Location, Moments, ParameterRow, RateFactors } from './knowledge.ts';

/** mu = R / M1 * C * M2 (Dor 2010, section 4.3.5), 1/s. */
export function factorsRate({ elementsPerClock, clock, divisor = 1, multiplier = 1 }: RateFactors): number {
  return (elementsPerClock / divisor) * clock * multiplier;
}

/** The rate that a location states, whichever of rate, mean and factors was given. */
export function locationRate({ rate, mean, factors }: Location): number {
  if (rate !== undefined) return rate;
  if (factors !== undefined) return factorsRate(factors);
  return mean === undefined ? Number.NaN : 1 / mean;
}

export const locationMean = (location: Location): number => location.mean ?? 1 / locationRate(location);

/** Moments of a located kind whose variability is known. */
export const locatedMoments = (location: Location, scv: number): Moments => ({
  mean: locationMean(location),
  scv,
});

/** The located distribution at another rate, 1/s. It stays stated by its mean where it was; first principles give way to the rate. */
export function withRate<L extends Location>(distribution: L, rate: number): L {
  const stated = withoutFactors(distribution);
  return stated.mean === undefined ? { ...stated, rate } : { ...stated, mean: 1 / rate };
}

/** A copy that leaves out keys is an order of magnitude slower than one that does not, which points of a study feel. */
export function withoutFactors<L extends Location>(distribution: L): L {
  if (distribution.factors === undefined) return distribution;
  const { factors: _, ...stated } = distribution;
  // Every located distribution takes each of the three.
  return stated as L;
}

/** What all located kinds have in common. */
export const LOCATED = {
  isLocated: true,
  faster: <L extends Location>(distribution: L, factor: number): L => {
    if (distribution.rate !== undefined) return { ...distribution, rate: distribution.rate * factor };
    if (distribution.mean !== undefined) return { ...distribution, mean: distribution.mean / factor };
    return withRate(distribution, locationRate(distribution) * factor);
  },
} as const;

/** The variability of a located kind that may have any. */
export const SCV: ParameterRow = {
  key: 'scv',
  label: 'SCV',
  words: 'variability (scv)',
  help: 'Variance over squared mean: 0 is constant, 1 as variable as exponential, more is burstier.',
  dimension: 'number',
  domain: POSITIVE,
};

/** More variable than exponential, or as much. */
export const SCV_FROM_ONE: ParameterRow = { ...SCV, domain: { ...NON_NEGATIVE, least: 1 } };
