import { drawExponential, fillExponential } from './draws.ts';
import { erlangMixture } from './gamma.ts';
import { type DistributionKnowledge, gammaPart, type Location, type ServiceTimes } from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean } from './location.ts';

/** Memoryless times. Phases are not told here: whatever is Poisson has one (`servicePhases`). */
export interface ExponentialDistribution extends Location {
  readonly distribution: 'exponential';
}

export const EXPONENTIAL: DistributionKnowledge<ExponentialDistribution> = {
  label: 'Exponential',
  arrivalLabel: 'Poisson (exponential)',
  hint: 'memoryless; the distribution of M/M models',
  name: 'exponential',
  arrivalName: 'Poisson',
  ...LOCATED,
  parameters: [],
  start: ({ location }) => ({ distribution: 'exponential', ...location }),
  moments: (distribution) => locatedMoments(distribution, 1),
  isPoisson: () => true,
};

export const EXPONENTIAL_TIMES: ServiceTimes<ExponentialDistribution> = {
  sampler: (distribution, stream) => {
    const mean = locationMean(distribution);
    return {
      next: () => drawExponential(stream) * mean,
      fill: (block) => fillExponential(stream, block, mean),
    };
  },
  compiledDraws: 'exponential',
  functions: (distribution) => erlangMixture([{ share: 1, shape: 1, rate: 1 / locationMean(distribution) }]),
  parts: (distribution) => [gammaPart(1, 1, locationMean(distribution))],
};
