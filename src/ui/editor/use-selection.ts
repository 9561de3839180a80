import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';
import { changeLinks, changeNodes, type Selection } from './selection.ts';

const isSelect = <T extends { readonly type: string }>(change: T): change is Extract<T, { type: 'select' }> =>
  change.type === 'select';

/** Tells of selections the library makes. It reports nodes and links one after the other, before we paint again. */
export function useSelectionChanges(
  selection: Selection,
  { nodes, links }: Pick<Scenario, 'nodes' | 'links'>,
  onSelect: (selection: Selection) => void,
) {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  }, [selection]);

  const select = useCallback(
    (change: Partial<Selection>) => {
      latest.current = { ...latest.current, ...change };
      onSelect(latest.current);
    },
    [onSelect],
  );
  const onNodes = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const selects = changes.filter(isSelect);
      if (selects.length === 0) return;
      // A node that was undone stays selected, so that redo brings it back as it was; a new choice leaves it.
      const there = latest.current.nodes.filter((id) => nodes.some((node) => node.id === id));
      select({ nodes: changeNodes(there, selects) });
    },
    [select, nodes],
  );
  const onEdges = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const selects = changes.filter(isSelect);
      if (selects.length > 0) select({ links: changeLinks(latest.current.links, selects, links) });
    },
    [select, links],
  );
  return { onNodes, onEdges };
}

/**
 * Shows a node that was selected elsewhere: in a table, by a fault, in the inspector. Selections made on the drawing
 * go through the function that is returned; what they select is in sight already.
 */
export function useSelectedElsewhere(
  selection: Selection,
  onSelect: (selection: Selection) => void,
  show: (id: NodeId) => void,
): (selection: Selection) => void {
  const own = useRef(selection);
  useEffect(() => {
    const [node, ...others] = selection.nodes;
    if (selection !== own.current && node !== undefined && others.length === 0) show(node);
    own.current = selection;
  }, [selection, show]);
  return useCallback(
    (chosen) => {
      own.current = chosen;
      onSelect(chosen);
    },
    [onSelect],
  );
}
