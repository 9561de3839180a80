/**
 * What n = 0..c servers with phase-type service do: a configuration says how many of the n are in each phase. Matrices
 * among the configurations of n, and between those of neighbouring n; together they are the service side of a QBD.
 * Cost: (n + m - 1 choose n) configurations for m phases.
 */
import { type DenseMatrix, times, zeroMatrix } from '../../numeric/dense-matrix.ts';
import type { ServiceMatrices } from './markov-distributions.ts';

export interface BusyServers {
  /** Phase changes with n = 0..c busy servers; the diagonal balances all that leaves (ends included). */
  readonly moves: readonly DenseMatrix[];
  /** One of n servers ends and is free: from n to n - 1, n = 1..c (at index n; index 0 is empty). */
  readonly ends: readonly DenseMatrix[];
  /** One more starts: from n to n + 1, n = 0..c-1; rows sum to 1. */
  readonly starts: readonly DenseMatrix[];
  /** All c work, one ends and starts again. */
  readonly renewals: DenseMatrix;
}

/** How many configurations c servers have. */
export function configurationCount(phases: number, c: number): number {
  let count = 1;
  for (let i = 1; i < phases; i++) count = (count * (c + i)) / i;
  return count;
}

export function busyServers(service: ServiceMatrices, c: number): BusyServers {
  const phases = service.start.length;
  const levels = Array.from({ length: c + 1 }, (_, n) => configurations(phases, n));
  const indexOf = levels.map((level) => new Map(level.map((counts, i) => [counts.join(), i])));
  const between = (from: number, to: number, fill: (counts: readonly number[], put: Put) => void) => {
    const matrix = zeroMatrix(levels[from]!.length, levels[to]!.length);
    levels[from]!.forEach((counts, i) => {
      fill(counts, (target, rate) => {
        matrix.values[i * matrix.columns + indexOf[to]!.get(target.join())!]! += rate;
      });
    });
    return matrix;
  };
  const moves = levels.map((_, n) => between(n, n, (counts, put) => phaseChanges(service, counts, put)));
  const ends = levels.map((_, n) => {
    if (n === 0) return zeroMatrix(1, 0);
    return between(n, n - 1, (counts, put) =>
      counts.forEach((count, j) => {
        if (count > 0) put(shifted(counts, j, -1), count * service.ends[j]!);
      }),
    );
  });
  const starts = levels.slice(1).map((_, n) =>
    between(n, n + 1, (counts, put) =>
      service.start.forEach((share, j) => {
        put(shifted(counts, j, 1), share);
      }),
    ),
  );
  return { moves, ends, starts, renewals: times(ends[c]!, starts[c - 1]!) };
}

type Put = (target: readonly number[], rate: number) => void;

function phaseChanges({ moves }: ServiceMatrices, counts: readonly number[], put: Put): void {
  counts.forEach((count, from) => {
    if (count === 0) return;
    for (let to = 0; to < counts.length; to++) {
      const rate = count * moves.values[from * moves.columns + to]!;
      if (rate !== 0) put(shifted(shifted(counts, from, -1), to, 1), rate);
    }
  });
}

const shifted = (counts: readonly number[], at: number, by: number): readonly number[] =>
  counts.map((count, i) => (i === at ? count + by : count));

/** All ways to put n servers into phases. */
function configurations(phases: number, n: number): readonly (readonly number[])[] {
  if (phases === 1) return [[n]];
  return Array.from({ length: n + 1 }, (_, last) =>
    configurations(phases - 1, n - last).map((counts) => [...counts, last]),
  ).flat();
}
