/** The drawing library's node objects, made from ours so that whatever did not change keeps its object. */
import type { Node, NodeProps } from '@xyflow/react';
import type { NodeId, NodeKind } from '../../../core/scenario/scenario.ts';
import type { Positions } from './layered-positions.ts';
import type { NodeData, NodeView } from './node-data.ts';
import { NODE_SIZE } from './node-size.ts';

export type FlowNode = Node<NodeView, NodeKind>;

export interface FlowNodesInput {
  readonly data: NodeData;
  readonly positions: Positions;
  readonly selected: readonly NodeId[];
}

/** In the order of `data`, which is the order in which Tab walks. A node that is being dragged stays where it is. */
export function flowNodes(input: FlowNodesInput, previous: readonly FlowNode[]): FlowNode[] {
  const before = new Map(previous.map((node) => [node.id, node]));
  const selected = new Set(input.selected);
  const nodes = [...input.data].map(([id, data]) => flowNode(data, selected.has(id), input, before.get(id)));
  return nodes.length === previous.length && nodes.every((node, index) => node === previous[index])
    ? (previous as FlowNode[])
    : nodes;
}

function flowNode(
  data: NodeView,
  selected: boolean,
  { positions }: FlowNodesInput,
  before: FlowNode | undefined,
): FlowNode {
  const { id, kind } = data.node;
  const position = before?.dragging ? before.position : positions.get(id)!;
  if (!before || before.type !== kind)
    return { id, type: kind, data, position, selected, ariaLabel: data.label, ...NODE_SIZE[kind] };
  const { x, y } = before.position;
  const same = before.data === data && before.selected === selected && x === position.x && y === position.y;
  return same ? before : { ...before, data, position, selected, ariaLabel: data.label };
}

/** Dragging and selecting move or mark the frame around a picture, and leave the picture as it is. */
export const looksSame = (a: NodeProps<FlowNode>, b: NodeProps<FlowNode>): boolean =>
  a.data === b.data && a.isConnectable === b.isConnectable;
