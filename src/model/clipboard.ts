/** Copying part of a drawing: nodes and the links among them, as JSON that other windows can paste. */

import { removeNodes } from './edits.ts';
import { freshId } from './fresh-id.ts';
import type { Link, NodeId, Position, Scenario, ScenarioNode } from './scenario.ts';

export const FRAGMENT_FORMAT = 'stagegraph-fragment';

export interface ClipboardFragment {
  readonly format: typeof FRAGMENT_FORMAT;
  readonly schemaVersion: Scenario['schemaVersion'];
  readonly nodes: readonly ScenarioNode[];
  /** Among the nodes above only. */
  readonly links: readonly Link[];
}

export interface Pasted {
  readonly scenario: Scenario;
  /** Ids of the new nodes, in the fragment's order. */
  readonly ids: readonly NodeId[];
}

/** The nodes and the links among them; a sender's links that stay behind leave their share to those that are copied. */
export function copySelection(scenario: Scenario, ids: Iterable<NodeId>): ClipboardFragment {
  const wanted = new Set(ids);
  const others = scenario.nodes.filter((node) => !wanted.has(node.id)).map((node) => node.id);
  const { nodes, links } = removeNodes(scenario, others);
  return { format: FRAGMENT_FORMAT, schemaVersion: scenario.schemaVersion, nodes, links };
}

/** Adds a copy of the fragment with fresh ids, moved by `offset`; nodes without a position stay without one. */
export function paste(scenario: Scenario, fragment: ClipboardFragment, offset: Position): Pasted {
  const taken = new Set(scenario.nodes.map((node) => node.id));
  const ids = new Map<NodeId, NodeId>();
  for (const node of fragment.nodes) {
    const id = freshId(node.id, taken);
    taken.add(id);
    ids.set(node.id, id);
  }
  const nodes = fragment.nodes.map((node) => ({
    ...node,
    id: ids.get(node.id)!,
    ...(node.position && { position: moved(node.position, offset) }),
  }));
  const links = fragment.links.map((link) => ({
    ...link,
    from: ids.get(link.from)!,
    to: ids.get(link.to)!,
  }));
  return {
    scenario: { ...scenario, nodes: [...scenario.nodes, ...nodes], links: [...scenario.links, ...links] },
    ids: [...ids.values()],
  };
}

/** A copy of part of the drawing beside itself. */
export const duplicate = (scenario: Scenario, ids: Iterable<NodeId>, offset: Position): Pasted =>
  paste(scenario, copySelection(scenario, ids), offset);

const moved = (position: Position, offset: Position): Position => ({
  x: position.x + offset.x,
  y: position.y + offset.y,
});
