/** Parameters of a distribution of times. Rate and mean are parameters of every distribution that has a mean; setting one keeps the shape. */

import { COUNT, NON_NEGATIVE, type NumberDomain, POSITIVE } from '../base/number-domain.ts';
import type { ArrivalDistribution, Location } from '../distributions/distribution.ts';
import { distributionMean, distributionRate } from '../distributions/distribution-moments.ts';
import type { Dimension } from '../quantities/quantity.ts';
import { type Field, RANK, type Rank } from './parameter.ts';

type DistributionField = Field<ArrivalDistribution>;

export function distributionFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  return [...placeFields(distribution), ...factorFields(distribution), ...shapeFields(distribution)];
}

function placeFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  const [rate, mean] = [distributionRate(distribution), distributionMean(distribution)];
  if (!(mean > 0 && mean < Number.POSITIVE_INFINITY)) return [];
  return [
    {
      ...numberField({ tail: ['rate'], words: 'rate', dimension: 'rate', value: rate }),
      rank: RANK.place,
      counts: true,
      write: (now, value) => distributionWithRate(now, Number(value)),
    },
    {
      ...numberField({ tail: ['mean'], words: 'mean time', dimension: 'time', value: mean }),
      rank: RANK.place,
      write: (now, value) => distributionWithMean(now, Number(value)),
    },
  ];
}

/** The distribution at another rate. It stays stated by its mean where it was; first principles give way to the rate. */
export function distributionWithRate(distribution: ArrivalDistribution, rate: number): ArrivalDistribution {
  if (!isLocated(distribution)) return faster(distribution, rate / distributionRate(distribution));
  const stated = withoutFactors(distribution);
  return stated.mean === undefined ? { ...stated, rate } : { ...stated, mean: 1 / rate };
}

/** The distribution with another mean. It stays stated by its rate where it was. */
function distributionWithMean(distribution: ArrivalDistribution, mean: number): ArrivalDistribution {
  if (!isLocated(distribution)) return faster(distribution, distributionMean(distribution) / mean);
  const stated = withoutFactors(distribution);
  return stated.rate === undefined ? { ...stated, mean } : { ...stated, rate: 1 / mean };
}

/** All times divided by `factor`. */
export function faster(distribution: ArrivalDistribution, factor: number): ArrivalDistribution {
  if (isLocated(distribution)) {
    if (distribution.rate !== undefined) return { ...distribution, rate: distribution.rate * factor };
    if (distribution.mean !== undefined) return { ...distribution, mean: distribution.mean / factor };
    return distributionWithRate(distribution, distributionRate(distribution) * factor);
  }
  switch (distribution.distribution) {
    case 'hyperexponential':
      return { ...distribution, rates: times(distribution.rates, factor) };
    case 'uniform':
      return { ...distribution, min: distribution.min / factor, max: distribution.max / factor };
    case 'pareto':
      return { ...distribution, scale: distribution.scale / factor };
    case 'phaseType':
      return { ...distribution, T: distribution.T.map((row) => times(row, factor)) };
    case 'empirical':
      return { ...distribution, edges: times(distribution.edges, 1 / factor) };
    case 'trace':
      return { ...distribution, values: times(distribution.values, 1 / factor) };
    case 'map':
      return {
        ...distribution,
        D0: distribution.D0.map((row) => times(row, factor)),
        D1: distribution.D1.map((row) => times(row, factor)),
      };
    case 'onOff':
      return {
        ...distribution,
        peakRate: distribution.peakRate * factor,
        ...(distribution.idleRate !== undefined && { idleRate: distribution.idleRate * factor }),
        meanOnTime: distribution.meanOnTime / factor,
        meanOffTime: distribution.meanOffTime / factor,
      };
  }
}

const times = (values: readonly number[], factor: number) => values.map((value) => value * factor);

type Located = Extract<ArrivalDistribution, Location>;
const isLocated = (distribution: ArrivalDistribution): distribution is Located =>
  'rate' in distribution || 'mean' in distribution || 'factors' in distribution;

/** A copy that leaves out keys is an order of magnitude slower than one that does not, which points of a study feel. */
function withoutFactors(distribution: Located): Located {
  if (distribution.factors === undefined) return distribution;
  const { factors: _, ...stated } = distribution;
  return stated;
}

/** First principles, factor by factor. */
function factorFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  if (!('factors' in distribution) || distribution.factors === undefined) return [];
  const { elementsPerClock, clock, divisor = 1, multiplier = 1 } = distribution.factors;
  const field = (
    name: string,
    words: string,
    value: number,
    dimension: Dimension = 'number',
  ): DistributionField => ({
    ...numberField({ tail: ['factors', name], words, dimension, value }),
    write: (now, given) =>
      'factors' in now && now.factors ? { ...now, factors: { ...now.factors, [name]: Number(given) } } : now,
  });
  return [
    field('elementsPerClock', 'elements per clock', elementsPerClock),
    field('clock', 'clock', clock, 'frequency'),
    field('divisor', 'divisor', divisor),
    field('multiplier', 'multiplier', multiplier),
  ];
}

function shapeFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  switch (distribution.distribution) {
    case 'erlang':
      return [own('shape', 'phases', distribution.shape, 'count', { ...COUNT, most: 1_000_000 })];
    case 'gamma':
    case 'lognormal':
      return [own('scv', 'variability (scv)', distribution.scv)];
    case 'hyperexponential':
      return 'scv' in distribution
        ? [own('scv', 'variability (scv)', distribution.scv, 'number', { ...NON_NEGATIVE, least: 1 })]
        : [];
    case 'weibull':
      return [own('shape', 'shape', distribution.shape)];
    case 'pareto':
      return [
        own('scale', 'smallest time', distribution.scale, 'time'),
        own('shape', 'shape', distribution.shape),
      ];
    case 'uniform':
      return [
        own('min', 'shortest time', distribution.min, 'time', NON_NEGATIVE),
        own('max', 'longest time', distribution.max, 'time'),
      ];
    case 'onOff':
      return [
        own('peakRate', 'rate in bursts', distribution.peakRate, 'rate'),
        own('idleRate', 'rate between bursts', distribution.idleRate ?? 0, 'rate', NON_NEGATIVE),
        own('meanOnTime', 'mean length of bursts', distribution.meanOnTime, 'time'),
        own('meanOffTime', 'mean time between bursts', distribution.meanOffTime, 'time'),
      ];
    default:
      return [];
  }
}

function own(
  name: string,
  words: string,
  value: number,
  dimension: Dimension = 'number',
  domain: NumberDomain = POSITIVE,
): DistributionField {
  return {
    ...numberField({ tail: [name], words, dimension, value, domain }),
    write: (distribution, given) => ({ ...distribution, [name]: given }) as ArrivalDistribution,
  };
}

export interface NumberFacts {
  readonly tail: readonly string[];
  readonly words: string;
  readonly dimension: Dimension;
  readonly value: number;
  readonly domain?: NumberDomain;
  readonly rank?: Rank;
}

/** A number of something, but for how it is written. */
export const numberField = ({
  tail,
  words,
  dimension,
  value,
  domain = POSITIVE,
  rank = RANK.shape,
}: NumberFacts) => ({
  tail,
  words,
  value,
  rank,
  type: { kind: 'number', dimension, domain } as const,
});
