/** The shortest and the longest time that a law can give, s; Infinity where there is none. */

import type { ArrivalLaw } from '../../core/distributions/law.ts';
import { lawMean } from '../../core/distributions/law-moments.ts';

export interface Range {
  readonly shortest: number;
  readonly longest: number;
}

export function lawRange(law: ArrivalLaw): Range {
  switch (law.law) {
    case 'deterministic':
      return { shortest: lawMean(law), longest: lawMean(law) };
    case 'uniform':
      return { shortest: law.min, longest: law.max };
    case 'empirical': {
      const used = law.weights.flatMap((weight, i) => (weight > 0 ? [i] : []));
      return { shortest: law.edges[used[0]!]!, longest: law.edges[used.at(-1)! + 1]! };
    }
    case 'trace':
      return {
        shortest: law.values.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY),
        longest: law.values.reduce((most, x) => Math.max(most, x), 0),
      };
    case 'pareto':
      return { shortest: law.scale, longest: Number.POSITIVE_INFINITY };
    default:
      return { shortest: 0, longest: Number.POSITIVE_INFINITY };
  }
}
