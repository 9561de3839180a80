/** How many elements one stage may hold: a queue that grows for ever ends the run before it ends the memory (E7). */
import { noAnswer } from '../../core/measures/refusals.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { SimulationHalt } from './halt.ts';

/** Some 400 MB of times. A network that comes to so many will never be seen to empty. */
const MOST_IN_STAGE = 2 ** 24;

/** Asked before the memory for the elements of a stage is doubled: `count` are there. */
export function refuseCrowd(stage: NodeId, count: number): void {
  if (count < MOST_IN_STAGE) return;
  throw new SimulationHalt(noAnswer('stageHoldsTooMany', { name: stage, most: MOST_IN_STAGE }, stage));
}
