import {
  getViewportForBounds,
  type ReactFlowInstance,
  useNodesInitialized,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { bottlenecksOf } from '../../../core/measures/measures.ts';
import type { NodeId, Position } from '../../../core/scenario/scenario.ts';
import { bringIntoView, focusNode, freePart, isAllSeen, motion, outOfSheet } from './bring-into-view.ts';
import { FARTHEST, LEAST_FIT, LEAST_WHOLE } from './detail.ts';
import type { FlowEdge } from './flow-edges.ts';
import type { FlowNode } from './flow-nodes.ts';
import type { GraphCommands } from './graph-commands.ts';
import type { GraphEditorProps } from './graph-editor-props.ts';
import { graphLayout } from './graph-layout.ts';
import { graphSvg } from './graph-svg.ts';
import { drawnBox, linkEnds } from './link-path.ts';
import { type Box, boxAround, boxOf, middleOfBox, overlap } from './node-size.ts';
import { pageColours } from './picture-colours.ts';
import { stageFigures, stageState } from './stage-figures.ts';

/** Pixels over the drawing, for the word over the bottleneck and the choice of the numbers shown, and under it. */
const [ABOVE, BELOW] = [52, 16];
/** Under a drawing with virtual queues, whose frames go around their stages. */
const BELOW_FRAMES = 34;

const padded = (below: number) => ({ top: `${ABOVE}px`, bottom: `${below}px`, x: 0.06 }) as const;

export const FIT = { padding: padded(BELOW), minZoom: LEAST_FIT, maxZoom: 1.25 } as const;

type Answer = GraphEditorProps['answer'];

/** What sets the pace: the bottlenecks, or where the critical cycle begins. */
const pacemakersOf = (answer: Answer): readonly NodeId[] => {
  if (!answer) return [];
  const bottlenecks = bottlenecksOf(answer.network).map(({ stage }) => stage);
  return bottlenecks.length > 0 ? bottlenecks : (answer.critical ?? []).slice(0, 1).map(({ node }) => node);
};

interface Wanted {
  readonly pacemakers: readonly NodeId[];
  /** Stages that wait for them: seen too where the view has room. */
  readonly blocked: readonly NodeId[];
}

const whatMatters = (answer: Answer): Wanted => ({
  pacemakers: pacemakersOf(answer),
  blocked: Object.entries(answer?.stages ?? {}).flatMap(([id, stage]) =>
    stageState(stageFigures(stage, undefined), undefined) === 'blocked' ? [id] : [],
  ),
});

/** How far out a fit goes: `whole` to all of the drawing, whatever words that costs; `readable` as far as nodes have their names and utilizations. */
export type Fit = 'readable' | 'whole';

/** All of the drawing, or, where that could not be read, what is around the node that sets the pace; the map shows the rest. */
export async function fitDrawing(
  flow: Flow,
  root: Element | null,
  answer: Answer,
  { fit = 'readable', duration = motion() }: { readonly fit?: Fit; readonly duration?: number } = {},
): Promise<void> {
  if (root) fittedDrawings.set(root, fit);
  const zoom = await showWhole(flow, root, { fit, duration });
  if (fit === 'readable') showAround(flow, root, whatMatters(answer), { zoom, duration });
}

/** Drawings whose view nobody has moved since it was fitted. */
const fittedDrawings = new WeakMap<Element, Fit>();

/** The view is somebody's own from here on: another size of the page does not change it. */
export function keepView(root: Element | null): void {
  if (root) fittedDrawings.delete(root);
}

interface Showing {
  readonly fit: Fit;
  readonly duration: number;
}

/** Gives the zoom at which the whole drawing is seen, or the one at which a part of it is. */
async function showWhole(flow: Flow, root: Element | null, { fit, duration }: Showing): Promise<number> {
  const all = boxOfAll(flow);
  if (!root || all.width === 0) return flow.getZoom();
  const { width, height } = freePart(root);
  const fitted =
    (least: number) =>
    (below: number): Viewport =>
      getViewportForBounds(all, width, height, least, FIT.maxZoom, padded(below));
  const whole = uncovered(flow, root, fitted(FARTHEST), BUTTONS);
  const view =
    fit === 'whole' || whole.zoom >= LEAST_WHOLE ? whole : uncovered(flow, root, fitted(LEAST_FIT), BUTTONS);
  await flow.setViewport(view, { duration });
  return view.zoom;
}

/** What lies over the drawing: the map only where not all of it is seen. */
const [BUTTONS, MAP] = ['.g-controls', '.react-flow__minimap'];

/** Between a node and what lies over the drawing, pixels. */
const AIR = 6;

/** The view that has the nodes beside the buttons and the map at the lower edge, or else above them. */
function uncovered(flow: Flow, root: Element, viewOf: (below: number) => Viewport, over: string): Viewport {
  const frame = root.getBoundingClientRect();
  const panels = [...root.querySelectorAll(over)].map((panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - frame.x - AIR, y: y - frame.y - AIR, width: width + 2 * AIR, height: height + AIR };
  });
  const nodes = flow.getNodes().map(({ data, position }) => boxOf(data.node.kind, position));
  const isFree = ({ x, y, zoom }: Viewport): boolean =>
    !nodes.some((box) => {
      const [width, height] = [box.width * zoom, box.height * zoom];
      const seen = { x: x + box.x * zoom, y: y + box.y * zoom, width, height };
      return panels.some((panel) => overlap(panel, seen));
    });
  const low = viewOf(root.querySelector('.g-hull') ? BELOW_FRAMES : BELOW);
  if (isFree(low)) return low;
  const high = viewOf(Math.max(...panels.map(({ y }) => frame.height - y)));
  return isFree(high) ? high : low;
}

