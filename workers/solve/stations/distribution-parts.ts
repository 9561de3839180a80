/**
 * Distributions of times as mixtures that integrals can be taken over: gamma and uniform distributions, which have closed forms, and fixed
 * times, which any density is by quadrature. Distributions with a matrix of phases are not here (markov-distributions.ts).
 *
 * Numerics: densities are cut into panels of 16 Gauss points in the variable in which they are smooth (the normal score, the
 * logarithm of an exponential, the exponential itself, or the time); `widest(t)` says how wide a panel may be at time t for
 * the integrand to be smooth over it. What is cut off has probability below 1e-17; with `wholeMean` it also adds less than
 * that share to the mean, unless the times overflow first.
 */

import { type ArrivalDistribution, partsOf } from '../../../core/distributions/index.ts';
import type {
  DistributionPart,
  FixedPart,
  GammaPart,
  PiecePart,
  SmoothPart,
  UniformPart,
} from '../../../core/distributions/knowledge.ts';
import { exp, log1p } from '../../../core/numeric/elementary.ts';
import { cos } from '../../../core/numeric/trigonometry.ts';

/** A part that a closed form or a sum is taken over. */
export type IntegralPart = GammaPart | UniformPart | FixedPart;

export type PanelWidth = (t: number) => number;

/** Undefined for distributions with phases (phaseType, map, onOff), and for a trace of more than 2,000 values. */
export const distributionParts = (
  distribution: ArrivalDistribution,
  widest: PanelWidth,
  wholeMean = false,
): readonly IntegralPart[] | undefined =>
  partsOf(distribution)?.flatMap((part) => integralParts(part, widest, wholeMean));

function integralParts(
  part: DistributionPart,
  widest: PanelWidth,
  wholeMean: boolean,
): readonly IntegralPart[] {
  switch (part.kind) {
    case 'gamma':
    case 'uniform':
    case 'fixed':
      return [part];
    case 'piece':
      return piecePoints(part, widest);
    case 'smooth':
      return smoothPoints(part, widest, wholeMean);
  }
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

function piecePoints({ min, max, weight, density }: PiecePart, widest: PanelWidth): readonly FixedPart[] {
  const parts: FixedPart[] = [];
  for (let from = min; from < max; ) {
    const to = Math.min(max, from + widest(from));
    for (const point of GAUSS) {
      const at = from + point.at * (to - from);
      parts.push({ kind: 'fixed', weight: weight * point.weight * (to - from) * density(at), at });
    }
    from = to;
  }
  return parts;
}

function smoothPoints(
  { from, to, density, logTime }: SmoothPart,
  widest: PanelWidth,
  wholeMean: boolean,
): readonly FixedPart[] {
  const parts: { kind: 'fixed'; weight: number; at: number }[] = [];
  const slope = logTime(1) - logTime(0);
  let [mean, added] = [0, 0];
  for (let y = from; y < to || (wholeMean && added > CUT_OFF * mean && logTime(y + 1) < LARGEST_LOG); ) {
    const t = exp(logTime(y));
    // Where the density is but the start of a tail, the panels may be wide.
    const width = Math.min(y < to ? to - y : 0.5, Math.max(0.5, -y / 4), log1p(widest(t) / t) / slope);
    added = 0;
    for (const point of GAUSS) {
      const at = y + point.at * width;
      const weight = point.weight * width * density(at);
      const time = exp(logTime(at));
      parts.push({ kind: 'fixed', weight, at: time });
      added += weight * time;
    }
    mean += added;
    y += width;
  }
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  for (const part of parts) part.weight /= total;
  return parts;
}

const CUT_OFF = 1e-17;
/** ln of the largest time. */
const LARGEST_LOG = 700;

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
