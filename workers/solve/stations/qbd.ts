/**
 * Quasi-birth-death processes: levels n = 0, 1, ..., each with phases, from which only neighbouring levels are reached;
 * the same matrices from level c on, up to a last level K or without end.
 *
 * Inputs: per level n = 0..c the rates `local` (diagonal included), `up` to n + 1, `down` to n - 1 (n >= 1); `repeatUp`,
 * `repeatDown` those among the levels from c on; `lastLocal`, the local rates at K, where there is one.
 * Outputs: pi_0..pi_c, and R_n with pi_(n+1) = pi_n R_n.
 * Method: R_n = up_n (-(local_(n+1) + R_(n+1) down_(n+2)))^-1 from the top; without end, R from G by logarithmic
 * reduction; level 0 by elimination without subtraction. Everything stays non-negative.
 * Undefined where rates are so far apart that a level can no longer be left in doubles.
 * Cost: O(m^3) per level until R_n repeats, and for G some 10 to 30 steps of O(m^3).
 * Source: Latouche & Ramaswami 1993, J. Appl. Prob. 30, 650-674; 1999, Introduction to Matrix Analytic Methods,
 * chapters 8 and 10; Gaver, Jacobs & Latouche 1984 for finitely many levels.
 */

import {
  type DenseMatrix,
  identityMatrix,
  plus,
  rowTimes,
  scaled,
  solveDense,
  times,
} from '../../numeric/dense-matrix.ts';

export interface QbdLevels {
  readonly local: readonly DenseMatrix[];
  readonly up: readonly DenseMatrix[];
  readonly down: readonly DenseMatrix[];
  readonly repeatUp: DenseMatrix;
  readonly repeatDown: DenseMatrix;
}

export interface QbdSolution {
  /** pi_0, not scaled. */
  readonly first: Float64Array;
  /** R_n. */
  readonly ratio: (n: number) => DenseMatrix;
}

export function solveInfiniteQbd(levels: QbdLevels): QbdSolution | undefined {
  const c = levels.local.length - 1;
  const local = levels.local[c]!;
  const G = logarithmicReduction(levels.repeatUp, local, levels.repeatDown);
  const R = G && overBlock(levels.repeatUp, plus(local, times(levels.repeatUp, G)));
  if (!R) return undefined;
  return withBoundary(levels, R, (n) => (n >= c ? R : undefined));
}

/** `lastLocal` are the local rates at level K >= c, where nothing goes up. */
export function solveFiniteQbd(
  levels: QbdLevels,
  lastLocal: DenseMatrix,
  K: number,
): QbdSolution | undefined {
  const c = levels.local.length - 1;
  const ratios: DenseMatrix[] = [];
  for (let n = K - 1; n >= c; n--) {
    const above = ratios.at(-1);
    const block = above ? plus(levels.local[c]!, times(above, levels.repeatDown)) : lastLocal;
    const next = overBlock(levels.repeatUp, block);
    if (!next) return undefined;
    ratios.push(next);
    if (above && closeTo(next, above)) break;
  }
  const at = (n: number) => ratios[Math.min(K - 1 - n, ratios.length - 1)];
  return withBoundary(levels, K > c ? at(c)! : undefined, (n) => (n >= c ? at(n) : undefined), lastLocal);
}

/** R_n below c, and level 0. `from` is R_c; where c is the last level there is none. */
function withBoundary(
  { local, up, down, repeatDown }: QbdLevels,
  from: DenseMatrix | undefined,
  beyond: (n: number) => DenseMatrix | undefined,
  lastLocal?: DenseMatrix,
): QbdSolution | undefined {
  const c = local.length - 1;
  let block = from ? plus(local[c]!, times(from, repeatDown)) : (lastLocal ?? local[c]!);
  const lower: DenseMatrix[] = [];
  for (let n = c - 1; n >= 0; n--) {
    const R = overBlock(up[n]!, block);
    if (!R) return undefined;
    lower[n] = R;
    block = plus(local[n]!, times(R, down[n + 1]!));
  }
  return { first: stationaryRow(block), ratio: (n) => lower[n] ?? beyond(n)! };
}

