import { solveBicgstab } from './bicgstab.ts';
import { solveGth } from './gth.ts';
import { rowSums, type SparseMatrix, transposed } from './sparse-matrix.ts';

export interface IterativeAnswer {
  readonly pi: Float64Array;
  /** Largest component of pi Q over the largest rate of leaving a state. */
  readonly residual: number;
}

/**
 * Stationary probabilities of a large irreducible chain by iteration: aggregation and Gauss-Seidel sweeps bring the mass
 * to where it belongs, corrections from Bi-CGSTAB with an incomplete factorization settle it, each followed by sweeps
 * that restore signs and mend the small probabilities. Solved for the flow x_i = pi_i * (rate of leaving i), x = x P, P
 * the jumps of the chain, until no balance is off by more than `tolerance` times the largest flow, as far as rounding
 * allows. `rates`: off-diagonal, 1/s; `order`: of the states, neighbours close (band-order.ts).
 * Source: B. Philippe, Y. Saad and W. Stewart, Numerical methods in Markov chain modeling, Oper. Res. 40 (1992).
 */
export function solveStationaryIteratively(
  rates: SparseMatrix,
  order: Int32Array,
  tolerance: number,
): IterativeAnswer {
  const n = rates.size;
  const leaving = rowSums(rates);
  const fastest = largest(leaving);
  const system = balanceMatrix(rates, order, leaving);
  const factors = new IncompleteLu(system);
  const x = Float64Array.from(order, (state) => leaving[state]! / n);
  moveMass(system, x);
  normalize(x, order, leaving);
  const flow = new Float64Array(n);
  let error = 1;
  let idle = 0;
  for (let round = 0; round < MOST_ROUNDS && idle < IDLE_ROUNDS && error > tolerance; round++) {
    multiply(system, x, flow);
    for (let i = 0; i < n; i++) flow[i] = -flow[i]!;
    const change = solveBicgstab(
      {
        apply: (a, b) => multiply(system, a, b),
        precondition: (a, b) => factors.solve(a, b),
        b: flow,
      },
      { reduction: 1e-7, mostSteps: STEPS_PER_ROUND },
    );
    if (!correct(x, change)) moveMass(system, x);
    for (let sweep = 0; sweep < SWEEPS; sweep++) gaussSeidel(system, x);
    normalize(x, order, leaving);
    multiply(system, x, flow);
    const before = error;
    error = largest(flow) / largest(x);
    idle = error < 0.7 * before || error > NEARLY ? 0 : idle + 1;
  }
  const pi = new Float64Array(n);
  for (let i = 0; i < n; i++) pi[order[i]!] = x[i]! / leaving[order[i]!]!;
  return { pi, residual: (error * largest(x)) / fastest };
}

const MOVING_ROUNDS = 20;
const GROUPS = 600;
const MOST_ROUNDS = 30;
/** Below this error, so many rounds without progress mean that rounding is the limit. */
const NEARLY = 1e-12;
const IDLE_ROUNDS = 3;
const STEPS_PER_ROUND = 300;
const SWEEPS = 4;

/** Brings the mass to where it belongs, before corrections are worth their price. */
function moveMass(system: SparseMatrix, x: Float64Array): void {
  for (let round = 0; round < MOVING_ROUNDS; round++) {
    aggregate(system, x, GROUPS);
    gaussSeidel(system, x);
    gaussSeidelBackwards(system, x);
  }
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/**
 * x + change without its negative parts. The matrix is singular, so a change may hold any multiple of the solution, also
 * one that turns all signs; one that leaves next to nothing is not used (false).
 */
export function correct(x: Float64Array, change: Float64Array): boolean {
  let total = 0;
  let size = 0;
  for (let i = 0; i < x.length; i++) {
    const value = x[i]! + change[i]!;
    total += value;
    size += Math.abs(value);
  }
  if (!(Math.abs(total) > 0.5 * size) || !Number.isFinite(size)) return false;
  const sign = Math.sign(total);
  for (let i = 0; i < x.length; i++) x[i] = Math.max(0, sign * (x[i]! + change[i]!));
  return true;
}

/** I - P transposed, in the given order, columns ascending, diagonal included. */
function balanceMatrix(rates: SparseMatrix, order: Int32Array, leaving: Float64Array): SparseMatrix {
  const { size } = rates;
  const place = new Int32Array(size);
  order.forEach((state, i) => {
    place[state] = i;
  });
  const starts = new Int32Array(size + 1);
  const columns = new Int32Array(rates.columns.length + size);
  const values = new Float64Array(rates.columns.length + size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    const state = order[i]!;
    columns[at] = i;
    values[at++] = 1;
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      columns[at] = place[rates.columns[k]!]!;
      values[at++] = -rates.values[k]! / leaving[state]!;
    }
    starts[i + 1] = at;
  }
  // Transposing sorts the columns.
  return transposed({ size, starts, columns, values });
}

function multiply({ size, starts, columns, values }: SparseMatrix, x: Float64Array, y: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) sum += values[k]! * x[columns[k]!]!;
    y[i] = sum;
  }
}

/** The diagonal is 1, all else <= 0: a sweep keeps x >= 0. */
function gaussSeidel(balance: SparseMatrix, x: Float64Array): void {
  for (let i = 0; i < balance.size; i++) x[i] = inflow(balance, x, i);
}

function gaussSeidelBackwards(balance: SparseMatrix, x: Float64Array): void {
  for (let i = balance.size - 1; i >= 0; i--) x[i] = inflow(balance, x, i);
}

/** From all other states. */
function inflow({ starts, columns, values }: SparseMatrix, x: Float64Array, i: number): number {
  let sum = 0;
  for (let k = starts[i]!; k < starts[i + 1]!; k++) {
    const j = columns[k]!;
    if (j !== i) sum -= values[k]! * x[j]!;
  }
  return sum;
}

