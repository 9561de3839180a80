import { useReactFlow } from '@xyflow/react';
import { type RefObject, useImperativeHandle } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { bringIntoView, motion } from './bring-into-view.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';
import type { GraphCommands } from './graph-commands.ts';
import type { GraphEditorProps } from './graph-editor-props.ts';
import { graphLayout } from './graph-layout.ts';
import { graphSvg } from './graph-svg.ts';
import { pageColours } from './picture-colours.ts';

export const FIT = { padding: 0.12, maxZoom: 1.25 } as const;

interface HandleInput {
  readonly props: GraphEditorProps;
  readonly commands: GraphCommands;
  readonly root: RefObject<HTMLDivElement | null>;
  chooseTarget(from: NodeId): void;
}

/** What the page can ask of the drawing from outside: by button, command or key. */
export function useGraphHandle({ props, commands, root, chooseTarget }: HandleInput): void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const { scenario, answer, selection, readOnly } = props;
  // After the edit is painted. The keyboard goes on at the node: arrows move it, L links it.
  const showSoon = (id: NodeId) =>
    requestAnimationFrame(() => {
      if (!root.current) return;
      bringIntoView(flow, root.current, id);
      root.current
        .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true });
    });
  useImperativeHandle(props.ref, () => ({
    fitView: () => void flow.fitView({ ...FIT, duration: motion() }),
    addNode: (kind, at) => {
      if (!readOnly) showSoon(commands.add(kind, at));
    },
    layout: async () => {
      if (readOnly) return;
      commands.layOut(await graphLayout(scenario));
      requestAnimationFrame(() => void flow.fitView({ ...FIT, duration: motion() }));
    },
    focusNode: (id) => {
      props.onSelect({ nodes: [id], links: [] });
      showSoon(id);
    },
    chooseTarget: (from = selection.nodes[0]) => {
      if (from !== undefined && !readOnly) chooseTarget(from);
    },
    exportSvg: () => graphSvg(scenario, answer, pageColours(root.current ?? document.documentElement)),
  }));
}
