import { bandOrder } from './band-order.ts';
import { planElimination } from './elimination-plan.ts';
import { solveGth } from './gth.ts';
import { neighboursOf } from './neighbours.ts';
import { solveSparseGth } from './sparse-gth.ts';
import { rowSums, type SparseMatrix } from './sparse-matrix.ts';
import { solveStationaryIteratively } from './stationary-sparse.ts';

export interface StationaryAnswer {
  /** Sums to 1. */
  readonly pi: Float64Array;
  /** Largest component of pi Q over the largest rate of leaving a state. */
  readonly residual: number;
}

/**
 * Stationary probabilities of an irreducible Markov chain; `rates`: off-diagonal, 1/s. By elimination, which keeps every
 * digit, where that takes less than half a minute and 1 GB; else by iteration down to `tolerance` as far as that goes:
 * look at `residual`.
 */
export function solveStationary(rates: SparseMatrix, tolerance = 1e-13): StationaryAnswer {
  if (rates.size === 1) return { pi: Float64Array.of(1), residual: 0 };
  if (rates.size <= FEW_STATES) {
    const pi = solveGth(rates, bandOrder(rates));
    return { pi, residual: balanceError(rates, pi) };
  }
  const plan = planElimination(neighboursOf(rates));
  if (plan.work > MOST_WORK || plan.cells > MOST_CELLS)
    return solveStationaryIteratively(rates, bandOrder(rates).order, tolerance);
  const pi = solveSparseGth(rates, plan);
  if (Math.abs(pi.reduce((sum, p) => sum + p, 0) - 1) < 1e-6)
    return { pi, residual: balanceError(rates, pi) };
  return solveBeyondRange(rates, tolerance);
}

/** Blocks far out in a tail can leave the range of doubles (0.1^600); a walk along the chain does not. */
function solveBeyondRange(rates: SparseMatrix, tolerance: number): StationaryAnswer {
  const band = bandOrder(rates);
  if (rates.size * (2 * band.bandwidth + 1) > MOST_CELLS / 4)
    return solveStationaryIteratively(rates, band.order, tolerance);
  const pi = solveGth(rates, band);
  return { pi, residual: balanceError(rates, pi) };
}

/** Where a walk along the band is done before the kernel of `fronts/` has started. */
const FEW_STATES = 100;
/** Multiplications; a second takes 5e9 and more. */
const MOST_WORK = 1e11;
/** Doubles: 1 GB. */
const MOST_CELLS = 1.2e8;

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
