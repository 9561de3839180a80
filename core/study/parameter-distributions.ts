/** Parameters of a distribution of times. Rate and mean are parameters of every distribution that has a mean; setting one keeps the shape. */
import { type NumberDomain, POSITIVE } from '../base/number-domain.ts';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  distributionWithMean,
  distributionWithRate,
  knowledgeOf,
  parameterOf,
  withParameter,
} from '../distributions/index.ts';
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

const shapeFields = (distribution: ArrivalDistribution): readonly DistributionField[] =>
  knowledgeOf(distribution).parameters.map((row) => {
    const { key, words, dimension, domain, whenAbsent = Number.NaN } = row;
    const value = parameterOf(distribution, row) ?? whenAbsent;
    return {
      ...numberField({ tail: [key], words, dimension, domain, value }),
      write: (now, given) => withParameter(now, row, Number(given)),
    };
  });

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
