/**
 * Draws the parameters of a distribution given all services of its queue, or their sums: conjugate where there is such a prior, by
 * slice sampling for the shape of a gamma distribution. A prior is worth `n0` observations of mean `m0`.
 */

import { NormalDraws } from '../../core/distributions/draws.ts';
import { GammaDraws } from '../../core/distributions/gamma.ts';
import { exp, log, pow } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import type { RandomStream } from '../random/random-stream.ts';
import type { PriorWeight } from './contract.ts';
import {
  DISTRIBUTION_WIDTH,
  EXPONENTIAL,
  GAMMA,
  LOGNORMAL,
  MIXTURE,
  MOST_COMPONENTS,
  type ServiceDistributions,
} from './service-distributions.ts';

/** Sums over the services of one queue. */
export interface ServiceSums {
  n: number;
  /** Σ s. */
  sum: number;
  /** Σ ln s and Σ (ln s)². */
  logs: number;
  squares: number;
}

/** Gamma of this shape and rate. */
export function drawGamma(shape: number, rate: number, stream: RandomStream): number {
  // Below it a draw would vanish, and a rate of 0 is none.
  return Math.max(new GammaDraws({ mean: shape, shape }, stream).next(), Number.MIN_VALUE * 2 ** 60) / rate;
}

/** Services as the distribution of this queue has them now. */
export function serviceDraws(
  distributions: ServiceDistributions,
  q: number,
  stream: RandomStream,
): () => number {
  const { parameters, components } = distributions;
  const at = q * DISTRIBUTION_WIDTH;
  const [first, second] = [parameters[at]!, parameters[at + 1]!];
  const exponential = (rate: number): number => -log(stream.uniform()) / rate;
  switch (distributions.family[q]) {
    case EXPONENTIAL:
      return () => exponential(first);
    case GAMMA: {
      const draws = new GammaDraws({ mean: first / second, shape: first }, stream);
      return () => draws.next();
    }
    case LOGNORMAL: {
      const normal = new NormalDraws(stream);
      return () => exp(first + Math.sqrt(second) * normal.next());
    }
    default:
      return () => {
        let rest = stream.uniform();
        let j = 0;
        while (j < components - 1 && rest >= parameters[at + 2 * j]!) rest -= parameters[at + 2 * j++]!;
        return exponential(parameters[at + 2 * j + 1]!);
      };
  }
}

/** μ ~ Gamma(n0 + n, n0 m0 + S). */
export function drawExponential(
  distributions: ServiceDistributions,
  q: number,
  { n, sum }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: n0, mean: m0 } = prior;
  distributions.setExponential(q, drawGamma(n0 + n, n0 * m0 + sum, stream));
}

/** Prior of the shape k of a gamma distribution: Gamma(1, rate 0.1). */
const SHAPE_RATE = 0.1;
const LEAST_LOG_SHAPE = log(1e-3);
const MOST_LOG_SHAPE = log(1e4);

/** k by a slice on ln k with the rate integrated out, then β ~ Gamma(n0 + n k, n0 m0 + S). */
export function drawGammaDistribution(
  distributions: ServiceDistributions,
  q: number,
  { n, sum, logs }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: n0, mean: m0 } = prior;
  const rest = n0 * m0 + sum;
  const logRest = log(rest);
  const density = (logShape: number): number => {
    const k = exp(logShape);
    const shape = n0 + n * k;
    return logShape - SHAPE_RATE * k + (k - 1) * logs - n * logGamma(k) + logGamma(shape) - shape * logRest;
  };
  const old = log(distributions.parameters[q * DISTRIBUTION_WIDTH]!);
  const k = exp(sliceOf(density, old, LEAST_LOG_SHAPE, MOST_LOG_SHAPE, stream));
  distributions.setGamma(q, k, drawGamma(n0 + n * k, rest, stream), logGamma(k));
}

