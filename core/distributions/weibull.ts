import { POSITIVE } from '../base/number-domain.ts';
import { exp, expm1, log, pow } from '../numeric/elementary.ts';
import { logGammaFromHalf } from '../numeric/log-gamma.ts';
import { drawExponential } from './draws.ts';
import { type DistributionKnowledge, type Location, remembered, type ServiceTimes } from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean } from './location.ts';

/** P[X > x] = exp(-(x / scale)^shape): a power of an exponential time, scale = mean / Gamma(1 + 1 / shape). */
export interface WeibullDistribution extends Location {
  readonly distribution: 'weibull';
  /** > 0; 1 is exponential. */
  readonly shape: number;
}

const scaleOf = (distribution: WeibullDistribution): number =>
  locationMean(distribution) / exp(logGammaFromHalf(1 + 1 / distribution.shape));

/** Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 - 1, without overflow at small shapes. */
const scvOf = (shape: number): number =>
  expm1(logGammaFromHalf(1 + 2 / shape) - 2 * logGammaFromHalf(1 + 1 / shape));

export const WEIBULL: DistributionKnowledge<WeibullDistribution> = {
  label: 'Weibull',
  hint: 'shape below 1 has a long tail, above 1 is steady',
  name: 'Weibull',
  ...LOCATED,
  parameters: [
    {
      key: 'shape',
      label: 'Shape',
      words: 'shape',
      help: '1 is exponential; below 1 most times are short and some very long.',
      dimension: 'number',
      domain: POSITIVE,
    },
  ],
  start: ({ location }) => ({ distribution: 'weibull', ...location, shape: 2 }),
  moments: remembered((distribution) => locatedMoments(distribution, scvOf(distribution.shape))),
  isPoisson: ({ shape }) => shape === 1,
};

export const WEIBULL_TIMES: ServiceTimes<WeibullDistribution> = {
  sampler: (distribution, stream) => {
    const scale = scaleOf(distribution);
    const power = 1 / distribution.shape;
    return { next: () => scale * pow(drawExponential(stream), power) };
  },
  functions: (distribution) => {
    const { shape } = distribution;
    const scale = scaleOf(distribution);
    const hazard = (x: number) => pow(Math.max(0, x) / scale, shape);
    return {
      cdf: (x) => -expm1(-hazard(x)),
      tail: (x) => exp(-hazard(x)),
      logDensity: (x) => log(shape / scale) + (shape - 1) * log(x / scale) - hazard(x),
    };
  },
  parts: (distribution) => {
    const { shape } = distribution;
    const logScale = log(locationMean(distribution)) - logGammaFromHalf(1 + 1 / shape);
    const density = (y: number) => exp(y - exp(y));
    return [{ kind: 'smooth', from: -40, to: 3.7, density, logTime: (y) => y / shape + logScale }];
  },
};
