/** A law of service with the rate that was estimated: its shape stays as the model has it. */
import type { LocatedLaw, ServiceLaw } from '../../core/distributions/law.ts';

/**
 * A law without a free place, such as a histogram, is replaced by one with the estimated variability: gamma, or constant
 * where `scv` is 0, or exponential where it is not known.
 */
export function lawAtRate(law: ServiceLaw, rate: number, scv?: number): ServiceLaw {
  if (!isLocated(law)) return lawOfScv(rate, scv);
  const { rate: _rate, mean, factors: _factors, ...shape } = law;
  return mean === undefined ? { ...shape, rate } : { ...shape, mean: 1 / rate };
}

const isLocated = (law: ServiceLaw): law is LocatedLaw => 'rate' in law || 'mean' in law || 'factors' in law;

/** Below this a service is as good as constant. */
const CONSTANT = 1e-3;

function lawOfScv(rate: number, scv: number | undefined): ServiceLaw {
  if (scv === undefined) return { law: 'exponential', rate };
  return scv < CONSTANT ? { law: 'deterministic', rate } : { law: 'gamma', rate, scv };
}
