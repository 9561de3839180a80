import { exp, log, pow } from '../numeric/elementary.ts';
import { gammaP, gammaQ } from '../numeric/incomplete-gamma.ts';
import { logGamma } from '../numeric/log-gamma.ts';
import { NormalDraws, type RandomStream } from './draws.ts';
import {
  type DistributionKnowledge,
  gammaPart,
  type Location,
  type ProbabilityFunctions,
  type ServiceTimes,
} from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean, SCV } from './location.ts';

/** Any mean and any variability, with a density that has one peak. */
export interface GammaDistribution extends Location {
  readonly distribution: 'gamma';
  /** Variance over squared mean, > 0. */
  readonly scv: number;
}

export const GAMMA: DistributionKnowledge<GammaDistribution> = {
  label: 'Gamma',
  hint: 'any mean and any variability',
  name: 'gamma',
  ...LOCATED,
  parameters: [SCV],
  start: ({ location, scv = 0.5 }) => ({ distribution: 'gamma', ...location, scv }),
  moments: (distribution) => locatedMoments(distribution, distribution.scv),
  isPoisson: ({ scv }) => scv === 1,
};

export const GAMMA_TIMES: ServiceTimes<GammaDistribution> = {
  sampler: (distribution, stream) =>
    new GammaDraws({ mean: locationMean(distribution), shape: 1 / distribution.scv }, stream),
  functions: (distribution) => {
    const { scv } = distribution;
    return erlangMixture([{ share: 1, shape: 1 / scv, rate: 1 / (scv * locationMean(distribution)) }]);
  },
  parts: (distribution) => [gammaPart(1, 1 / distribution.scv, locationMean(distribution))],
};

/**
 * Gamma variates by rejection from a cubed normal (Marsaglia & Tsang, A simple method for generating gamma variables,
 * ACM TOMS 26 (2000) 363); shapes below 1 are made from shape + 1 (their section 6).
 */
export class GammaDraws {
  private readonly stream: RandomStream;
  private readonly normal: NormalDraws;
  private readonly mean: number;
  private readonly shape: number;

  /** Mean > 0 and shape > 0 (1 / scv). */
  constructor(distribution: { readonly mean: number; readonly shape: number }, stream: RandomStream) {
    this.stream = stream;
    this.normal = new NormalDraws(stream);
    this.mean = distribution.mean;
    this.shape = distribution.shape;
  }

  next(): number {
    const { mean, shape } = this;
    if (shape >= 1) return (this.standard(shape) * mean) / shape;
    const boost = pow(this.stream.uniform(), 1 / shape);
    return (this.standard(shape + 1) * boost * mean) / shape;
  }

  /** Scale 1, shape >= 1. */
  private standard(shape: number): number {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal.next();
      const root = 1 + c * x;
      if (root <= 0) continue;
      const v = root * root * root;
      const u = this.stream.uniform();
      // The squeeze of their section 3 takes nearly all without a logarithm, and none that the test below would not take.
      const square = x * x;
      if (u < 1 - 0.0331 * square * square) return d * v;
      if (log(u) < 0.5 * square + d - d * v + d * log(v)) return d * v;
    }
  }
}

/** One branch of a mixture of gamma distributions: shape > 0, rate in 1/s. */
export interface Branch {
  readonly share: number;
  readonly shape: number;
  readonly rate: number;
}

export function erlangMixture(branches: readonly Branch[]): ProbabilityFunctions {
  const sum = (of: (branch: Branch) => number): number =>
    branches.reduce((total, branch) => total + branch.share * of(branch), 0);
  const densities = branches.map(gammaDensity);
  const [only] = densities;
  return {
    cdf: (x) => sum(({ shape, rate }) => gammaP(shape, rate * x)),
    tail: (x) => sum(({ shape, rate }) => gammaQ(shape, rate * Math.max(0, x))),
    logDensity: (x) => {
      if (only && densities.length === 1) return only(x);
      const logs = densities.map((density) => density(x));
      const most = Math.max(...logs);
      if (!Number.isFinite(most)) return most;
      return most + log(branches.reduce((all, { share }, i) => all + share * exp(logs[i]! - most), 0));
    },
  };
}

/** Logarithm of the density of one branch. `logX`: log(x), where it is known. */
export function gammaDensity({ shape, rate }: Branch): (x: number, logX?: number) => number {
  const constant = log(rate) - logGamma(shape);
  const logRate = log(rate);
  return (x, logX) => {
    if (x < 0) return Number.NEGATIVE_INFINITY;
    return constant - rate * x + (shape === 1 ? 0 : (shape - 1) * (logRate + (logX ?? log(x))));
  };
}
