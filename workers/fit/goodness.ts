/**
 * How far a distribution is from the data: the largest difference of the distribution functions (Kolmogorov-Smirnov), and A^2, the
 * integral of n (Fn - F)^2 / (F (1 - F)) dF (Anderson & Darling 1954), which sees the tails. Between points Fn = c is
 * constant, and the integral from u to v is c^2 ln(v / u) - (1 - c)^2 ln((1 - v) / (1 - u)) - (v - u). Of bins, the sum over
 * their upper edges (Choulakian, Lockhart & Stephens, Can. J. Stat. 22 (1994) 125).
 * How often chance alone is that far: parametric bootstrap, samples drawn from the distribution and fitted again (Stute, Gonzales
 * Manteiga & Presedo Quindimil, Metrika 40 (1993) 243). A^2 hardly depends on the number of values, so that samples need no more
 * than `MOST_DRAWN`; nor does sqrt(n) times the largest difference, which stands in for A^2 where a distribution ends at the extreme
 * values of the data and A^2 is infinite. Drawing ends early when enough samples were further away (J. Besag & P. Clifford,
 * Sequential Monte Carlo p-values, Biometrika 78 (1991) 301).
 */

import { type ServiceDistribution, samplerOf } from '../../core/distributions/index.ts';
import type { ProbabilityFunctions } from '../../core/distributions/knowledge.ts';
import { log } from '../../core/numeric/elementary.ts';
import { openStream } from '../random/random-stream.ts';
import { type Cells, cellsOf } from './cells.ts';

export interface Distances {
  readonly kolmogorovSmirnov: number;
  readonly andersonDarling: number;
}

export function distancesTo(cells: Cells, distribution: ProbabilityFunctions): Distances {
  return cells.kind === 'points' ? ofPoints(cells, distribution) : ofBins(cells, distribution);
}

function ofPoints({ low, weight, total }: Cells, distribution: ProbabilityFunctions): Distances {
  let kolmogorovSmirnov = 0;
  let integral = 0;
  let c = 0;
  let [u, rest] = [0, 1];
  for (let i = 0; i < low.length; i += 1) {
    const [v, left] = [distribution.cdf(low[i]!), distribution.tail(low[i]!)];
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    integral += (c > 0 ? c * c * log(v / u) : 0) - (1 - c) ** 2 * log(left / rest) - (v - u);
    c += weight[i]! / total;
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    [u, rest] = [v, left];
  }
  integral += -log(u) - rest;
  return {
    kolmogorovSmirnov,
    andersonDarling: Number.isNaN(integral) ? Number.POSITIVE_INFINITY : total * integral,
  };
}

function ofBins({ high, weight, total }: Cells, distribution: ProbabilityFunctions): Distances {
  let [kolmogorovSmirnov, sum, c, u] = [0, 0, 0, 0];
  for (let i = 0; i < high.length; i += 1) {
    c += weight[i]! / total;
    const [v, left] = [distribution.cdf(high[i]!), distribution.tail(high[i]!)];
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    if (v > 0 && left > 0) sum += ((c - v) ** 2 * (v - u)) / (v * left);
    u = v;
  }
  return { kolmogorovSmirnov, andersonDarling: total * sum };
}

const MOST_DRAWN = 500;
/** Samples further away than the data, after which their share is known well enough. */
const ENOUGH = 20;

export interface Bootstrap {
  readonly distribution: ServiceDistribution;
  readonly again: (cells: Cells) => ProbabilityFunctions | undefined;
  readonly samples: number;
  readonly seed: number;
}

/** Share of the samples that are at least as far from their distribution as the data, the data counted as one of them. */
export function bootstrapShare(
  cells: Cells,
  distances: Distances,
  { distribution, again, samples, seed }: Bootstrap,
): number {
  const count = Math.min(MOST_DRAWN, Math.round(cells.total));
  const byTails = Number.isFinite(distances.andersonDarling);
  const distance = (of: Distances, total: number): number =>
    byTails ? of.andersonDarling : Math.sqrt(total) * of.kolmogorovSmirnov;
  const limit = distance(distances, cells.total);
  let further = 0;
  for (let replication = 0; replication < samples; replication += 1) {
    const sampler = samplerOf(
      distribution,
      openStream({ seed, replication, node: 'fit', purpose: 'service', part: distribution.distribution }),
    );
    const values = Float64Array.from({ length: count }, () => sampler.next());
    const drawn = cells.kind === 'points' ? pointsOf(values) : binned(values, cells);
    const refitted = drawn && again(drawn);
    if (!refitted || !(distance(distancesTo(drawn, refitted), count) < limit)) further += 1;
    if (further === ENOUGH) return further / (replication + 1);
  }
  return (further + 1) / (samples + 1);
}

function pointsOf(values: Float64Array): Cells | undefined {
  const cells = cellsOf({ kind: 'samples', values });
  return cells.ok ? cells.value : undefined;
}

/** In the bins of the data; a gap between two belongs to the upper one, and what is beyond the last to an open one. */
function binned(values: Float64Array, { high }: Cells): Cells | undefined {
  const edges = [0, ...high];
  if (Number.isFinite(edges[edges.length - 1])) edges.push(Number.POSITIVE_INFINITY);
  const weight = new Float64Array(edges.length - 1);
  for (const value of values) weight[edges.findIndex((edge) => edge > value) - 1]! += 1;
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  const bins = {
    low: Float64Array.from(edges.slice(0, -1)),
    high: Float64Array.from(edges.slice(1)),
    weight,
  };
  const [min, max] = [values.reduce((a, x) => Math.min(a, x)), values.reduce((a, x) => Math.max(a, x))];
  const cells = cellsOf({ kind: 'bins', bins: { ...bins, total: values.length, mean, variance, min, max } });
  return cells.ok ? cells.value : undefined;
}
