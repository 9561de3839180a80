/**
 * When something changed, and by how much: the stretch in which services of one kind, or gaps between requests, differ most from
 * the rest of the file. Services are independent of each other where waiting is known, which responses are not: they
 * rise and fall with the queues, so that a change is looked for in what drives the queues.
 */
import { exp, log } from '../../core/numeric/elementary.ts';
import { standardRanks } from '../numeric/standard-ranks.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { ChangeRatio } from './contract.ts';

/** Numbers in the order of their times. */
export interface Series {
  /** Ascending, ns. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** [from, to) in ns. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** It lasts to the end of the file. Where it began the file, the rest is what changed. */
  readonly isToEnd: boolean;
  /** Standard errors by which its ranks differ from those outside. */
  readonly distance: number;
}

const MOST_BLOCKS = 200;
const LEAST_IN_A_BLOCK = 10;
const FEWEST_BLOCKS = 10;
/** Standard errors that the farthest of so many stretches reaches by chance in fewer than one file in a thousand. */
const SURE = 6;
/** Standard errors that are given up for a stretch that reaches to an end of the file. */
const OPEN = 1;

/** Blocks put together to so many show how much numbers that depend on each other go up and down for longer. */
const LONGER_BLOCKS = [2, 4, 8, 16];
const FEWEST_LONGER = 12;

/**
 * The stretch whose ranks differ most from the others (Levin & Kline, Statistics in Medicine 4 (1985) 469, with ranks in place of the
 * values, so that a heavy tail is no change). Undefined where chance explains it; `depend`: numbers
 * hang together for longer than a block, as where they have waiting in them.
 */
export function changedStretch({ times, values }: Series, depend = false): Stretch | undefined {
  const n = values.length;
  const blocks = Math.min(MOST_BLOCKS, Math.floor(n / LEAST_IN_A_BLOCK));
  if (blocks < FEWEST_BLOCKS) return undefined;
  const sums = runningSums(standardRanks(values));
  const edges = Int32Array.from({ length: blocks + 1 }, (_, i) => Math.round((i * n) / blocks));
  const longer = depend ? LONGER_BLOCKS.filter((many) => blocks / many >= FEWEST_LONGER) : [];
  const variances = longer.map((many) =>
    usualVariance(
      sums,
      edges.filter((_, i) => i % many === 0),
    ),
  );
  const deviation = Math.sqrt(Math.max(blockVariance(sums, edges), ...variances));
  const distanceOf = (i: number, j: number): number => distance(sums, i, j) / deviation;
  let best = { i: 0, j: 1, far: distanceOf(edges[0]!, edges[1]!) };
  for (let i = 0; i < blocks; i += 1)
    for (let j = i + 1; j <= blocks && j - i < blocks; j += 1) {
      const far = distanceOf(edges[i]!, edges[j]!);
      if (far > best.far) best = { i, j, far };
    }
  const near = (edge: number): readonly [number, number] => [
    edges[Math.max(0, edge - 1)]!,
    edges[Math.min(blocks, edge + 1)]!,
  ];
  let [from, to] = [edges[best.i]!, edges[best.j]!];
  from = bestBetween(near(best.i), (i) => (i < to ? distanceOf(i, to) : 0));
  to = bestBetween(near(best.j), (j) => (j > from ? distanceOf(from, j) : 0));
  const reached = distanceOf(from, to);
  // A few numbers at an end are no stretch of their own.
  if (distanceOf(0, to) > reached - OPEN) from = 0;
  else if (distanceOf(from, n) > reached - OPEN) to = n;
  if (!(reached > SURE)) return undefined;
  const isToEnd = from === 0 || to === n;
  return {
    from: times[from === 0 ? to : from]!,
    to: isToEnd ? times[n - 1]! + 1 : times[to]!,
    ...{ isToEnd, distance: reached },
  };
}

function bestBetween([low, high]: readonly [number, number], of: (at: number) => number): number {
  let best = low;
  for (let at = low + 1; at <= high; at += 1) if (of(at) > of(best)) best = at;
  return best;
}

function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (const [i, value] of values.entries()) sums[i + 1] = sums[i]! + value;
  return sums;
}

/** How far the sum from i to before j is from its share, in standard deviations of independent numbers. */
function distance(sums: Float64Array, i: number, j: number): number {
  const n = sums.length - 1;
  const share = (j - i) / n;
  if (share <= 0 || share >= 1) return 0;
  return Math.abs(sums[j]! - sums[i]! - share * sums[n]!) / Math.sqrt(n * share * (1 - share));
}

/** Variance of blocks against that of independent numbers, by blocks side by side, which a change hardly touches; at least 1. */
function blockVariance(sums: Float64Array, edges: Int32Array): number {
  const squares = squaresBeside(sums, edges);
  return Math.max(1, squares.reduce((total, square) => total + square, 0) / squares.length);
}

/** The square of a normal number is below this as often as not. */
const MEDIAN_SQUARE = 0.455;

/** Variance of blocks against that of independent numbers, by the median, since a change touches some of the few long ones. */
function usualVariance(sums: Float64Array, edges: Int32Array): number {
  const squares = squaresBeside(sums, edges).sort((a, b) => a - b);
  return squares[Math.floor(squares.length / 2)]! / MEDIAN_SQUARE;
}

function squaresBeside(sums: Float64Array, edges: Int32Array): number[] {
  return Array.from(edges.subarray(2), (c, i) => {
    const [a, b] = [edges[i]!, edges[i + 1]!];
    const apart = (sums[c]! - sums[b]!) / (c - b) - (sums[b]! - sums[a]!) / (b - a);
    return apart ** 2 / (1 / (c - b) + 1 / (b - a));
  });
}

/** Numbers in a row may depend on each other: errors come from the means of so many stretches. */
const BATCHES = 20;

/** The mean in the stretch over that outside of it, with its 95 % interval; undefined where either has too few numbers. */
export function ratioIn({ times, values }: Series, from: number, to: number): ChangeRatio | undefined {
  const isInside = (_: number, i: number): boolean => times[i]! >= from && times[i]! < to;
  const now = batched(values.filter(isInside));
  const before = batched(values.filter((value, i) => !isInside(value, i)));
  if (!now || !before) return undefined;
  const half = Math.sqrt(now.relative ** 2 + before.relative ** 2) * studentQuantile(0.975, BATCHES - 1);
  const ratio = log(now.mean / before.mean);
  return {
    ...{ before: before.mean, now: now.mean, ratio: exp(ratio) },
    ...{ low: exp(ratio - half), high: exp(ratio + half) },
  };
}

/** The mean, and its standard error relative to it. */
function batched(values: Float64Array): { readonly mean: number; readonly relative: number } | undefined {
  const n = values.length;
  if (n < 2 * BATCHES) return undefined;
  const meanOf = (part: Float64Array): number => part.reduce((sum, value) => sum + value, 0) / part.length;
  const mean = meanOf(values);
  if (!(mean > 0)) return undefined;
  let squares = 0;
  for (let b = 0; b < BATCHES; b += 1) {
    const part = values.subarray(Math.floor((b * n) / BATCHES), Math.floor(((b + 1) * n) / BATCHES));
    squares += (meanOf(part) - mean) ** 2;
  }
  return { mean, relative: Math.sqrt(squares / (BATCHES - 1) / BATCHES) / mean };
}
