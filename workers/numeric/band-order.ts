import { type Neighbours, neighboursOf } from './neighbours.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

export interface BandOrder {
  /** States in their new order. */
  readonly order: Int32Array;
  /** Most places between two states with a transition. */
  readonly bandwidth: number;
}

/**
 * An order of the states that keeps neighbours close: breadth first from a state at the edge, few neighbours first
 * (E. Cuthill and J. McKee 1969), from the end of the longest of a few such walks (N. Gibbs, W. Poole and P. Stockmeyer
 * 1976). The chain must hang together. Takes time in proportion to the entries.
 */
export function bandOrder(matrix: SparseMatrix): BandOrder {
  const neighbours = neighboursOf(matrix);
  let start = 0;
  let depth = -1;
  for (let walk = 0; walk < 5; walk++) {
    const levels = breadthFirst(neighbours, start);
    if (levels.depth <= depth) break;
    depth = levels.depth;
    start = levels.order.at(-1)!;
  }
  const { order } = breadthFirst(neighbours, start);
  return { order, bandwidth: bandwidthOf(matrix, order) };
}

function breadthFirst({ starts, list }: Neighbours, start: number) {
  const size = starts.length - 1;
  const degree = (state: number): number => starts[state + 1]! - starts[state]!;
  const order = new Int32Array(size);
  const depthOf = new Int32Array(size).fill(-1);
  order[0] = start;
  depthOf[start] = 0;
  let found = 1;
  for (let head = 0; head < found; head++) {
    const state = order[head]!;
    const first = found;
    for (let k = starts[state]!; k < starts[state + 1]!; k++) {
      const to = list[k]!;
      if (depthOf[to]! >= 0) continue;
      depthOf[to] = depthOf[state]! + 1;
      order[found++] = to;
    }
    if (found - first > 1) order.subarray(first, found).sort((a, b) => degree(a) - degree(b) || a - b);
  }
  return { order, depth: depthOf[order.at(-1)!]! };
}

export function bandwidthOf({ size, starts, columns }: SparseMatrix, order: Int32Array): number {
  const place = new Int32Array(size);
  order.forEach((state, i) => {
    place[state] = i;
  });
  let widest = 0;
  for (let state = 0; state < size; state++) {
    for (let k = starts[state]!; k < starts[state + 1]!; k++)
      widest = Math.max(widest, Math.abs(place[columns[k]!]! - place[state]!));
  }
  return widest;
}