/** Makes the probabilities x / leaving sum to 1. */
function normalize(x: Float64Array, order: Int32Array, leaving: Float64Array): void {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i]! / leaving[order[i]!]!;
  for (let i = 0; i < x.length; i++) x[i]! /= total;
}

/**
 * Incomplete factors L U of a matrix, with entries only where the matrix has some: ILU(0), a preconditioner. For
 * M-matrices it exists (J. Meijerink and H. van der Vorst 1977). Every row must have its diagonal, columns ascending.
 * Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed. (2003), algorithm 10.4.
 */
class IncompleteLu {
  private readonly matrix: SparseMatrix;
  private readonly factors: Float64Array;
  private readonly diagonalAt: Int32Array;

  constructor(matrix: SparseMatrix) {
    this.matrix = matrix;
    this.factors = matrix.values.slice();
    this.diagonalAt = diagonals(matrix);
    this.factorize();
  }

  private factorize(): void {
    const { size, starts, columns } = this.matrix;
    const { factors, diagonalAt } = this;
    const placeOf = new Int32Array(size).fill(-1);
    for (let i = 0; i < size; i++) {
      for (let k = starts[i]!; k < starts[i + 1]!; k++) placeOf[columns[k]!] = k;
      for (let k = starts[i]!; k < diagonalAt[i]!; k++) {
        const j = columns[k]!;
        const share = factors[k]! / factors[diagonalAt[j]!]!;
        factors[k] = share;
        for (let m = diagonalAt[j]! + 1; m < starts[j + 1]!; m++) {
          const place = placeOf[columns[m]!]!;
          if (place >= 0) factors[place]! -= share * factors[m]!;
        }
      }
      // A singular matrix may fold to an empty pivot; the row then passes unchanged.
      if (!(factors[diagonalAt[i]!]! > 1e-12)) factors[diagonalAt[i]!] = 1;
      for (let k = starts[i]!; k < starts[i + 1]!; k++) placeOf[columns[k]!] = -1;
    }
  }

  /** x = U^-1 L^-1 b. */
  solve(b: Float64Array, x: Float64Array): void {
    const { size, starts, columns } = this.matrix;
    const { factors, diagonalAt } = this;
    for (let i = 0; i < size; i++) {
      let rest = b[i]!;
      for (let k = starts[i]!; k < diagonalAt[i]!; k++) rest -= factors[k]! * x[columns[k]!]!;
      x[i] = rest;
    }
    for (let i = size - 1; i >= 0; i--) {
      let rest = x[i]!;
      for (let k = diagonalAt[i]! + 1; k < starts[i + 1]!; k++) rest -= factors[k]! * x[columns[k]!]!;
      x[i] = rest / factors[diagonalAt[i]!]!;
    }
  }
}

function diagonals({ size, starts, columns }: SparseMatrix): Int32Array {
  const at = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    for (let k = starts[i]!; k < starts[i + 1]!; k++) if (columns[k] === i) at[i] = k;
  }
  return at;
}

/**
 * Aggregation and disaggregation: the chain between groups of neighbouring states is solved exactly and the groups are
 * given the weights found; inside a group the proportions stay. One such step carries mass across the whole chain, for
 * which sweeps would take as many steps as the chain is long.
 * `balance`: I - P transposed, P the jumps; `x`: flow through each state, changed in place.
 * Source: H. Simon and A. Ando, Econometrica 29 (1961); R. Koury, D. McAllister and W. Stewart, SIAM J. Alg. Disc. Meth. 5
 * (1984).
 */
function aggregate(balance: SparseMatrix, x: Float64Array, groupCount: number): void {
  const n = balance.size;
  const groups = Math.min(groupCount, n);
  const groupOf = (i: number): number => Math.floor((i * groups) / n);
  const weights = new Float64Array(groups);
  for (let i = 0; i < n; i++) {
    x[i] = Math.max(x[i]!, LEAST);
    weights[groupOf(i)]! += x[i]!;
  }
  const flows = groupFlows(balance, x, groups);
  const rates = coarseRates(flows, weights);
  const order = Int32Array.from({ length: groups }, (_, group) => group);
  const found = solveGth(rates, { order, bandwidth: widest(rates) });
  const factors = found.map((p, group) => p / weights[group]!);
  for (let i = 0; i < n; i++) x[i]! *= factors[groupOf(i)]!;
}

/** Keeps every state in play, so that the chain of groups is irreducible too. */
const LEAST = 1e-290;

/** [from * groups + to]: flow between different groups. */
function groupFlows({ size, starts, columns, values }: SparseMatrix, x: Float64Array, groups: number) {
  const flows = new Float64Array(groups * groups);
  for (let i = 0; i < size; i++) {
    const to = Math.floor((i * groups) / size);
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      const from = Math.floor((columns[k]! * groups) / size);
      if (from !== to) flows[from * groups + to]! -= values[k]! * x[columns[k]!]!;
    }
  }
  return flows;
}

function coarseRates(flows: Float64Array, weights: Float64Array): SparseMatrix {
  const groups = weights.length;
  const starts = new Int32Array(groups + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let from = 0; from < groups; from++) {
    for (let to = 0; to < groups; to++) {
      const flow = flows[from * groups + to]!;
      if (flow === 0) continue;
      columns.push(to);
      values.push(flow / weights[from]!);
    }
    starts[from + 1] = columns.length;
  }
  return { size: groups, starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

function widest({ size, starts, columns }: SparseMatrix): number {
  let most = 0;
  for (let row = 0; row < size; row++)
    for (let k = starts[row]!; k < starts[row + 1]!; k++) most = Math.max(most, Math.abs(columns[k]! - row));
  return most;
}
