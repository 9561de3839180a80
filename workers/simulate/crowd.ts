/** How many elements one stage may hold: a queue that grows for ever ends the run before it ends the memory (E7). */
import type { NodeId } from '../../core/scenario/scenario.ts';
import { SimulationHalt } from './halt.ts';

/** Some 400 MB of times. A network that comes to so many will never be seen to empty. */
const MOST_IN_STAGE = 2 ** 24;

/** Asked before the memory for the elements of a stage is doubled: `count` are there. */
export function refuseCrowd(stage: NodeId, count: number): void {
  if (count < MOST_IN_STAGE) return;
  const message = `More than ${MOST_IN_STAGE.toLocaleString('en')} elements are in "${stage}": it receives more than it can serve.`;
  throw new SimulationHalt({ kind: 'noAnswer', reason: 'unstable', stage, message });
}
