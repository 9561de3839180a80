/** A distribution of service with the rate that was estimated: its shape stays as the model has it. */
import type { LocatedDistribution, ServiceDistribution } from '../../core/distributions/distribution.ts';

/**
 * A distribution without a free place, such as a histogram, is replaced by one with the estimated variability: gamma, or constant
 * where `scv` is 0, or exponential where it is not known.
 */
export function distributionAtRate(
  distribution: ServiceDistribution,
  rate: number,
  scv?: number,
): ServiceDistribution {
  if (!isLocated(distribution)) return distributionOfScv(rate, scv);
  const { rate: _rate, mean, factors: _factors, ...shape } = distribution;
  return mean === undefined ? { ...shape, rate } : { ...shape, mean: 1 / rate };
}

const isLocated = (distribution: ServiceDistribution): distribution is LocatedDistribution =>
  'rate' in distribution || 'mean' in distribution || 'factors' in distribution;

/** Below this a service is as good as constant. */
const CONSTANT = 1e-3;

function distributionOfScv(rate: number, scv: number | undefined): ServiceDistribution {
  if (scv === undefined) return { distribution: 'exponential', rate };
  return scv < CONSTANT ? { distribution: 'deterministic', rate } : { distribution: 'gamma', rate, scv };
}
