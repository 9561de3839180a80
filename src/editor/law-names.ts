/** One short name per law, for pictures. */
import type { LawName } from '../model/law.ts';

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
