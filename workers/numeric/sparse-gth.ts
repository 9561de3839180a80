import { foldAway } from './fold-away.ts';
import type { Neighbours } from './neighbours.ts';
import { type Block, dissect } from './nested-dissection.ts';
import { type SparseMatrix, transposed } from './sparse-matrix.ts';

/** How an elimination will go, told before its memory is taken. */
export interface EliminationPlan {
  readonly blocks: readonly Block[];
  /** Per block: the blocks right below it, and the states above it that it has entries with once all below are eliminated. */
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
  const { starts, list } = neighbours;
  const blockOf = blockOfStates(blocks, starts.length - 1);
  const below = childrenOf(blocks);
  const seen = new Int32Array(starts.length - 1).fill(-1);
  const rims: Int32Array[] = [];
  let [work, kept, widest, left, stacked] = [0, 0, 0, 0, 0];
  const found = new Int32Array(starts.length - 1);
  blocks.forEach(({ states }, block) => {
    let count = 0;
    const add = (candidates: Int32Array, from: number, to: number): void => {
      for (let k = from; k < to; k++) {
        const state = candidates[k]!;
        if (blockOf[state]! <= block || seen[state] === block) continue;
        seen[state] = block;
        found[count++] = state;
      }
    };
    for (const state of states) add(list, starts[state]!, starts[state + 1]!);
    for (const child of below[block]!) add(rims[child]!, 0, rims[child]!.length);
    const rim = found.slice(0, count);
    rims.push(rim);
    const width = states.length + rim.length;
    work += states.length * width * width;
    kept += states.length * width;
    widest = Math.max(widest, width);
    for (const child of below[block]!) left -= rims[child]!.length ** 2;
    left += rim.length ** 2;
    stacked = Math.max(stacked, left);
  });
  return { blocks, below, rims, work, cells: kept + stacked + widest ** 2, kept, stacked, widest };
}

/** Block of each state. */
function blockOfStates(blocks: readonly Block[], size: number): Int32Array {
  const blockOf = new Int32Array(size);
  blocks.forEach(({ states }, block) => {
    for (const state of states) blockOf[state] = block;
  });
  return blockOf;
}

function childrenOf(blocks: readonly Block[]): readonly (readonly number[])[] {
  const below = blocks.map((): number[] => []);
  blocks.forEach(({ parent }, block) => {
    if (parent >= 0) below[parent]!.push(block);
  });
  return below;
}

/**
 * Stationary probabilities of an irreducible Markov chain by elimination without subtraction, which keeps the relative
 * accuracy of even the smallest of them. States are folded away block after block; what a block leaves among the states
 * around it is a small dense matrix that the block above takes over. `rates`: off-diagonal, 1/s.
 * Source: W. Grassmann, M. Taksar and D. Heyman, Oper. Res. 33 (1985); I. Duff and J. Reid, The multifrontal solution of
 * unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5 (1984).
 */
export function solveSparseGth(rates: SparseMatrix, plan: EliminationPlan): Float64Array {
  const { blocks, below, rims } = plan;
  const back = transposed(rates);
  const blockOf = blockOfStates(blocks, rates.size);
  const place = new Int32Array(rates.size);
  const scratch = new Float64Array(plan.widest ** 2);
  // What blocks leave is taken over in the reverse order: those below a block are on top.
  const left = new Float64Array(plan.stacked);
  let top = 0;
  const folded = { shares: new Float64Array(plan.kept), starts: new Float64Array(blocks.length + 1) };
  blocks.forEach(({ states: own }, block) => {
    const rim = rims[block]!;
    const width = own.length + rim.length;
    own.forEach((state, i) => {
      place[state] = i;
    });
    rim.forEach((state, i) => {
      place[state] = own.length + i;
    });
    const front = scratch.subarray(0, width * width).fill(0);
    addOwn(front, width, own, { rates, back, blockOf, block, place });
    for (const child of below[block]!.toReversed()) {
      top -= rims[child]!.length ** 2;
      addLeft(front, width, rims[child]!, left.subarray(top), place);
    }
    foldAway(front, width, own.length);
    leave(front, width, own.length, left.subarray(top));
    top += rim.length ** 2;
    folded.starts[block + 1] = folded.starts[block]! + own.length * width;
    keepShares(front, width, own.length, folded.shares.subarray(folded.starts[block]!));
  });
  return spread(plan, rates.size, folded);
}