/** The first view: all, and where that does not fit, as soon as an answer tells it, what sets the pace. */
export function useStartWhereItMatters(root: RefObject<Element | null>, answer: Answer): void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const wholeZoom = useRef<number>(undefined);
  const isPlaced = useRef(false);
  const hasPacemaker = pacemakersOf(answer).length > 0;
  // Before, the view is not the one that holds as much as it can.
  const isFitted = useNodesInitialized();
  const begin = useEffectEvent(async (isKnown: boolean) => {
    if (isPlaced.current) return;
    isPlaced.current = isKnown;
    // The library's own first view leaves out links that go around.
    wholeZoom.current ??= await showWhole(flow, root.current, { fit: 'readable', duration: 0 });
    if (root.current) fittedDrawings.set(root.current, 'readable');
    showAround(flow, root.current, whatMatters(answer), { zoom: wholeZoom.current, duration: motion() });
  });
  useEffect(() => {
    if (isFitted) void begin(hasPacemaker);
  }, [isFitted, hasPacemaker]);
  const follow = useEffectEvent((frame: Element) => {
    const fit = fittedDrawings.get(frame);
    if (fit && frame.clientHeight > FOLDED) void fitDrawing(flow, frame, answer, { fit, duration: 0 });
  });
  // A workspace of another height, a bar, a turned tablet: what was seen whole is.
  useEffect(() => {
    const frame = root.current;
    if (!frame) return;
    const observer = new ResizeObserver(() => follow(frame));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [root]);
}

/** A lower drawing gives its place to the workspace, pixels. */
const FOLDED = 60;

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

/**
 * Moves a view that does not hold all of the drawing to some nodes, or to the most central of them, without showing what
 * is beyond the drawing. The zoom is told: a view that is still on its way is further out than where it goes.
 */
