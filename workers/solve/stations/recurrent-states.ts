/** Markov chains whose states are numbers, of which only some come again: those reached from a state that does. */
import type { BandOrder } from '../../numeric/band-order.ts';
import type { SparseMatrix } from '../../numeric/sparse-matrix.ts';

/** From a state: where to, and the probability or rate. */
export type Moves = (state: number) => readonly (readonly [number, number])[];

/** States that `start` leads to, itself among them, in increasing order. */
export function reachable(start: number, moves: Moves): readonly number[] {
  const seen = new Set([start]);
  for (const state of seen) for (const [to, p] of moves(state)) if (p > 0) seen.add(to);
  return [...seen].sort((a, b) => a - b);
}

/** The moves among `states` as a matrix by their places, and the band it lies in. */
export function sparseRows(states: readonly number[], moves: Moves): readonly [SparseMatrix, BandOrder] {
  const place = new Map(states.map((state, i) => [state, i]));
  const columns: number[] = [];
  const values: number[] = [];
  const starts = [0];
  let bandwidth = 1;
  states.forEach((state, i) => {
    for (const [to, p] of moves(state)) {
      const at = place.get(to);
      if (at === undefined || at === i || !(p > 0)) continue;
      bandwidth = Math.max(bandwidth, Math.abs(at - i));
      columns.push(at);
      values.push(p);
    }
    starts.push(columns.length);
  });
  const matrix = {
    size: states.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
  return [matrix, { order: Int32Array.from(states, (_, i) => i), bandwidth }];
}
