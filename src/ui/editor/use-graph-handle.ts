import {
  getViewportForBounds,
  type ReactFlowInstance,
  useNodesInitialized,
  useReactFlow,
} from '@xyflow/react';
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { bottlenecksOf } from '../../../core/measures/measures.ts';
import type { NodeId, Position } from '../../../core/scenario/scenario.ts';
import { bringIntoView, isAllSeen, motion } from './bring-into-view.ts';
import { LEAST_FIT } from './detail.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';
import type { GraphCommands } from './graph-commands.ts';
import type { GraphEditorProps } from './graph-editor-props.ts';
import { graphLayout } from './graph-layout.ts';
import { graphSvg } from './graph-svg.ts';
import { drawnBox, linkEnds } from './link-path.ts';
import { type Box, boxOf, middleOfBox } from './node-size.ts';
import { pageColours } from './picture-colours.ts';

/** With room for the word over the bottleneck, and the choice of the numbers shown. */
export const FIT = {
  padding: { top: '52px', bottom: '16px', x: 0.06 },
  minZoom: LEAST_FIT,
  maxZoom: 1.25,
} as const;

type Answer = GraphEditorProps['answer'];

/** What sets the pace: the bottlenecks, or where the critical cycle begins. */
const pacemakersOf = (answer: Answer): readonly NodeId[] => {
  if (!answer) return [];
  const bottlenecks = bottlenecksOf(answer.network).map(({ stage }) => stage);
  return bottlenecks.length > 0 ? bottlenecks : (answer.critical ?? []).slice(0, 1).map(({ node }) => node);
};

/** All of the drawing, or, where that would be too small to read, what is around the node that sets the pace; the map shows the rest. */
export async function fitDrawing(flow: Flow, root: Element | null, answer: Answer): Promise<void> {
  await showWhole(flow, root, motion());
  showAround(flow, root, pacemakersOf(answer));
}

async function showWhole(flow: Flow, root: Element | null, duration: number): Promise<void> {
  const all = boxOfAll(flow);
  if (!root || all.width === 0) return;
  const { width, height } = root.getBoundingClientRect();
  const view = getViewportForBounds(all, width, height, FIT.minZoom, FIT.maxZoom, FIT.padding);
  await flow.setViewport(view, { duration });
}

/** The first view: all, and where that does not fit, as soon as an answer tells it, what sets the pace. */
export function useStartWhereItMatters(root: RefObject<Element | null>, answer: Answer): void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const isWhole = useRef(false);
  const isPlaced = useRef(false);
  const hasPacemaker = pacemakersOf(answer).length > 0;
  // Before, the view is not the one that holds as much as it can.
  const isFitted = useNodesInitialized();
  const begin = useEffectEvent(async (isKnown: boolean) => {
    if (isPlaced.current) return;
    isPlaced.current = isKnown;
    // The library's own first view leaves out links that go around.
    if (!isWhole.current) await showWhole(flow, root.current, 0);
    isWhole.current = true;
    showAround(flow, root.current, pacemakersOf(answer));
  });
  useEffect(() => {
    if (isFitted) void begin(hasPacemaker);
  }, [isFitted, hasPacemaker]);
}

/** Around all nodes and links. */
function boxOfAll(flow: Flow): Box {
  const boxes = new Map(
    flow.getNodes().map(({ id, data, position }) => [id, boxOf(data.node.kind, position)]),
  );
  const links = flow.getEdges().flatMap(({ source, target, data }) => {
    const [sender, receiver] = [boxes.get(source), boxes.get(target)];
    return sender && receiver ? [{ ...linkEnds(sender, receiver), ...(data?.way && { way: data.way }) }] : [];
  });
  return drawnBox([...boxes.values()], links);
}

/** Moves a view that does not hold all of the drawing to the most central of some nodes, without showing what is beyond the drawing. */
function showAround(flow: Flow, root: Element | null, wanted: readonly NodeId[]): void {
  const zoom = flow.getZoom();
  const nodes = flow.getNodes();
  if (nodes.length === 0 || !root || zoom > LEAST_FIT) return;
  const all = boxOfAll(flow);
  const centre = middleOfBox(all);
  const shown = nodes.filter(({ id }, index) => (wanted.length === 0 ? index === 0 : wanted.includes(id)));
  const middles = shown.map(({ data, position }) => middleOfBox(boxOf(data.node.kind, position)));
  const far = ({ x, y }: Position): number => Math.hypot(x - centre.x, y - centre.y);
  const [middle = centre] = middles.toSorted((a, b) => far(a) - far(b));
  const { width, height } = root.getBoundingClientRect();
  const x = seenFrom(middle.x, all.x, all.width, width / zoom);
  const y = seenFrom(middle.y, all.y, all.height, height / zoom);
  void flow.setCenter(x, y, { zoom, duration: motion() });
}

/** Around the drawing, pixels of it. */
const MARGIN = 40;

/** The middle of the view along one axis. */
function seenFrom(wanted: number, start: number, length: number, view: number): number {
  const room = view - 2 * MARGIN;
  if (length <= room) return start + length / 2;
  return Math.min(Math.max(wanted, start + room / 2), start + length - room / 2);
}

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

interface HandleInput {
  readonly props: GraphEditorProps;
  readonly commands: GraphCommands;
  readonly root: RefObject<HTMLDivElement | null>;
  chooseTarget(from: NodeId): void;
  rename(node: NodeId): void;
}

/** What the page can ask of the drawing from outside: by button, command or key. */
export function useGraphHandle({ props, commands, root, chooseTarget, rename }: HandleInput): void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const { scenario, answer, selection, readOnly } = props;
  // After the edit is painted. The keyboard goes on at the node: arrows move it, L links it.
  const showSoon = (id: NodeId, wasAllSeen = false) =>
    requestAnimationFrame(() => {
      if (!root.current) return;
      if (wasAllSeen && !isAllSeen(flow, root.current)) fitDrawing(flow, root.current, answer);
      else bringIntoView(flow, root.current, id);
      root.current
        .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true });
    });
  useImperativeHandle(props.ref, () => ({
    fitView: () => fitDrawing(flow, root.current, answer),
    addNode: (kind, point) => {
      if (readOnly) return;
      // Before the edit: it may be painted before the call returns.
      const wasAllSeen = root.current !== null && isAllSeen(flow, root.current);
      showSoon(commands.add(kind, point && flow.screenToFlowPosition(point)), wasAllSeen);
    },
    layout: async () => {
      if (readOnly) return;
      commands.layOut(await graphLayout(scenario));
      requestAnimationFrame(() => fitDrawing(flow, root.current, answer));
    },
    rename: () => {
      const [id] = selection.nodes;
      if (id !== undefined && !readOnly) rename(id);
    },
    arrange: (arrangement) => {
      if (!readOnly) commands.arrange(arrangement);
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
