/** The unit in which elements reach a node, before its own conversion. */

import type { NodeId, NodeKind, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { unitOf } from '../../ui/editor/figure-text.ts';

const HANDING_THROUGH: ReadonlySet<NodeKind> = new Set(['router', 'fork', 'join']);

/** It has no unit of its own, but that of what reaches it. */
export const handsThrough = ({ kind }: ScenarioNode): boolean => HANDING_THROUGH.has(kind);

/** Undefined where the senders count in different units, or in none. Routers, forks and joins hand through what reaches them. */
export function senderUnit(scenario: Scenario, id: NodeId): string | undefined {
  const units = new Set<string | undefined>();
  const seen = new Set<NodeId>();
  const visit = (receiver: NodeId) => {
    if (seen.has(receiver)) return;
    seen.add(receiver);
    for (const link of scenario.links.filter(({ to }) => to === receiver)) {
      const sender = scenario.nodes.find((node) => node.id === link.from);
      if (!sender) continue;
      if (handsThrough(sender)) visit(sender.id);
      else units.add(unitOf(sender));
    }
  };
  visit(id);
  return units.size === 1 ? [...units][0] : undefined;
}
