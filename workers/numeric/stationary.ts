import { assert } from '../../core/base/assert.ts';
import { bandOrder } from './band-order.ts';
import { canFold, Fronts } from './fronts/fronts.ts';
import { solveGth } from './gth.ts';
import { type Neighbours, neighboursOf } from './neighbours.ts';
import { type Block, dissect } from './nested-dissection.ts';
import { rowSums, type SparseMatrix, transposed } from './sparse-matrix.ts';
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
  const answer = stationaryWithin(rates, Number.POSITIVE_INFINITY, tolerance);
  assert(typeof answer !== 'number', 'no work is too much');
  return answer;
}

/** Like solveStationary, but gives back the multiplications where an elimination takes more than `mostWork` of them. */
export function stationaryWithin(
  rates: SparseMatrix,
  mostWork: number,
  tolerance = 1e-13,
): StationaryAnswer | number {
  if (rates.size === 1) return { pi: Float64Array.of(1), residual: 0 };
  if (rates.size <= FEW_STATES) {
    const pi = solveGth(rates, bandOrder(rates));
    return { pi, residual: balanceError(rates, pi) };
  }
  if (!canFold()) return stationaryAlongBand(rates, mostWork, tolerance);
  const plan = planElimination(neighboursOf(rates));
  if (plan.work > mostWork) return plan.work;
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

/** Without the kernel of `fronts/`. */
function stationaryAlongBand(
  rates: SparseMatrix,
  mostWork: number,
  tolerance: number,
): StationaryAnswer | number {
  const work = PLAIN * rates.size * bandOrder(rates).bandwidth ** 2;
  return work > mostWork ? work : solveBeyondRange(rates, tolerance);
}

/** So many multiplications of the kernel take the time of one in plain JavaScript. */
const PLAIN = 5;

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
  /** `rates` transposed. */
  readonly back: SparseMatrix;
  readonly plan: EliminationPlan;
  /** Position of each state in the order of elimination. */
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

/** How an elimination will go, told before its memory is taken. A state's place: when its turn comes. */
interface EliminationPlan {
  /** States by place. */
  readonly order: Int32Array;
  /** The states of block b have the places firsts[b] .. firsts[b + 1] - 1. */
  readonly firsts: Int32Array;
  /** Per block: the blocks right below it, and the places above it that it has entries with once all below are eliminated, ascending. */
  readonly below: readonly (readonly number[])[];
  readonly rims: readonly Int32Array[];
  /** Multiplications. */
  readonly work: number;
  /** Doubles: of all that is taken, kept to the end, left between blocks at a time, and in the widest block. */
  readonly cells: number;
  readonly kept: number;
  readonly stacked: number;
  readonly widest: number;
}

export function planElimination(neighbours: Neighbours): EliminationPlan {
  const blocks = dissect(neighbours);
  const { order, firsts } = inOrder(blocks, neighbours.starts.length - 1);
  const below = childrenOf(blocks);
  const rims = rimsOf(neighbours, order, firsts, below);
  let [work, kept, widest, left, stacked] = [0, 0, 0, 0, 0];
  blocks.forEach(({ states }, block) => {
    const around = rims[block]!.length;
    const width = states.length + around;
    // The sum of (width - k)^2 over the states.
    work += (width * width * width - around * around * around) / 3;
    kept += states.length * width;
    widest = Math.max(widest, width);
    for (const child of below[block]!) left -= rims[child]!.length ** 2;
    left += around ** 2;
    stacked = Math.max(stacked, left);
  });
  return { order, firsts, below, rims, work, cells: kept + stacked + widest ** 2, kept, stacked, widest };
}

function inOrder(blocks: readonly Block[], size: number): { order: Int32Array; firsts: Int32Array } {
  const order = new Int32Array(size);
  const firsts = new Int32Array(blocks.length + 1);
  blocks.forEach(({ states }, block) => {
    order.set(states, firsts[block]!);
    firsts[block + 1] = firsts[block]! + states.length;
  });
  return { order, firsts };
}

function childrenOf(blocks: readonly Block[]): readonly (readonly number[])[] {
  const below = blocks.map((): number[] => []);
  blocks.forEach(({ parent }, block) => {
    if (parent >= 0) below[parent]!.push(block);
  });
  return below;
}

/** When the turn of each state comes. */
function placesOf(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]!] = place;
  return places;
}

/** Neighbours above each block, its own and those of the blocks below it. */
function rimsOf(
  { starts, list }: Neighbours,
  order: Int32Array,
  firsts: Int32Array,
  below: readonly (readonly number[])[],
): readonly Int32Array[] {
  const places = placesOf(order);
  const seen = new Int32Array(order.length).fill(-1);
  const found = new Int32Array(order.length);
  const rims: Int32Array[] = [];
  for (let block = 0; block < below.length; block++) {
    const end = firsts[block + 1]!;
    let count = 0;
    for (let own = firsts[block]!; own < end; own++) {
      const state = order[own]!;
      for (let k = starts[state]!, last = starts[state + 1]!; k < last; k++) {
        const place = places[list[k]!]!;
        if (place < end || seen[place] === block) continue;
        seen[place] = block;
        found[count++] = place;
      }
    }
    for (const child of below[block]!) {
      const rim = rims[child]!;
      for (let k = 0; k < rim.length; k++) {
        const place = rim[k]!;
        if (place < end || seen[place] === block) continue;
        seen[place] = block;
        found[count++] = place;
      }
    }
    rims.push(found.slice(0, count).sort());
  }
  return rims;
}
