/** The rate of a distribution where it is written in it, without the mathematics of the other distributions. */
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { locationRate } from '../../../core/distributions/distribution-moments.ts';

/** 1/s; undefined for distributions whose rate follows from their other numbers. */
export function statedRate(distribution: ArrivalDistribution): number | undefined {
  return 'rate' in distribution || 'mean' in distribution || 'factors' in distribution
    ? locationRate(distribution)
    : undefined;
}
