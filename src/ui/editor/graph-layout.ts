/** The layout command: dagre, left to right, loaded when first asked for. */
import type { NodeId, Position, Scenario } from '../../../core/scenario/scenario.ts';
import { NODE_SIZE, onGrid } from './node-size.ts';

const COLUMN_GAP = 128;
const ROW_GAP = 40;

/** New upper left corners for all nodes. */
export async function graphLayout(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
): Promise<Readonly<Record<NodeId, Position>>> {
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: COLUMN_GAP, nodesep: ROW_GAP });
  for (const node of scenario.nodes) graph.setNode(node.id, { ...NODE_SIZE[node.kind] });
  for (const link of scenario.links) if (link.from !== link.to) graph.setEdge(link.from, link.to, {});
  layout(graph);
  return Object.fromEntries(
    scenario.nodes.map((node) => {
      // dagre gives middles.
      const { x, y } = graph.node(node.id);
      const size = NODE_SIZE[node.kind];
      return [node.id, { x: onGrid(x - size.width / 2), y: onGrid(y - size.height / 2) }];
    }),
  );
}
