/** Blocking before service: whose places a service asks for before it begins. */
import { promisesPlaces } from '../rules/when-full.ts';
import type { Graph } from './graph.ts';
import type { Link, NodeId, StageNode } from './scenario.ts';

/** The first stage with `blockBefore` that an element comes to next, through routers and forks; not through joins. */
export function promisedStage(graph: Graph, from: NodeId): StageNode | undefined {
  return behind(graph, graph.outgoing.get(from) ?? [], new Set());
}

/** As `promisedStage`, of what goes along this link. */
export const promisedBehind = (graph: Graph, link: Link): StageNode | undefined =>
  behind(graph, [link], new Set());

function behind(graph: Graph, links: readonly Link[], seen: Set<NodeId>): StageNode | undefined {
  for (const { to } of links) {
    const node = graph.nodes.get(to);
    if (!node || seen.has(to)) continue;
    seen.add(to);
    if (node.kind === 'stage' && promisesPlaces(node)) return node;
    const found =
      node.kind === 'router' || node.kind === 'fork'
        ? behind(graph, graph.outgoing.get(to) ?? [], seen)
        : undefined;
    if (found) return found;
  }
  return undefined;
}
