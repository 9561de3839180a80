import { bandOrder } from './band-order.ts';
import { solveGth } from './gth.ts';
import { rowSums, type SparseMatrix } from './sparse-matrix.ts';
import { solveStationaryIteratively } from './stationary-sparse.ts';

export interface StationaryAnswer {
  /** Sums to 1. */
  readonly pi: Float64Array;
  /** Largest component of pi Q over the largest rate of leaving a state. */
  readonly residual: number;
}

/**
 * Stationary probabilities of an irreducible Markov chain; `rates`: off-diagonal, 1/s. By elimination where its band is
 * narrow enough (about a second at most), else by iteration down to `tolerance` as far as that goes: look at `residual`.
 */
export function solveStationary(rates: SparseMatrix, tolerance = 1e-13): StationaryAnswer {
  if (rates.size === 1) return { pi: Float64Array.of(1), residual: 0 };
  const order = bandOrder(rates);
  if (
    eliminationWork(rates.size, order.bandwidth) > MOST_WORK ||
    bandCells(rates.size, order.bandwidth) > MOST_CELLS
  )
    return solveStationaryIteratively(rates, order.order, tolerance);
  const pi = solveGth(rates, order);
  return { pi, residual: balanceError(rates, pi) };
}

const MOST_WORK = 1e9;
/** Doubles: 128 MB. */
const MOST_CELLS = 1.6e7;

/** Multiplications of an elimination, at most. */
const eliminationWork = (size: number, bandwidth: number): number => size * bandwidth ** 2;

const bandCells = (size: number, bandwidth: number): number => size * (2 * bandwidth + 1);

/** Largest component of pi Q over the largest rate of leaving a state. */
export function balanceError(rates: SparseMatrix, pi: Float64Array): number {
  const { size, starts, columns, values } = rates;
  const leaving = rowSums(rates);
  const balance = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    balance[i]! -= pi[i]! * leaving[i]!;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) balance[columns[k]!]! += pi[i]! * values[k]!;
  }
  const largest = (row: Float64Array) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest(balance) / largest(leaving);
}
