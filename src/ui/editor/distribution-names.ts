/** One short name per distribution, for pictures. */
import type { DistributionName, ServiceDistribution } from '../../../core/distributions/distribution.ts';

export const LAW_NAMES: Readonly<Record<DistributionName, string>> = {
  exponential: 'Poisson',
  deterministic: 'regular',
  erlang: 'Erlang',
  gamma: 'gamma',
  hyperexponential: 'hyperexponential',
  uniform: 'uniform',
  lognormal: 'lognormal',
  weibull: 'Weibull',
  pareto: 'Pareto',
  phaseType: 'phase type',
  empirical: 'histogram',
  trace: 'trace',
  map: 'MAP',
  onOff: 'on/off bursts',
};

/** Of times that are no arrivals. */
export const serviceDistributionName = (distribution: ServiceDistribution['distribution']): string =>
  distribution === 'exponential' ? 'exponential' : LAW_NAMES[distribution];
