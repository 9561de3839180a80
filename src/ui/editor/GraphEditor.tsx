import '@xyflow/react/dist/base.css';
import './editor.css';
import {
  applyNodeChanges,
  Background,
  type Connection,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  type NodeProps,
  NodeToolbar,
  type NodeTypes,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  Position as Side,
  useReactFlow,
  useStore,
  ViewportPortal,
} from '@xyflow/react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { connectRefusal } from '../../../core/scenario/edit-links.ts';
import type { NodeId, NodeKind, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { holdTold } from '../../run/create-run.ts';
import { IconButton } from '../widgets/IconButton.tsx';
import { FitIcon, LayoutIcon, MinusIcon, PlayIcon, PlusIcon, StopIcon } from '../widgets/icons.tsx';
import { focusNode, motion } from './bring-into-view.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { detailOf, FARTHEST, screenPixel } from './detail.ts';
import { flowText, rateText, roughText, spreadText } from './figure-text.ts';
import { type FlowEdge, flowEdges, withDropTarget } from './flow-edges.ts';
import { type FlowNode, type FlowNodesInput, flowNodes, looksSame } from './flow-nodes.ts';
import { type GraphCommands, graphCommands } from './graph-commands.ts';
import type { GraphEditorProps } from './graph-editor-props.ts';
import { handleGraphKey } from './graph-keys.ts';
import { graphLayout } from './graph-layout.ts';
import { groupHulls } from './group-hulls.ts';
import { LinkView } from './LinkView.tsx';
import { LiveArrivals } from './LiveCount.tsx';
import { drawnPositions, type Positions } from './layered-positions.ts';
import { buildLinkData, type LinkData } from './link-data.ts';
import { linkWays, type Ways } from './link-ways.ts';
import { LiveContext, useIsPlaying } from './live.ts';
import { MovingDots } from './MovingDots.tsx';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeName, type Renaming, RenamingContext } from './NodeName.tsx';
import { buildNodeData, type NodeData, type NodeDataInput } from './node-data.ts';
import { boxOf, GRID } from './node-size.ts';
import { OccupancyContext } from './OccupancySlot.tsx';
import { DelayNodeView, RouterNodeView, SourceNodeView, WedgeNodeView } from './PlainNodeViews.tsx';
import { StageNodeView } from './StageNodeView.tsx';
import { linkKey, type Selection } from './selection.ts';
import {
  FIT,
  type Fit,
  fitDrawing,
  keepView,
  show,
  useGraphHandle,
  useStartWhereItMatters,
} from './use-graph-handle.ts';
import { usePaletteDrop } from './use-palette-drop.ts';
import { useSelectedElsewhere, useSelectionChanges } from './use-selection.ts';