/** Shrinkage from all of (low, high). */
function sliceOf(
  density: (x: number) => number,
  old: number,
  least: number,
  most: number,
  stream: RandomStream,
): number {
  let [low, high] = [least, most];
  const level = density(old) + log(stream.uniform());
  for (;;) {
    const x = low + stream.uniform() * (high - low);
    if (density(x) >= level || high - low < 1e-12) return x;
    if (x < old) low = x;
    else high = x;
  }
}

/** Normal-inverse-gamma on ln s: κ0 = n0, m0 = ln m0, a0 = b0 = n0 / 2. */
export function drawLognormal(
  distributions: ServiceDistributions,
  q: number,
  { n, logs, squares }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: kappa0, mean } = prior;
  const m0 = log(mean);
  const average = n === 0 ? 0 : logs / n;
  const kappa = kappa0 + n;
  const m = (kappa0 * m0 + logs) / kappa;
  const spread = Math.max(0, squares - n * average * average);
  const b = kappa0 / 2 + spread / 2 + (kappa0 * n * (average - m0) ** 2) / (2 * kappa);
  const variance = b / drawGamma((kappa0 + n) / 2, 1, stream);
  distributions.setLognormal(q, m + Math.sqrt(variance / kappa) * new NormalDraws(stream).next(), variance);
}

/** Sums over the services that each component got. */
export interface ComponentSums {
  readonly n: Float64Array;
  readonly sum: Float64Array;
}

/** Weights ~ Dir(1 + n_j), rates ~ Gamma(α + n_j, α m0 + S_j) with α = max(1, n0), sorted by rate. */
export function drawMixture(
  distributions: ServiceDistributions,
  q: number,
  { n, sum }: ComponentSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const alpha = Math.max(1, prior.observations);
  const parts = Array.from({ length: distributions.components }, (_, j) => ({
    weight: drawGamma(1 + n[j]!, 1, stream),
    rate: drawGamma(alpha + n[j]!, alpha * prior.mean + sum[j]!, stream),
  }));
  parts.sort((one, other) => one.rate - other.rate);
  const total = parts.reduce((all, { weight }) => all + weight, 0);
  distributions.setMixture(
    q,
    parts.map(({ weight }) => weight / total),
    parts.map(({ rate }) => rate),
  );
}

const odds = new Float64Array(MOST_COMPONENTS);

/** The component that a service came from, given the distribution as it is. */
export function drawComponent(
  distributions: ServiceDistributions,
  q: number,
  s: number,
  stream: RandomStream,
): number {
  const at = q * DISTRIBUTION_WIDTH;
  const slowest = distributions.parameters[at + 1]!;
  let total = 0;
  for (let j = 0; j < distributions.components; j += 1) {
    const rate = distributions.parameters[at + 2 * j + 1]!;
    total += distributions.parameters[at + 2 * j]! * rate * exp((slowest - rate) * s);
    odds[j] = total;
  }
  const u = stream.uniform() * total;
  let j = 0;
  while (j < distributions.components - 1 && odds[j]! < u) j += 1;
  return j;
}

/** Any distribution of this family with this mean, to start from. */
export function startDistribution(
  distributions: ServiceDistributions,
  q: number,
  family: number,
  mean: number,
): void {
  if (family === MIXTURE) {
    const J = distributions.components;
    distributions.setMixture(
      q,
      Array.from({ length: J }, () => 1 / J),
      Array.from({ length: J }, (_, j) => pow(2, j - (J - 1) / 2) / mean),
    );
  } else if (family === 1) distributions.setGamma(q, 1, 1 / mean, 0);
  else if (family === 2) distributions.setLognormal(q, log(mean) - 0.5, 1);
  else distributions.setExponential(q, 1 / mean);
}

/** p(q | state) ~ Dir(1 + counts). */
export function drawRouting(probability: Float64Array, counts: Float64Array, stream: RandomStream): void {
  let total = 0;
  for (let i = 0; i < counts.length; i += 1) {
    probability[i] = drawGamma(1 + counts[i]!, 1, stream);
    total += probability[i]!;
  }
  for (let i = 0; i < counts.length; i += 1) probability[i]! /= total;
}
