/** The unit in which elements reach a node, before its own conversion. */
import type { NodeId, Scenario } from '../../model/scenario.ts';

/** Undefined where the senders count in different units, or in none. Routers hand through what reaches them. */
export function senderUnit(scenario: Scenario, id: NodeId): string | undefined {
  const units = new Set<string | undefined>();
  const seen = new Set<NodeId>();
  const visit = (receiver: NodeId) => {
    if (seen.has(receiver)) return;
    seen.add(receiver);
    for (const link of scenario.links.filter(({ to }) => to === receiver)) {
      const sender = scenario.nodes.find((node) => node.id === link.from);
      if (sender?.kind === 'router') visit(sender.id);
      else if (sender) units.add('unit' in sender ? sender.unit : undefined);
    }
  };
  visit(id);
  return units.size === 1 ? [...units][0] : undefined;
}
