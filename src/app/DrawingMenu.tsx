/** What can be done with the node, the link or the ground under the pointer. */
import { type ReactNode, useState } from 'react';
import { isStage, type Position } from '../../core/scenario/scenario.ts';
import { useScenario } from '../state/document-store.ts';
import { clearSelection, selectOnly, setSelection, useSession } from '../state/session-store.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { linkKey, type Selection } from '../ui/editor/selection.ts';
import { ContextMenu, type MenuEntry } from '../ui/widgets/Menu.tsx';
import { commandEntries } from './scenario-commands.ts';

export function DrawingMenu({ children }: { readonly children: ReactNode }) {
  const scenario = useScenario();
  const selection = useSession((session) => session.selection);
  const [at, setAt] = useState<Position>({ x: 0, y: 0 });
  // What is under the pointer is what the menu is about, unless it is one of several that are selected.
  const ask = (target: Element, point: Position) => {
    setAt(point);
    const node = target.closest('.react-flow__node')?.getAttribute('data-id');
    if (node) {
      if (!selection.nodes.includes(node)) selectOnly(node);
      return;
    }
    const key = target.closest('.react-flow__edge')?.getAttribute('data-id');
    const link = scenario.links.find((one) => linkKey(one) === key);
    if (link) setSelection({ nodes: [], links: [{ from: link.from, to: link.to }] });
    else clearSelection();
  };
  const stages = scenario.nodes.filter((node) => isStage(node) && selection.nodes.includes(node.id)).length;
  return (
    <ContextMenu className="drawing__menu" entries={entriesFor(selection, { stages, at })} onAsk={ask}>
      {children}
    </ContextMenu>
  );
}

interface Asked {
  /** How many stages are selected. */
  readonly stages: number;
  readonly at: Position;
}

function entriesFor({ nodes, links }: Selection, { stages, at }: Asked): readonly MenuEntry[] {
  if (nodes.length === 0 && links.length === 0)
    return [
      { label: 'Add a stage here', onSelect: () => graphHandle.current?.addNode('stage', at) },
      ...commandEntries(['-', 'paste', 'select-all', '-', 'layout', 'fit']),
    ];
  if (nodes.length === 0) return commandEntries(['add-stage', '-', 'delete']);
  const several = ['arrange-row', 'arrange-column', 'arrange-spreadAcross', 'arrange-spreadDown', '-'];
  return commandEntries([
    ...(nodes.length === 1 ? ['rename', 'link', 'add-stage', '-'] : several),
    ...(stages > 1 ? ['group', '-'] : []),
    ...['copy', 'cut', 'duplicate', '-', 'delete'],
  ]);
}
