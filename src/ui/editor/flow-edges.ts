/** The drawing library's edge objects, made from ours so that whatever did not change keeps its object. */
import type { Edge } from '@xyflow/react';
import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import type { LinkData, LinkView } from './link-data.ts';
import type { Way } from './link-path.ts';
import type { Ways } from './link-ways.ts';
import { sameFields } from './node-data.ts';
import { linkKey } from './selection.ts';

export type FlowEdge = Edge<{ readonly view: LinkView; readonly way: Way | undefined }, 'link'>;

export function flowEdges(
  data: LinkData,
  selected: readonly LinkEnds[],
  previous: readonly FlowEdge[],
  ways: Ways = new Map(),
): FlowEdge[] {
  const before = new Map(previous.map((edge) => [edge.id, edge]));
  const chosen = new Set(selected.map(linkKey));
  return [...data].map(([id, view]) => {
    const edge = before.get(id);
    const way = ways.get(id);
    const hasSameData = edge?.data?.view === view && isSameWay(edge.data.way, way);
    if (edge && hasSameData && edge.selected === chosen.has(id)) return edge;
    return {
      id,
      type: 'link',
      source: view.from,
      target: view.to,
      data: { view, way },
      selected: chosen.has(id),
      ariaLabel: view.label,
    };
  });
}

const isSameWay = (a: Way | undefined, b: Way | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && sameFields(a, b));

/** Marks the link that a palette node hovers over. */
export function withDropTarget(edges: FlowEdge[], target: LinkEnds | undefined): FlowEdge[] {
  if (!target) return edges;
  const key = linkKey(target);
  return edges.map((edge) => (edge.id === key ? { ...edge, className: 'g-drop-target' } : edge));
}
