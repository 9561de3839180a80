/** Blocking before service: whose places a service asks for before it begins. */
import { promisesPlaces } from '../rules/when-full.ts';
import type { Graph } from './graph.ts';
import type { NodeId, StageNode } from './scenario.ts';

/** The first stage with `blockBefore` that an element comes to next, through routers and forks; not through joins. */
export function promisedStage(graph: Graph, from: NodeId): StageNode | undefined {
  const seen = new Set<NodeId>();
  const visit = (id: NodeId): StageNode | undefined => {
    for (const { to } of graph.outgoing.get(id) ?? []) {
      const node = graph.nodes.get(to);
      if (!node || seen.has(to)) continue;
      seen.add(to);
      if (node.kind === 'stage' && promisesPlaces(node)) return node;
      const found = node.kind === 'router' || node.kind === 'fork' ? visit(to) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return visit(from);
}
