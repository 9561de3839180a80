/**
 * Stages that can come to wait for each other in a circle, at any size: each can send to the next, and makes its senders wait
 * when it is full. Sources of open networks can fill all of them, and then, with every server held by an element for the
 * next, none lets anything leave (SPEC.md, D1). Told by the drawing, where a chain has too many states.
 * Only what is sure: ways by chance or in turn, through routers and forks; not behind a join or the choice of the shortest queue, where
 * another way may be free, and not where all classes are closed, whose jobs may be too few.
 */
import { blocksSenders } from '../../../core/rules/when-full.ts';
import { cyclicParts, shortestCycle } from '../../../core/scenario/cycles.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { NodeId, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { type FlowNetwork, type FlowNode, reachableNodes } from '../flow-network.ts';

/** The nodes of a shortest circle, in the order in which they wait; undefined where there is none. */
export const lockingRing = (network: FlowNetwork): readonly ScenarioNode[] | undefined =>
  lockingRings(network)[0];

/** A shortest circle of each part whose stages can all come to wait for each other. */
export function lockingRings(network: FlowNetwork): readonly (readonly ScenarioNode[])[] {
  const { nodes } = network;
  const fed = reachableNodes(
    network,
    nodes.flatMap(({ sourceRate, overdriveRate }, i) => (sourceRate > 0 || overdriveRate > 0 ? [i] : [])),
  );
  const next = new Map<NodeId, readonly NodeId[]>();
  for (const index of [...fed].sort((a, b) => a - b)) {
    const { node } = nodes[index]!;
    if (node.kind === 'stage' && blocksSenders(node)) next.set(node.id, waitsFor(nodes, index));
  }
  const byId = new Map(nodes.map(({ node }) => [node.id, node]));
  return cyclicParts(next).map((part) => {
    const [first] = part;
    return shortestCycle(next, first!, part).map((id) => byId.get(id)!);
  });
}

/** Stages that its elements can wait for. */
function waitsFor(nodes: readonly FlowNode[], from: number): readonly NodeId[] {
  const found = new Set<NodeId>();
  const passed = new Set([from]);
  for (const at of passed) {
    const { node, links } = nodes[at]!;
    if (routingRule(node) === 'joinShortestQueue' && links.length > 1) continue;
    for (const { to, share } of links) {
      const target = nodes[to]!.node;
      if (!(share > 0)) continue;
      if (target.kind === 'router' || target.kind === 'fork') passed.add(to);
      else if (target.kind === 'stage' && blocksSenders(target)) found.add(target.id);
    }
  }
  return [...found];
}
