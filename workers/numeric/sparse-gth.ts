import { type EliminationPlan, placesOf } from './elimination-plan.ts';
import { Fronts } from './fronts/fronts.ts';
import { type SparseMatrix, transposed } from './sparse-matrix.ts';

/**
 * Stationary probabilities of an irreducible Markov chain by elimination without subtraction, which keeps the relative
 * accuracy of even the smallest of them; NaN where they leave the range of doubles on the way. States are folded away block after block; what a block leaves among the states
 * around it is a small dense matrix that the block above takes over. `rates`: off-diagonal, 1/s.
 * Source: W. Grassmann, M. Taksar and D. Heyman, Oper. Res. 33 (1985); I. Duff and J. Reid, The multifrontal solution of
 * unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5 (1984).
 */
export function solveSparseGth(rates: SparseMatrix, plan: EliminationPlan): Float64Array {
  const { firsts, below, rims } = plan;
  const fronts = new Fronts(plan);
  const entries = { rates, back: transposed(rates), plan, places: placesOf(plan.order) };
  const columns = new Int32Array(rates.size);
  for (let block = 0; block < below.length; block++) {
    const first = firsts[block]!;
    const own = firsts[block + 1]! - first;
    const rim = rims[block]!;
    for (let i = 0; i < own; i++) columns[first + i] = i;
    for (let i = 0; i < rim.length; i++) columns[rim[i]!] = own + i;
    const front = fronts.open(own, own + rim.length);
    addOwn(front, own + rim.length, block, columns, entries);
    // What blocks leave is taken over in the reverse order: those below a block are on top.
    for (let k = below[block]!.length - 1; k >= 0; k--) fronts.takeOver(rims[below[block]![k]!]!, columns);
    fronts.fold();
  }
  return spread(plan, fronts.shares);
}

interface Entries {
  readonly rates: SparseMatrix;
  /** The same, transposed. */
  readonly back: SparseMatrix;
  readonly plan: EliminationPlan;
  /** Of each state. */
  readonly places: Int32Array;
}

/** Adds the rates from and to the states of a block, but for those from and to blocks below. `columns`: of each place in the front. */
function addOwn(
  front: Float64Array,
  width: number,
  block: number,
  columns: Int32Array,
  { rates, back, plan: { order, firsts }, places }: Entries,
): void {
  const [first, end] = [firsts[block]!, firsts[block + 1]!];
  for (let place = first; place < end; place++) {
    const state = order[place]!;
    const i = place - first;
    for (let k = rates.starts[state]!, last = rates.starts[state + 1]!; k < last; k++) {
      const to = places[rates.columns[k]!]!;
      if (to >= first) front[i * width + columns[to]!]! += rates.values[k]!;
    }
    for (let k = back.starts[state]!, last = back.starts[state + 1]!; k < last; k++) {
      const from = places[back.columns[k]!]!;
      if (from >= end) front[columns[from]! * width + i]! += back.values[k]!;
    }
  }
}

/** Weights from the last state back; scaled down before they would overflow. `shares`: as kept by `Fronts`. */
function spread({ order, firsts, rims, kept }: EliminationPlan, shares: Float64Array): Float64Array {
  const size = order.length;
  /** By place. */
  const weights = new Float64Array(size);
  weights[size - 1] = 1;
  let row = kept;
  for (let block = rims.length - 1; block >= 0; block--) {
    const first = firsts[block]!;
    const own = firsts[block + 1]! - first;
    const rim = rims[block]!;
    for (let i = own + rim.length - 1; i >= 0; i--) {
      row -= own;
      const place = i < own ? first + i : rim[i - own]!;
      if (weights[place]! > HUGE) {
        // Out of the range of doubles, which the caller sees from the sum.
        if (weights[place] === Number.POSITIVE_INFINITY) return weights.fill(Number.NaN);
        for (let j = 0; j < size; j++) weights[j]! /= HUGE;
      }
      const weight = weights[place]!;
      for (let k = 0, last = Math.min(own, i); k < last; k++)
        weights[first + k]! += weight * shares[row + k]!;
    }
  }
  const total = weights.reduce((sum, x) => sum + x, 0);
  const pi = new Float64Array(size);
  for (let place = 0; place < size; place++) pi[order[place]!] = weights[place]! / total;
  return pi;
}

const HUGE = 2 ** 800;
