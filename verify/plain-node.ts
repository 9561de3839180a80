/** A node of the commonest kind: one element after the other in the order of entry, loss or blocking after service. */
import type { Routing, ScenarioNode } from '../core/scenario/scenario.ts';

export function plainNode(node: ScenarioNode): ScenarioNode {
  switch (node.kind) {
    case 'source': {
      const { schedule: _, ...rest } = node;
      return { ...rest, ...plainRouting(node.routing) };
    }
    case 'stage': {
      const { schedule: _, bulk: _bulk, admission: _admission, preemption: _preemption, ...rest } = node;
      const whenFull = node.whenFull === 'blockBefore' ? 'block' : node.whenFull;
      return { ...rest, discipline: 'FCFS', ...(whenFull && { whenFull }), ...plainRouting(node.routing) };
    }
    default:
      return node;
  }
}

const plainRouting = (routing: Routing | undefined): { readonly routing?: Routing } =>
  routing ? { routing: { rule: routing.rule === 'broadcast' ? 'roundRobin' : routing.rule } } : {};
