/** The drawing library's edge objects, made from ours so that whatever did not change keeps its object. */
import type { Edge } from '@xyflow/react';
import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import type { LinkData, LinkView } from './link-data.ts';
import { linkKey } from './selection.ts';

export type FlowEdge = Edge<LinkView, 'link'>;

export function flowEdges(
  data: LinkData,
  selected: readonly LinkEnds[],
  previous: readonly FlowEdge[],
): FlowEdge[] {
  const before = new Map(previous.map((edge) => [edge.id, edge]));
  const chosen = new Set(selected.map(linkKey));
  return [...data].map(([id, view]) => {
    const edge = before.get(id);
    if (edge && edge.data === view && edge.selected === chosen.has(id)) return edge;
    return {
      id,
      type: 'link',
      source: view.from,
      target: view.to,
      data: view,
      selected: chosen.has(id),
      ariaLabel: view.label,
    };
  });
}

/** Marks the link that a palette node hovers over. */
export function withDropTarget(edges: FlowEdge[], target: LinkEnds | undefined): FlowEdge[] {
  if (!target) return edges;
  const key = linkKey(target);
  return edges.map((edge) => (edge.id === key ? { ...edge, className: 'g-drop-target' } : edge));
}
