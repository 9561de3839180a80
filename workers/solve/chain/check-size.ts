/** How large a chain is bound to be, before any of it is built. */
import type { NoAnswer } from '../../contract/measures.ts';
import type { ChainModel } from './chain-model.ts';
import { outcomeCount } from './outcomes.ts';
import { largestCode, stateLayout, WIDEST } from './state-layout.ts';

/** A batch that can go on in more ways than this fills rows with one event. */
const MOST_OUTCOMES = 2000;

/** Why states of this model cannot be written or would have endless rows. */
export function refuseSize(model: ChainModel): NoAnswer | undefined {
  const layout = stateLayout(model);
  if (layout.width > WIDEST || largestCode(model, layout) >= 2 ** 31)
    return tooLarge('Servers, batches and phases make the states of the chain too large; simulate instead.');
  const senders = [
    ...model.stages.map(({ id, batchMax, routes, pass }) => ({ id, size: batchMax, routes, pass })),
    ...model.sources.map(({ id, batchSize, routes }) => ({ id, size: batchSize, routes, pass: 1 })),
  ];
  const spread = senders.find(({ size, routes, pass }) => outcomeCount(size, routes, pass) > MOST_OUTCOMES);
  if (!spread) return undefined;
  return tooLarge(`A batch of "${spread.id}" can go on in too many ways for a chain; simulate instead.`);
}

/**
 * A guess from below: all combinations of occupancies, sources' phases included. A chain of which this is far beyond
 * what is allowed need not be explored.
 */
export function fewestStates({ stages, sources }: ChainModel): number {
  const levels = stages.reduce((product, { capacity }) => product * (capacity + 1), 1);
  return sources.reduce((product, { arrivals }) => product * arrivals.moves.length, levels);
}

export const tooLarge = (message: string): NoAnswer => ({ kind: 'noAnswer', reason: 'unsupported', message });
