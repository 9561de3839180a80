/** The state that a transient starts from. */

import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { ExploredChain } from '../solve/chain/explore-chain.ts';
import type { TransientRequest } from './contract.ts';
import type { Occupancies } from './occupancies.ts';

/**
 * Its number. Full: as many elements as there can be at once; given: exactly so many in each stage. Among several such
 * states the one with fewest blocked senders, and of these the one that the empty network reaches in the fewest events.
 */
export function startState(
  chain: ExploredChain,
  occupancies: Occupancies,
  from: NonNullable<TransientRequest['from']>,
): number | NoAnswer {
  if (from === 'empty') return 0;
  const { stages } = chain.model;
  if (from === 'full') {
    const open = stages.find(({ isCut }) => isCut);
    if (open) return noAnswer('cannotStartFull', { name: nameOf(open) }, open.id);
    return best(chain, occupancies, () => true);
  }
  const unknown = Object.keys(from).find((id) => !stages.some((stage) => stage.id === id));
  if (unknown !== undefined) return noAnswer('startsAtUnknown', { id: unknown });
  const wanted = stages.map(({ id }) => from[id] ?? 0);
  const { elements, stageCount } = occupancies;
  const found = best(chain, occupancies, (state) =>
    wanted.every((n, stage) => elements[state * stageCount + stage] === n),
  );
  const held = stages.map((stage, i) => ({ name: nameOf(stage), count: wanted[i]! }));
  return found >= 0 ? found : noAnswer('startIsUnreachable', { held });
}

/** Most elements, then fewest blocked senders; -1 where no state fits. */
function best(
  { stateCount }: ExploredChain,
  { elements, stageCount, blocked }: Occupancies,
  fits: (state: number) => boolean,
): number {
  let found = -1;
  let most = -1;
  for (let state = 0; state < stateCount; state++) {
    if (!fits(state)) continue;
    let inside = 0;
    for (let stage = 0; stage < stageCount; stage++) inside += elements[state * stageCount + stage]!;
    if (inside < most || (inside === most && blocked[state]! >= blocked[found]!)) continue;
    found = state;
    most = inside;
  }
  return found;
}
