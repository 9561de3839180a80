import type { DistributionKnowledge, Location, ServiceTimes } from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean } from './location.ts';

/** Always the same time. */
export interface DeterministicDistribution extends Location {
  readonly distribution: 'deterministic';
}

export const DETERMINISTIC: DistributionKnowledge<DeterministicDistribution> = {
  label: 'Deterministic',
  hint: 'always the same, as in a fixed pipeline',
  name: 'regular',
  ...LOCATED,
  parameters: [],
  start: ({ location }) => ({ distribution: 'deterministic', ...location }),
  moments: (distribution) => locatedMoments(distribution, 0),
  range: (distribution) => ({ shortest: locationMean(distribution), longest: locationMean(distribution) }),
};

export const DETERMINISTIC_TIMES: ServiceTimes<DeterministicDistribution> = {
  sampler: (distribution) => {
    const mean = locationMean(distribution);
    return { next: () => mean };
  },
  compiledDraws: 'constant',
  functions: (distribution) => {
    const mean = locationMean(distribution);
    return {
      cdf: (x) => (x < mean ? 0 : 1),
      tail: (x) => (x < mean ? 1 : 0),
      logDensity: () => Number.NEGATIVE_INFINITY,
    };
  },
  parts: (distribution) => [{ kind: 'fixed', weight: 1, at: locationMean(distribution) }],
};
