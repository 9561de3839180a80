/** Distributions that are read off the data: a constant, and the histogram as it is. */

import { err, ok } from '../../core/base/result.ts';
import { functionsOf, type ServiceDistribution } from '../../core/distributions/index.ts';
import { formatPercent } from '../../core/quantities/quantity-format.ts';
import { type Cells, middleOf } from './cells.ts';
import type { FitOutcome } from './fitted.ts';
import { logLikelihood } from './likelihood.ts';

/** Squared coefficient of variation up to which a server is as good as constant: 1 % of the mean. */
const CONSTANT_SCV = 1e-4;

/** Likelihood has nothing to say of a constant: it holds, or it does not. */
export function fitDeterministic({ mean, scv, low, high }: Cells): FitOutcome {
  const inOneBin = low.length === 1 && high[0] !== Number.POSITIVE_INFINITY;
  if (scv > CONSTANT_SCV && !(inOneBin && high[0]! - low[0]! <= 0.1 * mean)) {
    return err(
      `the values differ: their deviation is ${formatPercent(Math.sqrt(scv))} of the mean, and more than 1 % is not constant`,
    );
  }
  const distribution: ServiceDistribution = { distribution: 'deterministic', mean };
  return ok({
    distribution,
    functions: functionsOf(distribution),
    logLikelihood: 0,
    parameters: [{ name: 'mean', value: mean }],
    real: 1,
    whole: 0,
  });
}

const MOST_BINS = 64;

/** Bins as they are, neighbours taken together where there are many; points in bins of as many values each. */
export function fitEmpirical(cells: Cells): FitOutcome {
  const { edges, weights } = cells.kind === 'bins' ? mergedBins(cells) : quantileBins(cells);
  if (edges.length < 2) return err('it needs values that differ');
  const distribution: ServiceDistribution = { distribution: 'empirical', edges, weights };
  const functions = functionsOf(distribution);
  const parameters = [{ name: 'mean', value: cells.mean }];
  const real = cells.kind === 'bins' ? weights.length - 1 : 2 * weights.length - 1;
  return ok({
    distribution,
    functions,
    logLikelihood: logLikelihood(cells, functions),
    parameters,
    real,
    whole: 0,
  });
}

interface Histogram {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}

function mergedBins({ low, high, weight, max }: Cells): Histogram {
  const edges: number[] = [low[0]!];
  const weights: number[] = [];
  const together = Math.ceil(low.length / MOST_BINS);
  low.forEach((from, i) => {
    const top =
      high[i] === Number.POSITIVE_INFINITY
        ? Number.isFinite(max)
          ? max
          : 2 * middleOf(from, high[i]!) - from
        : high[i]!;
    const isNew = i % together === 0;
    if (isNew && from > edges[edges.length - 1]!) {
      edges.push(from);
      weights.push(0);
    }
    if (isNew) {
      edges.push(top);
      weights.push(weight[i]!);
      return;
    }
    edges[edges.length - 1] = top;
    weights[weights.length - 1]! += weight[i]!;
  });
  return { edges, weights };
}

/** Some sqrt(n) bins, each with the same number of values as far as equal values let it. */
function quantileBins({ low, weight, total, min, max }: Cells): Histogram {
  if (min === max) return { edges: [], weights: [] };
  const bins = Math.min(MOST_BINS, Math.ceil(Math.sqrt(total)));
  const edges = [min];
  const weights: number[] = [];
  let inside = 0;
  low.forEach((x, i) => {
    if (inside >= total / bins && x > edges[edges.length - 1]! && i < low.length - 1) {
      edges.push((low[i - 1]! + x) / 2 > edges[edges.length - 1]! ? (low[i - 1]! + x) / 2 : x);
      weights.push(inside);
      inside = 0;
    }
    inside += weight[i]!;
  });
  edges.push(max);
  weights.push(inside);
  return { edges, weights };
}