/** X (-B)^-1: solved with the transposes. */
function overBlock(x: DenseMatrix, block: DenseMatrix): DenseMatrix | undefined {
  const solved = solveDense(transposedDense(scaled(block, -1)), transposedDense(x));
  return solved && transposedDense(solved);
}

function transposedDense({ rows, columns, values }: DenseMatrix): DenseMatrix {
  const turned = new Float64Array(values.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) turned[j * rows + i] = values[i * columns + j]!;
  return { rows: columns, columns: rows, values: turned };
}

/** G: where the process first is when it comes down a level. */
function logarithmicReduction(
  up: DenseMatrix,
  local: DenseMatrix,
  down: DenseMatrix,
): DenseMatrix | undefined {
  const leaving = scaled(local, -1);
  const identity = identityMatrix(local.rows);
  let H = solveDense(leaving, up);
  let L = solveDense(leaving, down);
  if (!H || !L) return undefined;
  let G = L;
  let path = H;
  for (let step = 0; step < MOST_STEPS; step++) {
    const rest = plus(identity, plus(times(H, L), times(L, H)), -1);
    H = solveDense(rest, times(H, H));
    L = solveDense(rest, times(L, L));
    if (!H || !L) return undefined;
    const added = times(path, L);
    G = plus(G, added);
    path = times(path, H);
    if (largest(added) < Number.EPSILON || largest(path) < Number.EPSILON) break;
  }
  return G;
}

/** Convergence is quadratic; at a load of 1 it halves the error. */
const MOST_STEPS = 60;

const largest = ({ values }: DenseMatrix): number =>
  values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function closeTo(a: DenseMatrix, b: DenseMatrix): boolean {
  const scale = 2 * Number.EPSILON * largest(b);
  return a.values.every((x, i) => Math.abs(x - b.values[i]!) <= scale);
}

/** pi_n, n = 0..last, by the ratios; scaled down together before they would overflow. Not scaled to sum 1. */
export function forwardLevels({ first, ratio }: QbdSolution, last: number): Float64Array[] {
  const rows = [first];
  for (let n = 0; n < last; n++) {
    const next = rowTimes(rows[n]!, ratio(n));
    rows.push(next);
    const size = next.reduce((sum, x) => sum + x, 0);
    if (size > HUGE) for (const row of rows) for (let i = 0; i < row.length; i++) row[i]! /= size;
  }
  return rows;
}

const HUGE = 1e200;

/**
 * The stationary row of a small generator (off-diagonal rates >= 0, rows sum to 0), summing to 1, by elimination without
 * subtraction: every probability keeps its relative accuracy. The diagonal is not read. Phases that are left for good
 * get 0. Source: Grassmann, Taksar & Heyman 1985, Oper. Res. 33, 1107-1116.
 */
export function stationaryRow(generator: DenseMatrix): Float64Array {
  const n = generator.rows;
  const rates = generator.values.slice();
  for (let k = n - 1; k > 0; k--) {
    let out = 0;
    for (let j = 0; j < k; j++) out += Math.max(0, rates[k * n + j]!);
    for (let i = 0; i < k; i++) {
      // A phase that only the ones before it reach and that never goes back keeps all that comes: it takes over.
      const share = out > 0 ? rates[i * n + k]! / out : rates[i * n + k]! > 0 ? Number.POSITIVE_INFINITY : 0;
      rates[i * n + k] = share;
      if (share > 0 && out > 0) for (let j = 0; j < k; j++) rates[i * n + j]! += share * rates[k * n + j]!;
    }
  }
  return spread(rates, n);
}

function spread(shares: Float64Array, n: number): Float64Array {
  const row = new Float64Array(n);
  row[0] = 1;
  for (let k = 1; k < n; k++) {
    let sum = 0;
    for (let i = 0; i < k; i++) if (row[i]! > 0) sum += row[i]! * shares[i * n + k]!;
    if (sum === Number.POSITIVE_INFINITY) row.fill(0, 0, k);
    row[k] = sum === Number.POSITIVE_INFINITY ? 1 : sum;
  }
  const total = row.reduce((sum, x) => sum + x, 0);
  return row.map((x) => x / total);
}
