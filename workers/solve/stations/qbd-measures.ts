/**
 * Means and occupancy from the levels of a MAP/PH/c[/K]: sums of pi_n, in closed form over the levels that repeat without
 * end: sum of R^i = (I - R)^-1, sum of i R^i = R (I - R)^-2.
 */
import { type DenseMatrix, identityMatrix, plus, rowTimes, solveDense } from '../../numeric/dense-matrix.ts';
import type { MapPhProcess } from './markov-times.ts';
import { forwardLevels } from './qbd.ts';
import { cumulatedFromEnd, cutTail, LONGEST_DISTRIBUTION, SMALLEST_TAIL } from './queue.ts';

export interface LevelMeasures {
  readonly meanQueueLength: number;
  /** Mean servers that serve. */
  readonly meanBusy: number;
  readonly lossProbability: number;
  readonly tail: (n: number) => number;
  readonly distribution: () => number[] | undefined;
}

const total = (row: Float64Array): number => row.reduce((sum, x) => sum + x, 0);

export function levelMeasures(process: MapPhProcess, lambda: number): LevelMeasures {
  return Number.isFinite(process.K) ? finiteMeasures(process, lambda) : infiniteMeasures(process);
}

function finiteMeasures({ solution, rates, c, K }: MapPhProcess, lambda: number): LevelMeasures {
  const rows = forwardLevels(solution, K);
  const weights = rows.map(total);
  const sum = weights.reduce((all, x) => all + x, 0);
  const probabilities = weights.map((weight) => weight / sum);
  const tails = cumulatedFromEnd(probabilities);
  const configurations = rows[K]!.length / rates.length;
  const lost = rows[K]!.reduce((all, x, i) => all + x * rates[Math.floor(i / configurations)]!, 0);
  const mean = (of: (n: number) => number) => probabilities.reduce((all, p, n) => all + p * of(n), 0);
  return {
    meanQueueLength: mean((n) => Math.max(0, n - c)),
    meanBusy: mean((n) => Math.min(n, c)),
    lossProbability: lost / sum / lambda,
    tail: (n) => (n > K ? 0 : tails[n]!),
    distribution: () => cutTail(probabilities),
  };
}

function infiniteMeasures({ solution, c }: MapPhProcess): LevelMeasures {
  const rows = forwardLevels(solution, c);
  const R = solution.ratio(c);
  const rest = plus(identityMatrix(R.rows), R, -1);
  const ones: DenseMatrix = { rows: R.rows, columns: 1, values: new Float64Array(R.rows).fill(1) };
  const sums = solveDense(rest, ones)!;
  const moments = solveDense(rest, sums)!;
  const along = (row: Float64Array, column: DenseMatrix) => rowTimes(row, column)[0]!;
  const last = rows[c]!;
  const weight = rows.slice(0, c).reduce((sum, row) => sum + total(row), 0) + along(last, sums);
  const beyond = along(rowTimes(last, R), moments) / weight;
  const lower = rows.slice(0, c).map((row) => total(row) / weight);
  const waitShare = along(last, sums) / weight;
  const levels = function* () {
    yield* lower;
    for (let row = last; ; row = rowTimes(row, R)) yield total(row) / weight;
  };
  const distribution = () => takeLevels(levels(), lower.length);
  const tailAt = (n: number) => {
    if (n < c) return waitShare + lower.slice(n).reduce((sum, p) => sum + p, 0);
    let row = last;
    for (let level = c; level < n && total(row) > 0; level++) row = rowTimes(row, R);
    return along(row, sums) / weight;
  };
  return {
    meanQueueLength: beyond,
    meanBusy: c * waitShare + lower.reduce((sum, p, n) => sum + n * p, 0),
    lossProbability: 0,
    tail: tailAt,
    distribution,
  };
}

/** Levels until the geometric rest, told by the ratio of neighbours, is below the smallest tail. */
function takeLevels(levels: Generator<number>, least: number): number[] | undefined {
  const found: number[] = [];
  for (const p of levels) {
    found.push(p);
    if (found.length > LONGEST_DISTRIBUTION) return undefined;
    if (found.length <= least + 1) continue;
    const ratio = p / found.at(-2)!;
    if (p === 0 || (ratio < 1 && (p * ratio) / (1 - ratio) < SMALLEST_TAIL)) return found;
  }
  return found;
}
