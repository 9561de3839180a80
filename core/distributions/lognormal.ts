import { exp, log, log1p } from '../numeric/elementary.ts';
import { normalTail } from '../numeric/incomplete-gamma.ts';
import { NormalDraws } from './draws.ts';
import type { DistributionKnowledge, Location, ServiceTimes } from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean, SCV } from './location.ts';

/** exp(m + s Z), Z standard normal, with s^2 = ln(1 + scv) and m = ln(mean) - s^2 / 2. */
export interface LognormalDistribution extends Location {
  readonly distribution: 'lognormal';
  readonly scv: number;
}

function normalOf(distribution: LognormalDistribution): { readonly m: number; readonly s: number } {
  const variance = log1p(distribution.scv);
  return { m: log(locationMean(distribution)) - variance / 2, s: Math.sqrt(variance) };
}

export const LOGNORMAL: DistributionKnowledge<LognormalDistribution> = {
  label: 'Lognormal',
  hint: 'skewed, with a moderate tail',
  name: 'lognormal',
  ...LOCATED,
  parameters: [SCV],
  start: ({ location, scv = 1 }) => ({ distribution: 'lognormal', ...location, scv }),
  moments: (distribution) => locatedMoments(distribution, distribution.scv),
};

export const LOGNORMAL_TIMES: ServiceTimes<LognormalDistribution> = {
  sampler: (distribution, stream) => {
    const { m, s } = normalOf(distribution);
    const normal = new NormalDraws(stream);
    return { next: () => exp(m + s * normal.next()) };
  },
  functions: (distribution) => {
    const { m, s } = normalOf(distribution);
    const score = (x: number) => (log(x) - m) / s;
    return {
      cdf: (x) => (x <= 0 ? 0 : normalTail(-score(x))),
      tail: (x) => (x <= 0 ? 1 : normalTail(score(x))),
      logDensity: (x) =>
        x <= 0 ? Number.NEGATIVE_INFINITY : -(score(x) ** 2) / 2 - log(x * s) - log(2 * Math.PI) / 2,
    };
  },
  parts: (distribution) => {
    const { m, s } = normalOf(distribution);
    const density = (z: number) => exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    return [{ kind: 'smooth', from: -8.7, to: 8.7, density, logTime: (z) => m + s * z }];
  },
};
