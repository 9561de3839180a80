import type { Neighbours } from './neighbours.ts';
import { type Block, dissect } from './nested-dissection.ts';

/** How an elimination will go, told before its memory is taken. A state's place: when its turn comes. */
export interface EliminationPlan {
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
    work += (width ** 3 - around ** 3) / 3;
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
export function placesOf(order: Int32Array): Int32Array {
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
