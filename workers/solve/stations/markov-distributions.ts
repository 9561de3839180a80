/**
 * Distributions with phases as matrices: a service (alpha, T) and arrivals (D0, D1), at wanted rates. Source: Neuts 1981,
 * Matrix-Geometric Solutions in Stochastic Models, chapter 2; Lucantoni 1991, Stochastic Models 7.
 */
import {
  type ArrivalDistribution,
  arrivalPhases,
  distributionRate,
  type ServiceDistribution,
  servicePhases,
} from '../../../core/distributions/index.ts';
import type { PhaseMove } from '../../../core/distributions/knowledge.ts';
import { type DenseMatrix, zeroMatrix } from '../../numeric/dense-matrix.ts';

export interface ServiceMatrices {
  /** alpha: probability of each phase at the start. */
  readonly start: readonly number[];
  /** T: rates among the phases, 1/s; what a row lacks to 0 ends the service. */
  readonly moves: DenseMatrix;
  /** -T 1, 1/s. */
  readonly ends: readonly number[];
}

export interface ArrivalMatrices {
  /** D0: phase changes without an arrival, 1/s. */
  readonly silent: DenseMatrix;
  /** D1: with one. */
  readonly arriving: DenseMatrix;
}

/** Undefined for a distribution without finitely many phases. */
export function serviceMatrices(
  distribution: ServiceDistribution,
  rate: number,
): ServiceMatrices | undefined {
  const phases = servicePhases(distribution);
  if (!phases) return undefined;
  const factor = rate / distributionRate(distribution);
  const moves = movesMatrix(phases.moves, factor);
  const ends = phases.ends.map((end) => factor * end);
  ends.forEach((end, i) => {
    moves.values[i * moves.columns + i]! -= end;
  });
  return { start: phases.start, moves, ends };
}

/** Undefined for a distribution without finitely many phases. */
export function arrivalMatrices(
  distribution: ArrivalDistribution,
  rate: number,
): ArrivalMatrices | undefined {
  const phases = arrivalPhases(distribution);
  if (!phases) return undefined;
  const factor = rate / distributionRate(distribution);
  const silent = movesMatrix(
    phases.moves.map((moves) => moves.filter(({ arrives }) => !arrives)),
    factor,
  );
  const arriving = zeroMatrix(silent.rows, silent.columns);
  phases.moves.forEach((moves, from) => {
    for (const move of moves) {
      if (!move.arrives) continue;
      arriving.values[from * arriving.columns + move.to]! += factor * move.rate;
      silent.values[from * silent.columns + from]! -= factor * move.rate;
    }
  });
  return { silent, arriving };
}

/** Rates off the diagonal, and what makes each row sum to 0 on it. */
function movesMatrix(moves: readonly (readonly PhaseMove[])[], factor: number): DenseMatrix {
  const matrix = zeroMatrix(moves.length, moves.length);
  moves.forEach((ways, from) => {
    for (const { rate, to } of ways) {
      matrix.values[from * matrix.columns + to]! += factor * rate;
      matrix.values[from * matrix.columns + from]! -= factor * rate;
    }
  });
  return matrix;
}
