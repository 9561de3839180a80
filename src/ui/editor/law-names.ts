/** One short name per law, for pictures. */
import type { LawName, ServiceLaw } from '../../../core/distributions/law.ts';

export const LAW_NAMES: Readonly<Record<LawName, string>> = {
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
export const serviceLawName = (law: ServiceLaw['law']): string =>
  law === 'exponential' ? 'exponential' : LAW_NAMES[law];
