/** Which jobs of closed classes are at a node at the start. */

import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { nodeWords } from '../../ui/editor/node-words.ts';

/** "8 users"; undefined where none are. */
export function startingHere(scenario: Scenario, id: NodeId): string | undefined {
  const node = scenario.nodes.find((candidate) => candidate.id === id);
  return node && nodeWords(scenario, node).starts;
}