/** What is kept of the blocks, one after the other: own state k has `shares[i * own + k]` times the weight of each state i after it. */
interface Folded {
  readonly shares: Float64Array;
  /** First share of each block. */
  readonly starts: Float64Array;
}

interface OwnEntries {
  readonly rates: SparseMatrix;
  /** The same, transposed. */
  readonly back: SparseMatrix;
  readonly blockOf: Int32Array;
  readonly block: number;
  /** Of each state in the front. */
  readonly place: Int32Array;
}

/** Adds the rates from and to the states of a block, but for those from and to blocks below. */
function addOwn(front: Float64Array, width: number, own: Int32Array, entries: OwnEntries): void {
  const { rates, back, blockOf, block, place } = entries;
  for (let i = 0; i < own.length; i++) {
    const state = own[i]!;
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      const to = rates.columns[k]!;
      if (blockOf[to]! >= block) front[i * width + place[to]!]! += rates.values[k]!;
    }
    for (let k = back.starts[state]!; k < back.starts[state + 1]!; k++) {
      const from = back.columns[k]!;
      if (blockOf[from]! > block) front[place[from]! * width + i]! += back.values[k]!;
    }
  }
}

/** Adds the rates that a block below left among the states of its rim. */
function addLeft(
  front: Float64Array,
  width: number,
  rim: Int32Array,
  rates: Float64Array,
  place: Int32Array,
): void {
  const places = rim.map((state) => place[state]!);
  for (let i = 0; i < rim.length; i++) {
    const row = places[i]! * width;
    const from = i * rim.length;
    for (let j = 0; j < rim.length; j++) front[row + places[j]!]! += rates[from + j]!;
  }
}

/** The rates among the states that are not folded away, for the block above. */
function leave(front: Float64Array, width: number, own: number, left: Float64Array): void {
  let at = 0;
  for (let i = own; i < width; i++) for (let j = own; j < width; j++) left[at++] = front[i * width + j]!;
}

function keepShares(front: Float64Array, width: number, own: number, shares: Float64Array): void {
  for (let i = 0; i < width; i++)
    for (let k = 0; k < own && k < i; k++) shares[i * own + k] = front[i * width + k]!;
}

/** Weights from the last state back; scaled down before they would overflow. */
function spread({ blocks, rims }: EliminationPlan, size: number, { shares, starts }: Folded): Float64Array {
  const weights = new Float64Array(size);
  weights[blocks.at(-1)!.states.at(-1)!] = 1;
  const gathered = new Float64Array(blocks.reduce((most, { states }) => Math.max(most, states.length), 0));
  for (let block = blocks.length - 1; block >= 0; block--) {
    const { states } = blocks[block]!;
    const rim = rims[block]!;
    const own = states.length;
    for (let k = 0; k < own; k++) gathered[k] = weights[states[k]!]!;
    for (let i = own + rim.length - 1; i >= 0; i--) {
      let weight = i < own ? gathered[i]! : weights[rim[i - own]!]!;
      if (weight > HUGE) {
        for (let j = 0; j < size; j++) weights[j]! /= HUGE;
        for (let k = 0; k < own; k++) gathered[k]! /= HUGE;
        weight /= HUGE;
      }
      const row = starts[block]! + i * own;
      for (let k = 0; k < own && k < i; k++) gathered[k]! += weight * shares[row + k]!;
    }
    for (let k = 0; k < own; k++) weights[states[k]!] = gathered[k]!;
  }
  const total = weights.reduce((sum, x) => sum + x, 0);
  return weights.map((x) => x / total);
}

const HUGE = 2 ** 800;