function showAround(
  flow: Flow,
  root: Element | null,
  { pacemakers, blocked }: Wanted,
  { zoom, duration }: { readonly zoom: number; readonly duration: number },
): void {
  const nodes = flow.getNodes();
  if (nodes.length === 0 || !root || zoom !== LEAST_FIT || flow.getZoom() > LEAST_FIT) return;
  const all = boxOfAll(flow);
  const centre = middleOfBox(all);
  const boxesOf = (ids: readonly NodeId[]): readonly Box[] =>
    nodes.flatMap(({ id, data, position }) => (ids.includes(id) ? [boxOf(data.node.kind, position)] : []));
  const boxes = boxesOf(pacemakers.length > 0 ? pacemakers : [nodes[0]!.id]);
  const far = ({ x, y }: Position): number => Math.hypot(x - centre.x, y - centre.y);
  const { width, height } = freePart(root);
  const together = [boxesOf([...pacemakers, ...blocked]), boxes]
    .map(boxAround)
    .find((around) => around.width > 0 && around.width <= width / zoom && around.height <= height / zoom);
  const middles = (together ? [together] : boxes).map(middleOfBox);
  const [middle = centre] = middles.toSorted((a, b) => far(a) - far(b));
  const x = seenFrom(middle.x, { start: all.x, length: all.width }, width / zoom, [
    BESIDE / zoom,
    BESIDE / zoom,
  ]);
  const viewOf = (below: number): Viewport => {
    const margins = [ABOVE / zoom, below / zoom] as const;
    const y = seenFrom(middle.y, { start: all.y, length: all.height }, height / zoom, margins);
    return { x: -x * zoom, y: -y * zoom, zoom };
  };
  void flow.setViewport(uncovered(flow, root, viewOf, `${BUTTONS}, ${MAP}`), { duration });
}

/** On both sides of a drawing that is not seen whole, pixels. */
const BESIDE = 18;

/** Where the view begins along one axis, in the drawing, with room before and behind it. */
function seenFrom(
  wanted: number,
  { start, length }: { readonly start: number; readonly length: number },
  view: number,
  [before, behind]: readonly [number, number],
): number {
  const room = view - before - behind;
  if (length <= room) return start - before - (room - length) / 2;
  // Whole, if only with less room.
  if (length <= view) return start - ((view - length) * before) / (before + behind);
  const centred = Math.min(Math.max(wanted, start + room / 2), start + length - room / 2);
  return centred - before - room / 2;
}

/** Moves the view to a node that is not seen. */
export function show(flow: Flow, root: Element, id: NodeId): void {
  if (bringIntoView(flow, root, id)) keepView(root);
}

const focusedNode = (root: Element | null): NodeId | undefined =>
  root?.querySelector('.react-flow__node:focus-within')?.getAttribute('data-id') ?? undefined;

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
  const refit = (frame: Element) =>
    fitDrawing(flow, frame, answer, { fit: fittedDrawings.get(frame) ?? 'readable' });
  // After the edit is painted. The keyboard goes on at the node: arrows move it, L links it.
  const showSoon = (id: NodeId, wasAllSeen = false) =>
    requestAnimationFrame(() => {
      if (!root.current) return;
      if (wasAllSeen && !isAllSeen(flow, root.current)) refit(root.current);
      else show(flow, root.current, id);
      // A name that is typed before that frame keeps the keyboard: letters would be keys of the page.
      if (!root.current.querySelector('input:focus')) focusNode(root.current, id);
    });
  const [only, ...others] = selection.nodes;
  const inspected = others.length === 0 ? only : undefined;
  const uncover = useEffectEvent((id: NodeId) => root.current && outOfSheet(flow, root.current, id));
  // A sheet that opens for it is there in the next frame.
  useEffect(() => {
    if (inspected === undefined) return;
    const frame = requestAnimationFrame(() => uncover(inspected));
    return () => cancelAnimationFrame(frame);
  }, [inspected]);
  useImperativeHandle(props.ref, () => ({
    fitView: () => fitDrawing(flow, root.current, answer, { fit: 'whole' }),
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
    chooseTarget: () => {
      const from = focusedNode(root.current) ?? inspected;
      if (from !== undefined && !readOnly) chooseTarget(from);
    },
    remove: (label) => {
      if (!readOnly) commands.remove(label);
    },
    adding: () => {
      const wasAllSeen = root.current !== null && isAllSeen(flow, root.current);
      return (id) => showSoon(id, wasAllSeen);
    },
    toDrawing: (point) => flow.screenToFlowPosition(point, { snapToGrid: false }),
    exportSvg: () => graphSvg(scenario, answer, pageColours(root.current ?? document.documentElement)),
  }));
}
