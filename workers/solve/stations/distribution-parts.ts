/**
 * Distributions of times as mixtures that integrals can be taken over: gamma and uniform distributions, which have closed forms, and fixed
 * times, which any distribution is by quadrature. Distributions with a matrix of phases are not here (markov-distribution.ts).
 *
 * Numerics: continuous distributions are cut into panels of 16 Gauss points in the variable in which they are smooth (the normal
 * score, the logarithm of an exponential, the exponential itself); `widest(t)` says how wide a panel may be at time t
 * for the integrand to be smooth over it. What is cut off has probability below 1e-17.
 */

import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean, distributionScv } from '../../../core/distributions/distribution-moments.ts';
import { cos, exp, log, log1p } from '../../../core/numeric/elementary.ts';
import { logGamma } from '../../../core/numeric/log-gamma.ts';

export type DistributionPart =
  | { readonly kind: 'gamma'; readonly weight: number; readonly shape: number; readonly scale: number }
  | UniformPart
  | FixedPart;

export interface FixedPart {
  readonly kind: 'fixed';
  readonly weight: number;
  readonly at: number;
}

export interface UniformPart {
  readonly kind: 'uniform';
  readonly weight: number;
  readonly min: number;
  readonly max: number;
}

export type PanelWidth = (t: number) => number;

/** Undefined for distributions with phases (phaseType, map, onOff), and for a trace of more than 2,000 values. */
export function distributionParts(
  distribution: ArrivalDistribution,
  widest: PanelWidth,
): readonly DistributionPart[] | undefined {
  switch (distribution.distribution) {
    case 'exponential':
      return [gamma(1, 1, distributionMean(distribution))];
    case 'erlang':
      return [gamma(1, distribution.shape, distributionMean(distribution))];
    case 'gamma':
      return [gamma(1, 1 / distribution.scv, distributionMean(distribution))];
    case 'hyperexponential':
      return 'rates' in distribution
        ? distribution.rates.map((rate, i) => gamma(distribution.probabilities[i]!, 1, 1 / rate))
        : balancedBranches(distributionMean(distribution), distribution.scv);
    case 'deterministic':
      return [{ kind: 'fixed', weight: 1, at: distributionMean(distribution) }];
    case 'trace':
      return distribution.values.length > LONGEST_TRACE ? undefined : pointsOf(distribution.values);
    case 'uniform':
      return [{ kind: 'uniform', weight: 1, min: distribution.min, max: distribution.max }];
    case 'empirical':
      return binsOf(distribution.edges, distribution.weights);
    case 'lognormal': {
      const variance = log1p(distributionScv(distribution));
      const place = log(distributionMean(distribution)) - variance / 2;
      const density = (z: number) => exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
      return panels({ from: -8.7, to: 8.7, density, log: (z) => place + Math.sqrt(variance) * z, widest });
    }
    case 'weibull': {
      const logTime = (y: number) =>
        y / distribution.shape + logScale(distribution.shape, distributionMean(distribution));
      return panels({ from: -40, to: 3.7, density: (y) => exp(y - exp(y)), log: logTime, widest });
    }
    case 'pareto': {
      const logTime = (y: number) => log(distribution.scale) + y / distribution.shape;
      return panels({ from: 0, to: 40, density: (y) => exp(-y), log: logTime, widest });
    }
    default:
      return undefined;
  }
}

const LONGEST_TRACE = 2000;

const gamma = (weight: number, shape: number, mean: number): DistributionPart => ({
  kind: 'gamma',
  weight,
  shape,
  scale: mean / shape,
});

/** Balanced means: p1 / r1 = p2 / r2 (Whitt 1982, Oper. Res. 30, section 3). */
function balancedBranches(mean: number, scv: number): readonly DistributionPart[] {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return [gamma(p, 1, mean / (2 * p)), gamma(1 - p, 1, mean / (2 * (1 - p)))];
}

function pointsOf(values: readonly number[]): readonly DistributionPart[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([at, count]) => ({ kind: 'fixed', weight: count / values.length, at }));
}

function binsOf(edges: readonly number[], weights: readonly number[]): readonly DistributionPart[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.flatMap((weight, i) =>
    weight === 0 ? [] : { kind: 'uniform', weight: weight / total, min: edges[i]!, max: edges[i + 1]! },
  );
}

/** A uniform distribution as Gauss points. */
export function fixedTimes({ min, max, weight }: UniformPart, widest: PanelWidth): readonly FixedPart[] {
  const count = Math.max(1, Math.ceil((max - min) / widest(max)));
  const width = (max - min) / count;
  return Array.from({ length: count }, (_, i) =>
    GAUSS.map(
      (point): FixedPart => ({
        kind: 'fixed',
        weight: (weight * point.weight) / count,
        at: min + (i + point.at) * width,
      }),
    ),
  ).flat();
}

/** ln of the Weibull scale that gives the mean: mean / Gamma(1 + 1 / shape). */
const logScale = (shape: number, mean: number): number => log(mean) - logGamma(1 + 1 / shape);

interface Smooth {
  readonly from: number;
  readonly to: number;
  /** Of the variable y, which sums to 1. */
  readonly density: (y: number) => number;
  /** ln of the time at y; a straight line. */
  readonly log: (y: number) => number;
  readonly widest: PanelWidth;
}

function panels({ from, to, density, log, widest }: Smooth): readonly DistributionPart[] {
  const parts: { kind: 'fixed'; weight: number; at: number }[] = [];
  const slope = log(1) - log(0);
  for (let y = from; y < to; ) {
    const t = exp(log(y));
    // Where the density is but the start of a tail, the panels may be wide.
    const width = Math.min(to - y, Math.max(0.5, -y / 4), log1p(widest(t) / t) / slope);
    for (const point of GAUSS) {
      const at = y + point.at * width;
      parts.push({ kind: 'fixed', weight: point.weight * width * density(at), at: exp(log(at)) });
    }
    y += width;
  }
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  for (const part of parts) part.weight /= total;
  return parts;
}

/**
 * Gauss-Legendre quadrature with 16 points: exact for polynomials up to degree 31. Zeros of the Legendre polynomial by
 * Newton from Tricomi's estimate. Source: Abramowitz & Stegun 1964, 25.4.29 and 22.16.6.
 */
const POINTS = 16;

/** On [0, 1]: places and weights, which sum to 1. */
export const GAUSS: readonly { readonly at: number; readonly weight: number }[] = Array.from(
  { length: POINTS },
  (_, i) => {
    let x = cos((Math.PI * (i + 0.75)) / (POINTS + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; step++) {
      const { value, previous } = legendre(x);
      slope = (POINTS * (x * value - previous)) / (x * x - 1);
      x -= value / slope;
    }
    return { at: (1 - x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  },
);

/** P_16(x) and P_15(x) by the three-term recursion. */
function legendre(x: number): { readonly value: number; readonly previous: number } {
  let [previous, value] = [1, x];
  for (let n = 2; n <= POINTS; n++) {
    [previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n];
  }
  return { value, previous };
}
