/**
 * Stretches of constant rate: change points by PELT (Killick, Fearnhead & Eckley, J. Am. Stat. Assoc. 107 (2012) 1590) over
 * up to 400 blocks of counts with their exposure, the time that was not blocked. The cost of a segment with N items in E
 * is twice its negative Poisson log-likelihood, 2 (N - N ln(N/E)), and each change costs 4 ln(blocks) times the index of
 * dispersion, where that is above 1. A block holds as many times more items, so that one long service is no phase. Exact:
 * pruning leaves out only what cannot be the best.
 */

import { log } from '../../core/numeric/elementary.ts';
import { exposureAt, hasBlockedTimes, medianOf, sum } from './columns.ts';
import type { RateColumns } from './contract.ts';

const MOST_BLOCKS = 400;
/** Items that a block should hold on average, so that its count is nearly normal. */
const ITEMS_PER_BLOCK = 10;
/** A phase lasts at least this many blocks: one stray count is none. */
const SHORTEST = 3;
const PENALTY = 4;
/** Fewest blocks from which the spread is estimated. */
const FEWEST_SPREAD = 12;
/** Median of a chi-squared variate with one degree of freedom, and its mean below the 90 % quantile. */
const CHI2_MEDIAN = 0.4549;
const CHI2_LOWER_MEAN = 0.623;

/** Indexes of the first sample of each phase, and the end: [0, ..., length]. */
export function findPhases(columns: RateColumns): readonly number[] {
  const { count } = columns;
  const blocksOf = (itemsPerBlock: number): number =>
    Math.min(MOST_BLOCKS, count.length, Math.floor(sum(count) / itemsPerBlock));
  const fine = blocksOf(ITEMS_PER_BLOCK);
  if (fine < 2 * SHORTEST) return [0, count.length];
  const spread = Math.max(1, longDispersion(cumulated(columns, edgesOf(count.length, fine))));
  const blocks = blocksOf(ITEMS_PER_BLOCK * spread);
  if (blocks < 2 * SHORTEST) return [0, count.length];
  const edges = edgesOf(count.length, blocks);
  const { N, E } = cumulated(columns, edges);
  return segment(N, E, PENALTY * log(blocks) * spread).map((block) => edges[block]!);
}

const edgesOf = (samples: number, blocks: number): readonly number[] =>
  Array.from({ length: blocks + 1 }, (_, b) => Math.round((b * samples) / blocks));

interface Blocks {
  readonly N: Float64Array;
  readonly E: Float64Array;
}

/** Items and exposure before each edge. Without blocked times only periods without blocking count. */
function cumulated(columns: RateColumns, edges: readonly number[]): Blocks {
  const known = hasBlockedTimes(columns);
  const N = new Float64Array(edges.length);
  const E = new Float64Array(edges.length);
  for (let b = 0; b + 1 < edges.length; b += 1) {
    N[b + 1] = N[b]!;
    E[b + 1] = E[b]!;
    for (let i = edges[b]!; i < edges[b + 1]!; i += 1) {
      if (!known && columns.blocked[i] === 1) continue;
      N[b + 1]! += columns.count[i]!;
      E[b + 1]! += exposureAt(columns, i);
    }
  }
  return { N, E };
}

function cost(n: number, e: number): number {
  return n > 0 && e > 0 ? 2 * (n - n * log(n / e)) : 0;
}

/** The largest of blocks put together 1, 2, 4 ... at a time: services longer than a block show in longer ones only. */
function longDispersion({ N, E }: Blocks): number {
  let most = 0;
  for (let step = 1; (N.length - 1) / step >= FEWEST_SPREAD; step *= 2) {
    const every = (_: number, at: number): boolean => at % step === 0;
    most = Math.max(most, dispersion(N.filter(every), E.filter(every)));
  }
  return most;
}

/** From blocks next to each other, without the largest tenth, so that changes do not count; the median is too low for heavy tails. */
function dispersion(N: Float64Array, E: Float64Array): number {
  const values: number[] = [];
  for (let b = 0; b + 2 < N.length; b += 1) {
    const [n1, n2] = [N[b + 1]! - N[b]!, N[b + 2]! - N[b + 1]!];
    const [e1, e2] = [E[b + 1]! - E[b]!, E[b + 2]! - E[b + 1]!];
    if (!(e1 > 0 && e2 > 0 && n1 + n2 > 0)) continue;
    const expected = ((n1 + n2) * e1) / (e1 + e2);
    values.push((n1 - expected) ** 2 / ((expected * e2) / (e1 + e2)));
  }
  if (values.length === 0) return 1;
  const lower = values.sort((a, b) => a - b).slice(0, Math.ceil(0.9 * values.length));
  return Math.max(medianOf(values) / CHI2_MEDIAN, sum(lower) / lower.length / CHI2_LOWER_MEAN);
}

/** F(t) = min over s of F(s) + C(s, t) + penalty; the edges of the best segments. */
export function segment(N: Float64Array, E: Float64Array, penalty: number): readonly number[] {
  const n = N.length - 1;
  const F = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  F[0] = -penalty;
  const last = new Int32Array(n + 1);
  /** Starts that may still be the best, and the end from which on they cannot. */
  let starts: { readonly at: number; until: number }[] = [];
  for (let t = SHORTEST; t <= n; t += 1) {
    const newest = t - SHORTEST;
    if (newest === 0 || newest >= SHORTEST) starts.push({ at: newest, until: Number.POSITIVE_INFINITY });
    starts = starts.filter(({ until }) => t < until);
    for (const { at } of starts) {
      const value = F[at]! + cost(N[t]! - N[at]!, E[t]! - E[at]!) + penalty;
      if (value >= F[t]!) continue;
      F[t] = value;
      last[t] = at;
    }
    // A start that is worse than one at t is so for every end that one at t can have.
    for (const start of starts) {
      if (F[start.at]! + cost(N[t]! - N[start.at]!, E[t]! - E[start.at]!) >= F[t]!)
        start.until = Math.min(start.until, t + SHORTEST);
    }
  }
  const edges = [n];
  while (edges[0]! > 0) edges.unshift(last[edges[0]!]!);
  return edges;
}
