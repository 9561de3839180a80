/**
 * A place for every node without asking a layout library: columns by longest path from the sources, each column in
 * the order of its senders. Good enough for pictures and for files without positions; the layout command does better.
 */
import { flowOrder, type Graph, graphOf } from '../../../core/scenario/graph.ts';
import type { NodeId, NodeKind, Position, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { boxAround, boxOf, GRID, NODE_SIZE, onGrid } from './node-size.ts';

const COLUMN_GAP = 128;
const ROW_GAP = 40;

type Drawing = Pick<Scenario, 'nodes' | 'links'>;
export type Positions = ReadonlyMap<NodeId, Position>;

/** Written positions, and for nodes without one a place in columns, below whatever is placed already. */
export function drawnPositions(scenario: Drawing): Positions {
  const placed = new Map(scenario.nodes.flatMap((node) => (node.position ? [[node.id, node.position]] : [])));
  if (placed.size === scenario.nodes.length) return placed;
  const layered = layeredPositions(scenario);
  if (placed.size === 0) return layered;
  const around = boxAround(
    scenario.nodes.flatMap((node) => (node.position ? [boxOf(node.kind, node.position)] : [])),
  );
  const missing = scenario.nodes.filter((node) => !node.position);
  const loose = boxAround(missing.map((node) => boxOf(node.kind, layered.get(node.id)!)));
  const shift = { x: around.x - loose.x, y: around.y + around.height + ROW_GAP - loose.y };
  for (const node of missing) {
    const at = layered.get(node.id)!;
    placed.set(node.id, { x: onGrid(at.x + shift.x), y: onGrid(at.y + shift.y) });
  }
  return placed;
}

/** Places for all nodes, written positions ignored; the first column starts at x = 0. */
export function layeredPositions(scenario: Drawing): Positions {
  const graph = graphOf(scenario);
  const positions = new Map<NodeId, Position>();
  const middles = new Map<NodeId, number>();
  let x = 0;
  for (const column of columnsOf(scenario, graph)) {
    const width = Math.max(...column.map((node) => NODE_SIZE[node.kind].width));
    for (const { node, middle } of stacked(column, graph, middles)) {
      middles.set(node.id, middle);
      const left = x + (width - NODE_SIZE[node.kind].width) / 2;
      positions.set(node.id, { x: onGrid(left), y: onGrid(middle - NODE_SIZE[node.kind].height / 2) });
    }
    x += width + COLUMN_GAP;
  }
  return positions;
}

/** Nodes by longest path from a source; a link back to an earlier node of the flow order does not count. */
function columnsOf(scenario: Drawing, graph: Graph): readonly (readonly ScenarioNode[])[] {
  const columnOf = new Map<NodeId, number>();
  const columns: ScenarioNode[][] = [];
  for (const id of flowOrder(scenario)) {
    const before = graph.incoming.get(id)!.map((link) => columnOf.get(link.from) ?? -1);
    const column = Math.max(-1, ...before) + 1;
    columnOf.set(id, column);
    columns[column] ??= [];
    columns[column].push(graph.nodes.get(id)!);
  }
  return columns;
}

/** A column from top to bottom, centred on where its senders are. */
function stacked(column: readonly ScenarioNode[], graph: Graph, middles: ReadonlyMap<NodeId, number>) {
  const wished = column.map((node) => ({ node, wish: meanMiddle(node.id, graph, middles) }));
  wished.sort((a, b) => a.wish - b.wish);
  const height = (kind: NodeKind) => NODE_SIZE[kind].height + ROW_GAP;
  const total = column.reduce((sum, node) => sum + height(node.kind), 0);
  const centre = wished.reduce((sum, { wish }) => sum + wish, 0) / column.length;
  let y = centre - total / 2;
  return wished.map(({ node }) => {
    const middle = y + height(node.kind) / 2;
    y += height(node.kind);
    return { node, middle: Math.round(middle / (GRID / 2)) * (GRID / 2) };
  });
}

function meanMiddle(id: NodeId, graph: Graph, middles: ReadonlyMap<NodeId, number>): number {
  const known = graph.incoming.get(id)!.flatMap((link) => middles.get(link.from) ?? []);
  return known.length === 0 ? 0 : known.reduce((sum, middle) => sum + middle, 0) / known.length;
}
