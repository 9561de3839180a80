/** What a node is called in a sentence: its name, else its id. */
import type { NodeId, Scenario } from '../../model/scenario.ts';

export const nodeTitle = (scenario: Scenario, id: NodeId): string =>
  scenario.nodes.find((node) => node.id === id)?.name ?? id;