/** From pressing on the drawing until letting go, which may be anywhere. */
function holdUntilUp(): void {
  const letGo = holdTold();
  const over = new AbortController();
  const end = (): void => {
    letGo();
    over.abort();
  };
  for (const type of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(type, end, { signal: over.signal, capture: true });
}

/** The stage graph: the drawing of the scenario, its answer, and every gesture that edits it. Fills its parent. */
export function GraphEditor(props: GraphEditorProps) {
  return (
    <ReactFlowProvider>
      <GraphCanvas {...props} />
    </ReactFlowProvider>
  );
}

interface GraphControlsProps {
  readonly root: RefObject<Element | null>;
  /** What is drawn when a button is pressed. */
  readonly latest: RefObject<GraphEditorProps & { readonly commands: GraphCommands }>;
  readonly readOnly: boolean;
  readonly isAnimated: boolean;
  readonly canAnimate: boolean;
}

/** Zoom, fit, lay out and animate. Memoized: an edit changes none of these buttons. */
const GraphControls = memo(function GraphControls({
  root,
  latest,
  readOnly,
  isAnimated,
  canAnimate,
}: GraphControlsProps) {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const zoomTo = (how: Fit) => fitDrawing(flow, root.current, latest.current.answer, { fit: how });
  const layOut = async () => {
    latest.current.commands.layOut(await graphLayout(latest.current.scenario));
    requestAnimationFrame(() => zoomTo('readable'));
  };
  return (
    <Panel position="bottom-left" className="g-controls" role="toolbar" aria-label="View of the graph">
      <IconButton
        label="Zoom in"
        icon={<PlusIcon />}
        onClick={() => {
          keepView(root.current);
          void flow.zoomIn({ duration: motion() });
        }}
      />
      <IconButton
        label="Zoom out"
        icon={<MinusIcon />}
        onClick={() => {
          keepView(root.current);
          void flow.zoomOut({ duration: motion() });
        }}
      />
      <IconButton label="Zoom to fit" shortcut="F" icon={<FitIcon />} onClick={() => zoomTo('whole')} />
      {!readOnly && (
        <IconButton
          className="g-layout"
          label="Auto layout"
          icon={<LayoutIcon />}
          onClick={() => void layOut()}
        />
      )}
      {canAnimate && (
        <IconButton
          label={isAnimated ? 'End the animation' : 'Animate'}
          shortcut="P"
          icon={isAnimated ? <StopIcon /> : <PlayIcon />}
          onClick={() => latest.current.onAnimate?.()}
        />
      )}
    </Panel>
  );
});

interface GroupHullsProps {
  readonly scenario: Scenario;
  /** As they are drawn now: the shapes follow a drag. */
  readonly nodes: readonly FlowNode[];
  readonly answer?: SolveAnswer;
  readonly answerIsStale: boolean;
  onSelect(selection: Selection): void;
}

/** A soft shape with a name behind the stages of each group; pressing the name selects them. */
function GroupHulls({ scenario, nodes, answer, answerIsStale, onSelect }: GroupHullsProps) {
  if (!scenario.groups?.length) return null;
  const boxes = new Map(nodes.map(({ id, data, position }) => [id, boxOf(data.node.kind, position)]));
  const hulls = groupHulls(scenario, boxes, answer);
  return (
    <ViewportPortal>
      <div className="g-hulls" data-stale={answerIsStale || undefined}>
        <svg className="g-hull-shapes" aria-hidden="true">
          {hulls.map(({ id, path }) => (
            <path key={id} className="g-hull" d={path} />
          ))}
        </svg>
        {hulls.map(({ id, words, stages, label }) => (
          <button
            key={id}
            type="button"
            className="g-hull-label nodrag nopan"
            title="Select its stages"
            aria-label={`${words}: virtual queue of ${stages.length}, select its stages`}
            style={{ translate: `${label.x}px calc(${label.y}px - 100%)` }}
            onClick={() => onSelect({ nodes: stages, links: [] })}
          >
            {words}
          </button>
        ))}
      </div>
    </ViewportPortal>
  );
}

/** Data of all pictures; each stays the same object while nothing about it changes. */
function useNodeData(input: NodeDataInput): NodeData {
  const { scenario, answer, answerIsStale, faults, simulated, differences } = input;
  const last = useRef<NodeData>(new Map());
  return useMemo(() => {
    const shown = { scenario, answer, answerIsStale, faults, simulated, differences };
    last.current = buildNodeData(shown, last.current);
    return last.current;
  }, [scenario, answer, answerIsStale, faults, simulated, differences]);
}

function useFlowEdges(
  { scenario, answer, answerIsStale, faults }: NodeDataInput,
  selected: Selection['links'],
  ways: Ways,
): FlowEdge[] {
  const lastData = useRef<LinkData>(new Map());
  const lastEdges = useRef<FlowEdge[]>([]);
  const data = useMemo(() => {
    lastData.current = buildLinkData({ scenario, answer, answerIsStale, faults }, lastData.current);
    return lastData.current;
  }, [scenario, answer, answerIsStale, faults]);
  return useMemo(() => {
    lastEdges.current = flowEdges(data, selected, lastEdges.current, ways);
    return lastEdges.current;
  }, [data, selected, ways]);
}

/** The ways of links around nodes, as they were when a node was last put down; sought again only if one moved or the links changed. */
function useLinkWays({ nodes, links }: Scenario, positions: Positions): Ways {
  const boxes = useMemo(
    () => new Map(nodes.map(({ id, kind }) => [id, boxOf(kind, positions.get(id)!)])),
    [nodes, positions],
  );
  const key = useMemo(() => JSON.stringify([[...boxes], links.map(linkKey)]), [boxes, links]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all that it reads of them
  return useMemo(() => linkWays(links, boxes), [key]);
}

/**
 * The library's nodes as local state: during a drag only they move, and the scenario hears of it at the end. They
 * follow the scenario, its answers and the selection as soon as those change.
 */
function useFlowNodes(input: FlowNodesInput) {
  const [nodes, setNodes] = useState(() => flowNodes(input, []));
  const [seen, setSeen] = useState(input);
  const { data, positions, selected } = input;
  let current = nodes;
  if (data !== seen.data || positions !== seen.positions || selected !== seen.selected) {
    current = flowNodes(input, nodes);
    setSeen(input);
    setNodes(current);
  }
  const applyLocally = useCallback((changes: NodeChange<FlowNode>[]) => {
    const local = changes.filter((change) => change.type === 'position' || change.type === 'dimensions');
    if (local.length > 0) setNodes((before) => applyNodeChanges(local, before));
  }, []);
  return [current, applyLocally] as const;
}

/** A sink: what arrives there. */
const SinkNodeView = memo(function SinkNodeView({ data: view, isConnectable }: NodeProps<FlowNode>) {
  const rough = view.rate === undefined ? undefined : roughText(view.rate, view.rateHalfWidth);
  return (
    <NodeFrame view={view} connectable={isConnectable}>
      <div className="g-title">
        <NodeName node={view.node} />
      </div>
      <div className="g-figures">
        <div
          className="g-rate"
          title={view.rate === undefined ? undefined : simulatedTitle(view.rate, view.rateHalfWidth)}
        >
          <LiveArrivals
            sink={view.node.id}
            otherwise={view.rate === undefined ? '–' : flowText(view.rate, view.rateHalfWidth)}
          />
        </div>
        {rough && <div>{rough}</div>}
      </div>
    </NodeFrame>
  );
}, looksSame);

function simulatedTitle(rate: number, halfWidth: number | undefined): string | undefined {
  const spread = spreadText(rate, halfWidth);
  return spread && `Simulated: ${rateText(rate)} ${spread}`;
}

interface SmallMapProps {
  /** Where the page is wide enough, a drawing of few nodes needs none. */
  readonly isLarge: boolean;
}

/** The rest of a drawing that is not seen whole; where there is little room, a finger moves it. */
function SmallMap({ isLarge }: SmallMapProps) {
  const isLow = useStore(({ height }) => height < LOW);
  const hasRoom = useStore(({ width, height }) => (width < NARROW ? height >= LEAST : isLarge));
  const isAllSeen = useStore(({ nodes, transform: [x, y, zoom], width, height }) =>
    (nodes as FlowNode[]).every(({ data, position }) => {
      const box = boxOf(data.node.kind, position);
      const [left, top] = [x + box.x * zoom, y + box.y * zoom];
      return left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
    }),
  );
  if (!hasRoom) return null;
  // Its place is asked for before it is seen.
  const visibility = isAllSeen ? 'hidden' : 'visible';
  return (
    <MiniMap
      pannable
      zoomable
      nodeBorderRadius={8}
      style={{ ...(isLow ? LOW_MAP_SIZE : MAP_SIZE), visibility }}
    />
  );
}

const LINK_VIEWS = { link: LinkView };
const SNAP: [number, number] = [GRID, GRID];
/** The left button on a node drags the node; on the ground it moves the view, as the middle button does everywhere. */
const PAN_BUTTONS = [0, 1];
const MANY = ['Shift', 'Meta', 'Control'];
const MAP_FROM = 12;
/** Small enough to leave the drawing to be seen, pixels. */
const MAP_SIZE = { width: 150, height: 92 };
const LOW_MAP_SIZE = { width: 104, height: 64 };
/** A lower drawing has room for a lower map, pixels. */
const LOW = 400;
const NARROW = 500;
/** A phone whose drawing is lower has no room for a map, pixels. */
const LEAST = 280;
const WORDS = {
  'node.a11yDescription.default':
    'Enter selects. Then the arrow keys move, L links to another node, I goes to its numbers, Delete removes, Escape leaves.',
  'minimap.ariaLabel': 'Small map of the graph',
};

/** Why a link cannot be drawn, said at the node where it was dropped. */
interface Refusal {
  readonly node: NodeId;
  readonly text: string;
  readonly align: 'start' | 'center' | 'end';
}

/** Words under a node near an edge of the drawing begin or end with it, so that they are not cut off. */
function alignedInside(root: HTMLElement | null, id: NodeId): Refusal['align'] {
  const node = root?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  if (!root || !node) return 'center';
  const [frame, box] = [root, node].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
  const place = (box.left + box.width / 2 - frame.left) / frame.width;
  return place < 0.3 ? 'start' : place > 0.7 ? 'end' : 'center';
}

function GraphCanvas(props: GraphEditorProps) {
  const { scenario, selection, live, readOnly = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const [linkFrom, setLinkFrom] = useState<NodeId>();
  const [renamed, setRenamed] = useState<NodeId>();
  const [refusal, setRefusal] = useState<Refusal>();
  const showSelected = useCallback((id: NodeId) => root.current && show(flow, root.current, id), [flow]);
  const onSelect = useSelectedElsewhere(selection, props.onSelect, showSelected);
  const positions = useMemo(() => drawnPositions(scenario), [scenario]);
  const isPlaying = useIsPlaying(live);
  const data = useNodeData(props);
  const [nodes, applyLocally] = useFlowNodes({ data, positions, selected: selection.nodes });
  const ways = useLinkWays(scenario, positions);
  const edges = useFlowEdges(props, selection.links, ways);
  const changes = useSelectionChanges(selection, scenario, onSelect);
  const commands = graphCommands({
    ...props,
    onSelect,
    viewCentre: () => flow.screenToFlowPosition(centreOf(root.current)),
  });
  const drop = usePaletteDrop({
    links: scenario.links,
    commands,
    toDrawing: (point) => flow.screenToFlowPosition(point, { snapToGrid: false }),
    readOnly,
  });
  useGraphHandle({ props, commands, root, chooseTarget: setLinkFrom, rename: setRenamed });
  useStartWhereItMatters(root, props.answer);

  const moved = (_: unknown, __: unknown, dragged: FlowNode[]) =>
    commands.move(Object.fromEntries(dragged.map((node) => [node.id, node.position])));
  // Said at the node where the link was dropped, until something else is done.
  const joinAt = (from: NodeId, to: NodeId, node: NodeId) => {
    const text = connectRefusal(scenario, from, to);
    if (text === undefined) commands.connect(from, to);
    else setRefusal({ node, text, align: alignedInside(root.current, node) });
  };
  // The keyboard goes along, so that F2 and L mean the node that was chosen.
  const goTo = (next: Selection) => {
    onSelect(next);
    const [node] = next.nodes;
    if (node === undefined || !root.current) return;
    focusNode(root.current, node);
    show(flow, root.current, node);
  };
  const onConnect = ({ source, target }: Connection) => commands.connect(source, target);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || !root.current?.contains(event.target as Element)) return;
    const focused = nodeAt(event.target as Element);
    const handled = handleGraphKey(event, {
      links: scenario.links,
      selection,
      focused,
      readOnly,
      commands,
      onSelect: goTo,
      rename: setRenamed,
      ...(live && { playOrPause: live.playOrPause }),
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Delete' || event.key === 'Backspace') goOnBefore(focused);
  };
  // Where the keyboard was is gone with its node: it goes on at the one before.
  const goOnBefore = (gone: NodeId | undefined) => {
    const before = scenario.links.find(({ to }) => to === gone)?.from;
    if (before !== undefined) requestAnimationFrame(() => focusLost() && focusNode(root.current, before));
  };
  const latest = useRef({ ...props, commands });
  latest.current = { ...props, commands };
  // Memoized, since every name on the drawing renders again when this object changes.
  const renaming = useMemo(
    (): Renaming => ({
      node: renamed,
      finish: (name) => {
        if (renamed !== undefined && name !== undefined) latest.current.commands.rename(renamed, name);
        setRenamed(undefined);
        if (renamed !== undefined)
          requestAnimationFrame(() => focusLost() && focusNode(root.current, renamed));
      },
    }),
    [renamed],
  );
  const onDoubleClick = (event: MouseEvent) => {
    const node = nodeAt(event.target as Element);
    if (node !== undefined && !readOnly) return setRenamed(node);
    const onGround = (event.target as Element).classList.contains('react-flow__pane');
    if (onGround && !readOnly)
      commands.add('stage', flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };

  return (
    <LiveContext value={live}>
      <RenamingContext value={renaming}>
        <OccupancyContext value={props.renderOccupancy}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and drops bubble up from the nodes inside */}
          <div
            ref={root}
            className="g-editor"
            data-detail={useStore(detailOf)}
            style={{ '--g-px': `${useStore(screenPixel)}px` } as CSSProperties}
            data-live={live && (isPlaying ? 'playing' : 'still')}
            onPointerDownCapture={() => {
              setRefusal(undefined);
              holdUntilUp();
            }}
            onKeyDownCapture={(event) => {
              setRefusal(undefined);
              onKeyDown(event);
            }}
            onDoubleClick={onDoubleClick}
            onDragOver={drop.onDragOver}
            onDragLeave={drop.onDragLeave}
            onDrop={drop.onDrop}
          >
            <ReactFlow<FlowNode, FlowEdge>
              aria-label={`Graph of ${scenario.name}`}
              nodes={nodes}
              edges={withDropTarget(edges, drop.target)}
              nodeTypes={NODE_VIEWS}
              edgeTypes={LINK_VIEWS}
              onNodesChange={(list) => {
                applyLocally(list);
                changes.onNodes(list);
              }}
              onEdgesChange={changes.onEdges}
              onNodeDragStop={moved}
              onSelectionDragStop={(event, dragged) => moved(event, undefined, dragged)}
              onMoveStart={(event) => event && keepView(root.current)}
              onConnect={onConnect}
              onConnectEnd={(event, state) => {
                endDrop(event.target);
                joinLoosely(event, state, joinAt);
              }}
              isValidConnection={({ source, target }) =>
                connectRefusal(scenario, source, target) === undefined
              }
              colorMode={props.colorMode}
              nodesDraggable={!readOnly}
              nodesConnectable={!readOnly}
              edgesFocusable={false}
              deleteKeyCode={null}
              multiSelectionKeyCode={MANY}
              panOnDrag={PAN_BUTTONS}
              panActivationKeyCode={live ? null : 'Space'}
              zoomOnDoubleClick={false}
              snapToGrid
              snapGrid={SNAP}
              connectionRadius={28}
              minZoom={FARTHEST}
              maxZoom={3}
              fitView
              fitViewOptions={FIT}
              ariaLabelConfig={WORDS}
            >
              <Background gap={GRID * 3} size={1} />
              <GroupHulls {...props} nodes={nodes} onSelect={onSelect} />
              {live && <MovingDots links={scenario.links} {...{ nodes, ways }} />}
              <GraphControls
                {...{ root, latest, readOnly }}
                isAnimated={live !== undefined}
                canAnimate={props.onAnimate !== undefined}
              />
              {refusal && (
                <NodeToolbar nodeId={refusal.node} isVisible position={Side.Bottom} align={refusal.align}>
                  <p className="g-refusal" role="alert">
                    {refusal.text}
                  </p>
                </NodeToolbar>
              )}
              {scenario.nodes.length === 0 && !readOnly && (
                <Panel position="top-center" className="g-empty">
                  Press Source, Stage and Sink: each is linked to the one before. Or drag them here.
                </Panel>
              )}
              <SmallMap isLarge={scenario.nodes.length >= MAP_FROM} />
            </ReactFlow>
            {linkFrom !== undefined && (
              <ConnectDialog
                scenario={scenario}
                from={linkFrom}
                onClose={() => setLinkFrom(undefined)}
                onChoose={({ id, linked }) =>
                  linked
                    ? onSelect({ nodes: [], links: [{ from: linkFrom, to: id }] })
                    : commands.connect(linkFrom, id)
                }
              />
            )}
          </div>
        </OccupancyContext>
      </RenamingContext>
    </LiveContext>
  );
}

/** A link dragged onto a node's body, or onto a handle that refuses: join, or hear why not. */
function joinLoosely(
  event: globalThis.MouseEvent | TouchEvent,
  { isValid, fromNode, fromHandle }: FinalConnectionState,
  connect: (from: NodeId, to: NodeId, droppedOn: NodeId) => void,
): void {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (isValid || !point || !fromNode) return;
  const other = nodeAt(document.elementFromPoint(point.clientX, point.clientY));
  if (other === undefined || other === fromNode.id) return;
  if (fromHandle?.type === 'target') connect(other, fromNode.id, other);
  else connect(fromNode.id, other, other);
}

/**
 * The library ignores a click after a link was dropped on the ground, as if it were the end of that gesture. But none comes by itself, since the button
 * went down on a node, so that the next click of the user would do nothing.
 */
function endDrop(target: EventTarget | null): void {
  if (target instanceof Element && target.classList.contains('react-flow__pane'))
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

const focusLost = (): boolean => document.activeElement === document.body;

const nodeAt = (element: Element | null): NodeId | undefined =>
  element?.closest('.react-flow__node')?.getAttribute('data-id') ?? undefined;

function centreOf(element: Element | null) {
  const box = element?.getBoundingClientRect() ?? new DOMRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Which picture draws which kind of node. */

const NODE_VIEWS = {
  source: SourceNodeView,
  stage: StageNodeView,
  delay: DelayNodeView,
  router: RouterNodeView,
  fork: WedgeNodeView,
  join: WedgeNodeView,
  sink: SinkNodeView,
} satisfies NodeTypes & Record<NodeKind, unknown>;
