/** Where a new node goes when nobody pointed at a place. */
import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import { moveNodes } from '../../../core/scenario/edits.ts';
import { graphOf, reachableFrom } from '../../../core/scenario/graph.ts';
import type { NodeId, NodeKind, Position, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { Positions } from './layered-positions.ts';
import { boxOf, centredAt, GRID, NODE_SIZE, onGrid, overlap } from './node-size.ts';

const GAP = 128;
/** Least room on both sides of a node put on a link. */
const SMALL_GAP = 72;
const STEP = GRID * 4;

/** The upper left corner nearest below `wanted` where a node of this kind covers no other. */
export function freePlace(
  scenario: Scenario,
  positions: Positions,
  kind: NodeKind,
  wanted: Position,
): Position {
  const boxes = scenario.nodes.map((node) => boxOf(node.kind, positions.get(node.id)!));
  let place = wanted;
  while (boxes.some((box) => overlap(box, boxOf(kind, place)))) place = { x: place.x, y: place.y + STEP };
  return place;
}

/** To the right of a node, handles in line. */
export function placeAfter(
  scenario: Scenario,
  positions: Positions,
  sender: ScenarioNode,
  kind: NodeKind,
): Position {
  const at = positions.get(sender.id)!;
  const size = NODE_SIZE[sender.kind];
  const middle = {
    x: at.x + size.width + GAP + NODE_SIZE[kind].width / 2,
    y: at.y + size.height / 2,
  };
  return freePlace(scenario, positions, kind, centredAt(kind, middle));
}

/**
 * After a node was put on a link: when it would cover its new neighbours, it takes its place after the sender, and
 * everything from the receiver on moves right to make room.
 */
export function spreadLink(scenario: Scenario, link: LinkEnds, id: NodeId): Scenario {
  const nodes = new Map(scenario.nodes.map((node) => [node.id, node]));
  const box = (node: ScenarioNode) => boxOf(node.kind, node.position ?? { x: 0, y: 0 });
  const [sender, added, receiver] = [link.from, id, link.to].map((name) => box(nodes.get(name)!));
  if (!sender || !added || !receiver || sender.x >= receiver.x) return scenario;
  const needed = sender.x + sender.width + SMALL_GAP + added.width + SMALL_GAP;
  const shift = Math.max(0, needed - receiver.x);
  const room = receiver.x + shift - SMALL_GAP - added.width;
  const x = Math.min(Math.max(added.x, sender.x + sender.width + SMALL_GAP), room);
  const moved: Record<NodeId, Position> = { [id]: { x: onGrid(x), y: added.y } };
  if (shift > 0)
    for (const name of reachableFrom(graphOf(scenario), [link.to])) {
      const node = nodes.get(name)!;
      const at = box(node);
      if (at.x >= receiver.x && name !== id && name !== link.from)
        moved[name] = { x: onGrid(at.x + shift), y: at.y };
    }
  return moveNodes(scenario, moved);
}
