import { err, ok } from '../base/result.ts';
import { log } from '../numeric/elementary.ts';
import { cumulativeShares, indexAt } from './draws.ts';
import {
  type DistributionKnowledge,
  remembered,
  type ServiceTimes,
  scaledBy,
  tidy,
  total,
} from './knowledge.ts';
import { andThen, rowsOf } from './table-text.ts';

/** A histogram: uniform inside each bin. */
export interface EmpiricalDistribution {
  readonly distribution: 'empirical';
  /** Seconds, increasing, one more than weights. */
  readonly edges: readonly number[];
  /** >= 0, not all 0; they need not sum to 1. */
  readonly weights: readonly number[];
}

export const EMPIRICAL: DistributionKnowledge<EmpiricalDistribution> = {
  label: 'Histogram',
  hint: 'measured, as bins with weights',
  name: 'histogram',
  parameters: [],
  lists: { edges: 'nonNegative', weights: 'nonNegative' },
  relations: [
    {
      expected: 'increasing values',
      at: 'edges',
      holds: ({ edges }) => edges.every((edge, i) => i === 0 || edge > edges[i - 1]!),
    },
    {
      expected: 'one value less than edges',
      at: 'weights',
      holds: ({ edges, weights }) => weights.length === edges.length - 1,
    },
    {
      expected: 'weights that are not all 0',
      at: 'weights',
      holds: ({ weights }) => weights.some((weight) => weight > 0),
    },
  ],
  table: {
    label: 'Edge (s), weight',
    help: 'One line per bin: its lower edge in seconds and its weight; the last line is the last edge alone.',
    lines: ({ edges }) => edges.length,
    format: ({ edges, weights }) =>
      edges.map((edge, i) => (i < weights.length ? `${edge}  ${weights[i]}` : `${edge}`)).join('\n'),
    parse: (text) =>
      andThen(rowsOf(text), (rows) => {
        if (rows.length < 2)
          return err('Expected at least one bin: a line with edge and weight, then the last edge.');
        const isLast = (i: number) => i === rows.length - 1;
        const wrong = rows.findIndex((row, i) => row.length !== (isLast(i) ? 1 : 2));
        if (wrong >= 0)
          return err(
            `Expected ${isLast(wrong) ? 'the last edge alone' : 'edge and weight'} in line ${wrong + 1}.`,
          );
        const edges = rows.map((row) => row[0]!);
        const weights = rows.slice(0, -1).map((row) => row[1]!);
        const falling = edges.findIndex((edge, i) => (i === 0 ? edge < 0 : edge <= edges[i - 1]!));
        if (falling >= 0)
          return err(`Expected edges of at least 0 that increase; line ${falling + 1} does not.`);
        if (weights.some((weight) => weight < 0)) return err('Expected weights of at least 0.');
        if (weights.every((weight) => weight === 0)) return err('Expected a weight above 0.');
        return ok({ distribution: 'empirical', edges, weights });
      }),
  },
  start: ({ mean }) => ({
    distribution: 'empirical',
    edges: [tidy(0.5 * mean), mean, tidy(1.5 * mean)],
    weights: [1, 1],
  }),
  /** A mixture of uniforms: the variance is that of the bin centres plus the mean of width^2 / 12. */
  moments: remembered(({ edges, weights }) => {
    const all = total(weights);
    const centre = (i: number) => (edges[i]! + edges[i + 1]!) / 2;
    const width = (i: number) => edges[i + 1]! - edges[i]!;
    const mean = weights.reduce((sum, weight, i) => sum + weight * centre(i), 0) / all;
    const variance =
      weights.reduce((sum, weight, i) => sum + weight * ((centre(i) - mean) ** 2 + width(i) ** 2 / 12), 0) /
      all;
    return { mean, scv: variance / mean ** 2 };
  }),
  range: ({ edges, weights }) => ({
    shortest: edges[weights.findIndex((weight) => weight > 0)]!,
    longest: edges[weights.findLastIndex((weight) => weight > 0) + 1]!,
  }),
  faster: (distribution, factor) => ({ ...distribution, edges: scaledBy(distribution.edges, 1 / factor) }),
};

export const EMPIRICAL_TIMES: ServiceTimes<EmpiricalDistribution> = {
  /** A bin by its weight, then uniform inside it. */
  sampler: ({ edges, weights }, stream) => {
    const cumulative = cumulativeShares(weights);
    return {
      next: () => {
        const bin = indexAt(cumulative, stream.uniform());
        const low = edges[bin]!;
        return low + (edges[bin + 1]! - low) * stream.uniform();
      },
    };
  },
  functions: ({ edges, weights }) => {
    const all = total(weights);
    const cdf = (x: number): number => {
      let below = 0;
      for (let i = 0; i < weights.length && edges[i]! < x; i += 1) {
        const part = Math.min(1, (x - edges[i]!) / (edges[i + 1]! - edges[i]!));
        below += (weights[i]! / all) * part;
      }
      return Math.min(1, below);
    };
    return {
      cdf,
      tail: (x) => 1 - cdf(x),
      logDensity: (x) => {
        const last = weights.length - 1;
        const i = x === edges[last + 1] ? last : edges.findIndex((edge) => edge > x) - 1;
        return i < 0 ? Number.NEGATIVE_INFINITY : log(weights[i]! / all / (edges[i + 1]! - edges[i]!));
      },
    };
  },
  parts: ({ edges, weights }) => {
    const all = total(weights);
    return weights.flatMap((weight, i) =>
      weight === 0 ? [] : { kind: 'uniform', weight: weight / all, min: edges[i]!, max: edges[i + 1]! },
    );
  },
};
