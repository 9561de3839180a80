import type { ReactFlowInstance } from '@xyflow/react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';

/** Milliseconds that a move of the view takes; none when reduced motion is asked. */
export const motion = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140);

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

/** Moves the view to a node unless all of it is seen already, and tells whether it did; the zoom stays. */
export function bringIntoView(flow: Flow, root: Element, id: NodeId): boolean {
  const node = flow.getNode(id);
  if (!node || seenBy(flow, root)(node)) return false;
  const { width = 0, height = 0, position } = node;
  const middle = { x: position.x + width / 2, y: position.y + height / 2 };
  void flow.setCenter(middle.x, middle.y, { zoom: flow.getZoom(), duration: motion() });
  return true;
}

export const focusNode = (root: Element | null, id: NodeId): void =>
  root
    ?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    ?.focus({ preventScroll: true });

export const isAllSeen = (flow: Flow, root: Element): boolean => flow.getNodes().every(seenBy(flow, root));

/** Whether all of a node is in the view. */
function seenBy(flow: Flow, root: Element): (node: FlowNode) => boolean {
  const { left, top, right, bottom } = root.getBoundingClientRect();
  const start = flow.screenToFlowPosition({ x: left, y: top }, { snapToGrid: false });
  const end = flow.screenToFlowPosition({ x: right, y: bottom }, { snapToGrid: false });
  return ({ width = 0, height = 0, position }) =>
    position.x >= start.x &&
    position.y >= start.y &&
    position.x + width <= end.x &&
    position.y + height <= end.y;
}
