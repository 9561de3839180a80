/** What holds together in a drawing: parts that nothing connects are networks of their own, independent of each other. */
import { isSwitch } from './class-switch.ts';
import { closedClassesOf } from './classes.ts';
import { isStage, type NodeId, type Scenario } from './scenario.ts';

/** The given nodes, in parts that pairs of them hold together; order of the nodes. */
export function connectedParts(
  nodes: Iterable<NodeId>,
  pairs: Iterable<{ readonly from: NodeId; readonly to: NodeId }>,
): readonly ReadonlySet<NodeId>[] {
  const partOf = new Map([...nodes].map((id) => [id, new Set([id])]));
  for (const { from, to } of pairs) {
    const [one, other] = [partOf.get(from), partOf.get(to)];
    if (!one || !other || one === other) continue;
    // The smaller part moves, so that long lines take no longer in one direction than in the other.
    const [kept, moved] = one.size < other.size ? [other, one] : [one, other];
    for (const id of moved) partOf.set(id, kept.add(id));
  }
  return [...new Set(partOf.values())];
}

/**
 * Sets of nodes that links, shared resources, or the jobs of a closed class hold together. A virtual queue does not: it is a way
 * to look at its stages.
 */
export function unconnectedNodes(
  scenario: Pick<Scenario, 'nodes' | 'links' | 'classes'>,
): readonly ReadonlySet<NodeId>[] {
  const { nodes, links } = scenario;
  const ofResource = new Map<string, NodeId>();
  const shared = nodes.flatMap((node) => {
    if (!isStage(node) || node.resource === undefined) return [];
    const from = ofResource.get(node.resource) ?? node.id;
    ofResource.set(node.resource, from);
    return [{ from, to: node.id }];
  });
  // What a switch turns into jobs of a closed class has the start of that class in its round.
  const starts = closedClassesOf(scenario).flatMap(({ id, closed: { start } }) =>
    nodes
      .filter(
        (node) => isSwitch(node) && Object.values(node.classSwitch).some((becomes) => (becomes[id] ?? 0) > 0),
      )
      .map((node) => ({ from: start, to: node.id })),
  );
  return connectedParts(
    nodes.map(({ id }) => id),
    [...links, ...shared, ...starts],
  );
}
