/** The shortest and the longest time that a distribution can give, s; Infinity where there is none. */

import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import { distributionMean } from '../../core/distributions/distribution-moments.ts';

export interface Range {
  readonly shortest: number;
  readonly longest: number;
}

export function distributionRange(distribution: ArrivalDistribution): Range {
  switch (distribution.distribution) {
    case 'deterministic':
      return { shortest: distributionMean(distribution), longest: distributionMean(distribution) };
    case 'uniform':
      return { shortest: distribution.min, longest: distribution.max };
    case 'empirical': {
      const used = distribution.weights.flatMap((weight, i) => (weight > 0 ? [i] : []));
      return { shortest: distribution.edges[used[0]!]!, longest: distribution.edges[used.at(-1)! + 1]! };
    }
    case 'trace':
      return {
        shortest: distribution.values.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY),
        longest: distribution.values.reduce((most, x) => Math.max(most, x), 0),
      };
    case 'pareto':
      return { shortest: distribution.scale, longest: Number.POSITIVE_INFINITY };
    default:
      return { shortest: 0, longest: Number.POSITIVE_INFINITY };
  }
}
