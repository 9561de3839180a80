/** How many elements each stage holds in each state of a chain. */
import type { ExploredChain } from '../solve/chain/explore-chain.ts';

export interface Occupancies {
  readonly stageCount: number;
  /** [state * stageCount + stage]. */
  readonly elements: Int32Array;
  /** Senders that are blocked, by state. */
  readonly blocked: Int32Array;
}

export function occupancies({ working, rows, stateCount }: ExploredChain): Occupancies {
  const { places, layout, cell } = working;
  const stageCount = places.length;
  const elements = new Int32Array(stateCount * stageCount);
  const blocked = new Int32Array(stateCount);
  for (let state = 0; state < stateCount; state++) {
    working.load(rows, state * layout.width);
    for (const { index, occupancyAt, queuedAt } of places) {
      elements[state * stageCount + index] = cell[occupancyAt]!;
      blocked[state]! += cell[queuedAt]!;
    }
  }
  return { stageCount, elements, blocked };
}
