/**
 * Tails of distributions with jumps and corners (constant, uniform, Pareto, histograms, traces), which inversion takes off before it sums
 * and adds again: P[X > t], and P[R > t] of the residual time R with density P[X > t] / m. Other distributions have none.
 */
import type { ParetoDistribution, ServiceDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean } from '../../../core/distributions/distribution-moments.ts';
import { type DistributionPart, distributionParts } from './distribution-parts.ts';

export interface CorneredTails {
  readonly tail: (t: number) => number;
  readonly residualTail: (t: number) => number;
}

const CORNERED: ReadonlySet<ServiceDistribution['distribution']> = new Set([
  'deterministic',
  'uniform',
  'empirical',
  'trace',
]);

export function corneredTails(distribution: ServiceDistribution): CorneredTails | undefined {
  if (distribution.distribution === 'pareto') return paretoTails(distribution);
  const parts = CORNERED.has(distribution.distribution)
    ? distributionParts(distribution, () => distributionMean(distribution))
    : undefined;
  if (!parts) return undefined;
  const mean = distributionMean(distribution);
  const sum = (t: number, of: (part: DistributionPart, t: number) => number) =>
    parts.reduce((all, part) => all + part.weight * of(part, t), 0);
  return { tail: (t) => sum(t, partTail), residualTail: (t) => sum(t, partBeyond) / mean };
}

function paretoTails({ scale, shape }: ParetoDistribution): CorneredTails {
  const beyond = (t: number) =>
    t < scale ? 1 - ((shape - 1) * t) / (shape * scale) : (scale / t) ** (shape - 1) / shape;
  return { tail: (t) => (t < scale ? 1 : (scale / t) ** shape), residualTail: beyond };
}

/** P[X > t]. */
function partTail(part: DistributionPart, t: number): number {
  if (part.kind === 'fixed') return part.at > t ? 1 : 0;
  if (part.kind === 'gamma') return 0;
  return Math.min(1, Math.max(0, (part.max - t) / (part.max - part.min)));
}

/** E max(0, X - t). */
function partBeyond(part: DistributionPart, t: number): number {
  if (part.kind === 'fixed') return Math.max(0, part.at - t);
  if (part.kind === 'gamma' || t >= part.max) return 0;
  if (t <= part.min) return (part.min + part.max) / 2 - t;
  return (part.max - t) ** 2 / (2 * (part.max - part.min));
}
