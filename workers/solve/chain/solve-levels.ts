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
  zeroMatrix,
} from '../../numeric/dense-matrix.ts';
import { type SparseMatrix, submatrix } from '../../numeric/sparse-matrix.ts';
import { solveStationary } from '../../numeric/stationary.ts';
import { forwardLevels, type QbdLevels, solveInfiniteQbd } from '../stations/qbd.ts';
import { type ChainAverages, chainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';
import { type ExploredChain, exploreChain } from './explore-chain.ts';

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

/**
 * The chain of a network with one unbounded stage as a quasi-birth-death process. Level: the elements that wait in that
 * stage over the most that one event adds or takes, rounded down, so that only neighbouring levels are reached; bulk
 * service of b is one level down. Phase: all else. Far enough up all levels look alike.
 */

interface ChainLevels {
  readonly chain: ExploredChain;
  readonly levels: QbdLevels;
  /** States of levels 0 .. c, those of level c in the order of the phases of all levels above. */
  readonly states: readonly Int32Array[];
  /** Elements per level. */
  readonly step: number;
}

/** Levels that may be unlike those above. */
const MOST_BOUNDARY = 3;

/**
 * `modelAt` gives the model with the unbounded stage cut at so many elements. Undefined where a level has more than
 * `mostPhases` states or levels do not come to look alike.
 */
function levelBlocks(
  modelAt: (cut: number) => ChainModel,
  stage: number,
  mostPhases: number,
): ChainLevels | undefined {
  const { serverCount, batchMax } = modelAt(1).stages[stage]!;
  const inService = serverCount * batchMax;
  let step = batchMax;
  for (;;) {
    // What happens near the cut is not looked at.
    const cut = inService + step * (MOST_BOUNDARY + 4);
    const chain = exploreChain(modelAt(cut), mostPhases * (MOST_BOUNDARY + 6));
    if (chain.kind === 'tooLarge') return undefined;
    const waiting = waitingIn(chain, stage);
    const largest = largestStep(chain, waiting);
    if (largest > step) {
      step = largest;
      continue;
    }
    return alike(chain, waiting, { stage, step, mostPhases });
  }
}

function waitingIn({ working, rows, stateCount }: ExploredChain, stage: number): Int32Array {
  const at = working.places[stage]!.waitingAt;
  return Int32Array.from({ length: stateCount }, (_, state) => rows[state * working.layout.width + at]!);
}

function largestStep({ rates, stateCount }: ExploredChain, waiting: Int32Array): number {
  let most = 1;
  for (let state = 0; state < stateCount; state++)
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++)
      most = Math.max(most, Math.abs(waiting[rates.columns[k]!]! - waiting[state]!));
  return most;
}

interface Cut {
  readonly stage: number;
  readonly step: number;
  readonly mostPhases: number;
}

function alike(
  chain: ExploredChain,
  waiting: Int32Array,
  { stage, step, mostPhases }: Cut,
): ChainLevels | undefined {
  const ordered = statesByLevel(chain, waiting, stage, step);
  const block = (from: number, to: number): DenseMatrix => rateBlock(chain, ordered[from]!, ordered[to]!);
  for (let c = 1; c <= MOST_BOUNDARY; c++) {
    const here = ordered[c];
    // A stage that shares its unit with its sender may never hold that many.
    if (here === undefined || here.length > mostPhases) return undefined;
    const same =
      samePhases(chain, ordered, [c, c + 1, c + 2], { stage, step }) &&
      equal(block(c, c), block(c + 1, c + 1)) &&
      equal(block(c, c + 1), block(c + 1, c + 2)) &&
      equal(block(c + 1, c), block(c + 2, c + 1));
    if (!same) continue;
    const below = Array.from({ length: c + 1 }, (_, n) => n);
    return {
      chain,
      step,
      states: ordered.slice(0, c + 1),
      levels: {
        local: below.map((n) => block(n, n)),
        up: below.map((n) => block(n, n + 1)),
        down: below.map((n) => (n === 0 ? zeroMatrix(0, 0) : block(n, n - 1))),
        repeatUp: block(c, c + 1),
        repeatDown: block(c + 1, c),
      },
    };
  }
  return undefined;
}

type Keyed = Pick<Cut, 'stage' | 'step'>;

/** The state without its level. */
function phaseOf({ working, rows }: ExploredChain, state: number, { stage, step }: Keyed): string {
  const { width } = working.layout;
  const row = rows.slice(state * width, (state + 1) * width);
  row[working.places[stage]!.waitingAt]! %= step;
  return row.join();
}

function statesByLevel(chain: ExploredChain, waiting: Int32Array, stage: number, step: number) {
  const levels: { readonly state: number; readonly phase: string }[][] = [];
  waiting.forEach((w, state) => {
    const level = Math.floor(w / step);
    levels[level] ??= [];
    levels[level].push({ state, phase: phaseOf(chain, state, { stage, step }) });
  });
  return levels.map((level) =>
    Int32Array.from(
      level.sort((a, b) => (a.phase < b.phase ? -1 : 1)),
      ({ state }) => state,
    ),
  );
}

function samePhases(
  chain: ExploredChain,
  ordered: readonly Int32Array[],
  [first, ...others]: readonly number[],
  keyed: Keyed,
): boolean {
  const of = (level: number): string =>
    Array.from(ordered[level]!, (state) => phaseOf(chain, state, keyed)).join(' ');
  return others.every((level) => ordered[level] !== undefined && of(level) === of(first!));
}

/** Rates from the states of one level to those of another; within a level with the diagonal. */
function rateBlock({ rates }: ExploredChain, from: Int32Array, to: Int32Array): DenseMatrix {
  const matrix = zeroMatrix(from.length, to.length);
  const place = new Map([...to].map((state, j) => [state, j]));
  from.forEach((state, i) => {
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      const j = place.get(rates.columns[k]!);
      if (j !== undefined) matrix.values[i * to.length + j]! += rates.values[k]!;
      if (from === to) matrix.values[i * to.length + i]! -= rates.values[k]!;
    }
  });
  return matrix;
}

const equal = (a: DenseMatrix, b: DenseMatrix): boolean =>
  a.values.length === b.values.length &&
  a.values.every((x, i) => Math.abs(x - b.values[i]!) <= 1e-12 * Math.abs(x));
