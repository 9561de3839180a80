/**
 * Long-run averages of a network with one unbounded stage, without cutting it: the levels above some level c are
 * pi_(c + k) = pi_c R^k, and sums over them are in closed form.
 * Source: M. Neuts, Matrix-Geometric Solutions in Stochastic Models (1981), chapter 1; Latouche and Ramaswami 1993.
 */
import { closedClasses } from '../../numeric/closed-classes.ts';
import {
  type DenseMatrix,
  identityMatrix,
  plus,
  rowTimes,
  rowTotals,
  solveDense,
} from '../../numeric/dense-matrix.ts';
import { type SparseMatrix, submatrix } from '../../numeric/sparse-matrix.ts';
import { solveStationary } from '../../numeric/stationary.ts';
import { forwardLevels, type QbdLevels, solveInfiniteQbd } from '../stations/qbd.ts';
import { type ChainAverages, chainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';
import { type ChainLevels, levelBlocks } from './level-blocks.ts';

export interface SolvedLevels {
  readonly kind: 'levels';
  readonly model: ChainModel;
  /** States of one level. */
  readonly phases: number;
  readonly averages: ChainAverages;
}

/** Beyond this probability the occupancy is not written out. */
const NEGLIGIBLE = 1e-13;
const LONGEST = 100_000;

/** Undefined where the method does not apply (level-blocks.ts); 'unstable' where levels go up faster than down. */
export function solveLevels(
  modelAt: (cut: number) => ChainModel,
  stage: number,
  mostPhases: number,
): SolvedLevels | 'unstable' | undefined {
  const found = levelBlocks(modelAt, stage, mostPhases);
  if (!found || closedClasses(found.chain.rates).length > 1) return undefined;
  const drift = driftOf(found.levels);
  if (drift === undefined) return undefined;
  if (drift >= 0) return 'unstable';
  const { chain } = found;
  const solution = solveInfiniteQbd(found.levels);
  if (!solution) return undefined;
  const c = found.states.length - 1;
  const R = solution.ratio(c);
  const rows = forwardLevels(solution, c);
  const above = overRest(rowTimes(rows[c]!, R), R);
  const total = rows.reduce((sum, row) => sum + sumOf(row), 0) + sumOf(above);
  if (!(total > 0)) return undefined;
  const members = Int32Array.from(found.states.flatMap((states) => [...states]));
  const pi = Float64Array.from(
    rows.flatMap((row, n) => Array.from(row, (p, i) => (p + (n === c ? above[i]! : 0)) / total)),
  );
  const averages = chainAverages(chain, members, pi);
  const stages = averages.stages.map((sums, i) => {
    if (i !== stage) return sums;
    // Each level above c holds `step` elements more, all of them waiting.
    const more = (found.step * sumOf(overRest(above, R))) / total;
    const classes = sums.classes.map((part) => ({
      ...part,
      occupancy: part.occupancy + more,
      waiting: part.waiting + more,
    }));
    const occupancy = occupancyOf(
      found,
      stage,
      rows.map((row) => row.map((p) => p / total)),
      R,
    );
    return { ...sums, classes, occupancy };
  });
  const model = {
    ...chain.model,
    stages: chain.model.stages.map((one, i) => (i === stage ? { ...one, isCut: false } : one)),
  };
  return { kind: 'levels', model, phases: found.states[c]!.length, averages: { ...averages, stages } };
}

const sumOf = (row: Float64Array): number => row.reduce((sum, x) => sum + x, 0);

/** row (I - R)^-1. */
function overRest(row: Float64Array, R: DenseMatrix): Float64Array {
  const m = R.rows;
  const turned = plus(
    identityMatrix(m),
    { ...R, values: R.values.map((_, k) => R.values[(k % m) * m + Math.floor(k / m)]!) },
    -1,
  );
  return solveDense(turned, { rows: m, columns: 1, values: row })!.values;
}

/** Levels per second up less down, in the long run far up; undefined where phases fall apart. */
function driftOf({ local, repeatUp, repeatDown }: QbdLevels): number | undefined {
  const phases = sparse(plus(plus(local.at(-1)!, repeatUp), repeatDown));
  const classes = closedClasses(phases);
  if (classes.length > 1) return undefined;
  const members = classes[0]!;
  const { pi } = solveStationary(submatrix(phases, members));
  const [up, down] = [rowTotals(repeatUp), rowTotals(repeatDown)];
  return members.reduce((sum, phase, i) => sum + pi[i]! * (up[phase]! - down[phase]!), 0);
}

/** Off the diagonal. */
function sparse({ rows, values }: DenseMatrix): SparseMatrix {
  const starts = new Int32Array(rows + 1);
  const columns: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      if (i === j || !(values[i * rows + j]! > 0)) continue;
      columns.push(j);
      kept.push(values[i * rows + j]!);
    }
    starts[i + 1] = columns.length;
  }
  return { size: rows, starts, columns: Int32Array.from(columns), values: Float64Array.from(kept) };
}

/** P[n] in the unbounded stage, as far as it matters. */
function occupancyOf(
  { chain, states, step }: ChainLevels,
  stage: number,
  rows: readonly Float64Array[],
  R: DenseMatrix,
): Float64Array {
  const { working } = chain;
  const held = states.map((level) =>
    level.map((state) => {
      working.load(chain.rows, state * working.layout.width);
      return working.cell[working.places[stage]!.occupancyAt]!;
    }),
  );
  const found: number[] = [];
  const add = (row: Float64Array, counts: Int32Array, more: number): void => {
    row.forEach((p, i) => {
      found[counts[i]! + more] = (found[counts[i]! + more] ?? 0) + p;
    });
  };
  rows.forEach((row, n) => {
    add(row, held[n]!, 0);
  });
  let row = rows.at(-1)!;
  for (let k = 1; found.length < LONGEST; k++) {
    const next = rowTimes(row, R);
    const [mass, before] = [sumOf(next), sumOf(row)];
    row = next;
    // The rest is about geometric.
    if (mass === 0 || mass / (1 - mass / before) < NEGLIGIBLE) break;
    add(row, held.at(-1)!, k * step);
  }
  return Float64Array.from(found, (p) => p ?? 0);
}
