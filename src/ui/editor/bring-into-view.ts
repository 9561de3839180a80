import type { ReactFlowInstance } from '@xyflow/react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';

/** Milliseconds that a move of the view takes; none when reduced motion is asked. */
export const motion = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140);

/** Moves the view to a node unless all of it is seen already; the zoom stays. */
export function bringIntoView(flow: ReactFlowInstance<FlowNode, FlowEdge>, root: Element, id: NodeId): void {
  const node = flow.getNode(id);
  if (!node) return;
  const { left, top, right, bottom } = root.getBoundingClientRect();
  const start = flow.screenToFlowPosition({ x: left, y: top }, { snapToGrid: false });
  const end = flow.screenToFlowPosition({ x: right, y: bottom }, { snapToGrid: false });
  const { width = 0, height = 0, position } = node;
  const seen =
    position.x >= start.x &&
    position.y >= start.y &&
    position.x + width <= end.x &&
    position.y + height <= end.y;
  if (seen) return;
  const middle = { x: position.x + width / 2, y: position.y + height / 2 };
  void flow.setCenter(middle.x, middle.y, { zoom: flow.getZoom(), duration: motion() });
}
