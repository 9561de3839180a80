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
  const free = freePart(root);
  const zoom = flow.getZoom();
  const x = free.width / 2 - (position.x + width / 2) * zoom;
  const y = free.height / 2 - (position.y + height / 2) * zoom;
  void flow.setViewport({ x, y, zoom }, { duration: motion() });
  return true;
}

/** Less than this is no part to look at, pixels. */
const LEAST_FREE = 240;

/** What of the drawing's frame no sheet lies over, in the page; all of it where a sheet leaves next to nothing. */
export function freePart(root: Element): DOMRect {
  const { x, y, width, height } = root.getBoundingClientRect();
  const sheet = document.querySelector('[data-over-drawing]')?.getBoundingClientRect();
  const free = sheet && sheet.width > 0 ? sheet.x - x : width;
  return new DOMRect(x, y, free < LEAST_FREE ? width : Math.min(width, free), height);
}

/** Moves a node that a sheet came to lie over into the free part. */
export function outOfSheet(flow: Flow, root: Element, id: NodeId): void {
  const isCovered = freePart(root).width < root.clientWidth;
  if (isCovered && !root.querySelector('.react-flow__node.dragging')) bringIntoView(flow, root, id);
}

export const focusNode = (root: Element | null, id: NodeId): void =>
  root
    ?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    ?.focus({ preventScroll: true });

export const isAllSeen = (flow: Flow, root: Element): boolean => flow.getNodes().every(seenBy(flow, root));

/** Whether all of a node is in the view. */
function seenBy(flow: Flow, root: Element): (node: FlowNode) => boolean {
  const { left, top, right, bottom } = freePart(root);
  const start = flow.screenToFlowPosition({ x: left, y: top }, { snapToGrid: false });
  const end = flow.screenToFlowPosition({ x: right, y: bottom }, { snapToGrid: false });
  return ({ width = 0, height = 0, position }) =>
    position.x >= start.x &&
    position.y >= start.y &&
    position.x + width <= end.x &&
    position.y + height <= end.y;
}
