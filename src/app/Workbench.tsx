/** The open scenario: graph in the middle, palette left, inspector right, the open workspace below. */
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isStage, type NodeId, type Position } from '../../core/scenario/scenario.ts';
import { toggleAnimation } from '../features/animate/animation-commands.ts';
import { selectIsAnimating, selectIsLive, useAnimation } from '../features/animate/animation-store.ts';
import { livePictureOf } from '../features/animate/live-picture.ts';
import { differenceRun, selectAreOld, useDifferences } from '../features/explore/difference-store.ts';
import { previewRun, selectPreview } from '../features/explore/previewing.ts';
import { Inspector } from '../features/inspector/Inspector.tsx';
import { measuredPictureOf, selectShowsFrame } from '../features/measure/live-measured.ts';
import { setOnGraph, useMeasured } from '../features/measure/measured-store.ts';
import { useAnswer, useFaultsAndWaits } from '../features/results/answers.ts';
import { useDrawn, useDrawnSource } from '../features/results/drawn.ts';
import { followWithSimulation } from '../features/simulate/live.ts';
import { editDocument, selectScenario, useDocument, useScenario } from '../state/document-store.ts';
import {
  clearSelection,
  DRAWN_SOURCES,
  type DrawnSource,
  noteOnDrawing,
  selectOnly,
  setDock,
  setDrawnSource,
  setSelection,
  setSheet,
  showWorkspace,
  suggest,
  useSession,
  VIEWS,
} from '../state/session-store.ts';
import { MiniDistribution } from '../ui/charts/MiniDistribution.tsx';
import { GraphEditor } from '../ui/editor/GraphEditor.tsx';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { Palette } from '../ui/editor/Palette.tsx';
import { linkKey, type Selection } from '../ui/editor/selection.ts';
import { ChoiceField } from '../ui/widgets/ChoiceField.tsx';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../ui/widgets/icons.tsx';
import { ContextMenu, type MenuEntry } from '../ui/widgets/Menu.tsx';
import { SplitPane } from '../ui/widgets/SplitPane.tsx';
import { TabFrame } from '../ui/widgets/Tabs.tsx';
import { pasteCopied } from './clipboard.ts';
import { Dock } from './Dock.tsx';
import { Refusals } from './Refusals.tsx';
import { commandEntries } from './scenario-commands.ts';
import { TopBar } from './TopBar.tsx';

const SOURCE_LABELS: Readonly<Record<DrawnSource, string>> = {
  best: 'Best available',
  analytic: 'Analytic',
  simulated: 'Simulated',
  measured: 'Measured',
};

/** Why a source is greyed. */
const SOURCE_MISSING: Readonly<Record<DrawnSource, string>> = {
  best: '',
  analytic: 'No analytic method solves this scenario',
  simulated: 'Not simulated yet: press Run',
  measured: 'Nothing measured yet: drop a measurement file on the page',
};

/** Whose numbers stand on the drawing. */
function SourceSwitch() {
  const { source, has } = useDrawnSource();
  return <SourceChoice source={source} there={DRAWN_SOURCES.filter((value) => has[value]).join(' ')} />;
}

interface SourceChoiceProps {
  readonly source: DrawnSource;
  /** Sources with numbers, by a space between them. */
  readonly there: string;
}

/** Drawn again only when a source comes or goes. */
const SourceChoice = memo(({ source, there }: SourceChoiceProps) => {
  const has = there.split(' ');
  const choices = DRAWN_SOURCES.map((value) => ({
    value,
    label: SOURCE_LABELS[value],
    disabled: !has.includes(value),
    ...(!has.includes(value) && { hint: SOURCE_MISSING[value] }),
  }));
  return (
    <div className="drawing__source">
      <ChoiceField label="Numbers" as="segments" value={source} choices={choices} onChange={setDrawnSource} />
    </div>
  );
});

/** Says over the drawing what it shows beside the open scenario, or in its place, and what it did not do. */
function DrawingNote() {
  const preview = previewRun.use(selectPreview);
  const { against } = useDifferences();
  const stale = differenceRun.use(selectAreOld);
  const fault = differenceRun.use(({ failure }) => failure);
  const note = useSession(({ drawingNote }) => drawingNote);
  if (note !== undefined) return <NotDone note={note} />;
  if (preview)
    return (
      <div className="drawing__note" data-preview>
        Preview of {preview.title}: not in the editor.
        {preview.refusal !== undefined && ` ✕ ${preview.refusal}`}
      </div>
    );
  if (against === undefined) return null;
  return (
    <div className="drawing__note">
      Δ: now − {against}
      {stale && ' …'}
      {fault !== undefined && `: ✕ ${fault}`}
      <IconButton
        label="Draw no differences"
        size="small"
        icon={<CloseIcon size={12} />}
        onClick={() =>
          void import('../features/explore/differencing.ts').then(({ drawDifferences }) =>
            drawDifferences(undefined),
          )
        }
      />
    </div>
  );
}

/** Why the drawing did not do what was asked, until something else is done. */
function NotDone({ note }: { readonly note: string }) {
  const scenario = useScenario();
  const selection = useSession((session) => session.selection);
  const [before] = useState({ scenario, selection });
  const isOver = scenario !== before.scenario || selection !== before.selection;
  useEffect(() => {
    if (isOver) noteOnDrawing(undefined);
  }, [isOver]);
  return (
    <div className="drawing__note" role="alert">
      {note}
      <IconButton
        label="Close the message"
        size="small"
        icon={<CloseIcon size={12} />}
        onClick={() => noteOnDrawing(undefined)}
      />
    </div>
  );
}

/** One thing to try with an example, until it is put away. */
function TryThis() {
  const words = useSession(({ tryThis }) => tryThis);
  if (words === undefined) return null;
  return (
    <aside className="drawing__try" aria-label="One thing to try">
      <p>
        <strong>Try this.</strong> {words}
      </p>
      <IconButton
        label="Put the suggestion away"
        size="small"
        icon={<CloseIcon size={12} />}
        onClick={() => suggest(undefined)}
      />
    </aside>
  );
}

const AnimationBar = lazy(() => import('../features/animate/AnimationBar.tsx'));

const INSPECTOR = { initial: 320, min: 288, max: 560 };
/** Narrower windows, pixels. */
const PHONE = 760;
/** As large as it may be: the drawing keeps its least height. */
const MOST = 4000;
/** A chart with its axes is seen whole without scrolling; a drawing of few rows has room above it. */
const DOCK = { initial: dockHeight(0.49), min: 160, max: MOST };
/** The charts of a study stand under its progress and what is drawn; a low window keeps a drawing that can be read. */
const EXPLORE_DOCK =
  innerWidth < PHONE ? DOCK : { ...DOCK, initial: Math.max(DOCK.initial, Math.min(520, innerHeight - 380)) };

/** By the height of the window when the page is opened; a phone keeps more of the drawing. */
function dockHeight(share: number): number {
  return innerWidth < PHONE ? 380 : Math.round(Math.min(540, Math.max(360, share * innerHeight)));
}
/** What stays of a folded dock, pixels: the answer in a line, on a phone in two rows. */
const PEEK = innerWidth < PHONE ? 64 : 34;

/** Does not listen to the scenario or its answer: an edit repaints only the parts that show it. */
export default function Workbench() {
  const sheetOpen = useSession(
    ({ sheet, selection }) => sheet || selection.nodes.length + selection.links.length > 0,
  );
  const workspace = useSession(({ view }) => VIEWS[view].workspace);
  const height = useSession(({ dock }) => dock);
  useEffect(followWithSimulation, []);
  return (
    <TabFrame className="workbench" value={workspace} onChange={showWorkspace}>
      <TopBar />
      <Refusals />
      <main className="workbench__body" data-sheet={sheetOpen || undefined}>
        <SplitPane
          name="inspector"
          label="Width of the inspector"
          edge="right"
          range={INSPECTOR}
          pane={
            <>
              <div className="sheet__close" data-over-drawing>
                <IconButton label="Close the inspector" icon={<CloseIcon />} onClick={closeSheet} />
              </div>
              <Inspected />
            </>
          }
        >
          <SplitPane
            name="dock"
            label="Height of the workspace"
            edge="bottom"
            range={workspace === 'explore' ? EXPLORE_DOCK : DOCK}
            foldedSize={PEEK}
            extent={height}
            onExtent={setDock}
            pane={<Dock />}
          >
            <Drawing />
          </SplitPane>
        </SplitPane>
      </main>
    </TabFrame>
  );
}

const MemoInspector = memo(Inspector);

/** The inspector of what is selected. A new answer stands on the drawing first, and here after it. */
function Inspected() {
  const scenario = useScenario();
  const selection = useSession((session) => session.selection);
  const { answer, stale } = useAnswer();
  const faults = useFaultsAndWaits();
  const known = useMemo(() => ({ answer, stale }), [answer, stale]);
  const shown = useDeferredValue(known);
  return (
    <MemoInspector
      scenario={scenario}
      selection={selection}
      {...(shown.answer && { answer: shown.answer })}
      answerIsStale={stale || shown.stale}
      faults={faults}
      onEdit={editDocument}
      onSelect={setSelection}
    />
  );
}

function closeSheet(): void {
  clearSelection();
  setSheet(false);
}

/** Palette and graph. */
function Drawing() {
  const isAnimating = useAnimation(selectIsAnimating);
  return (
    <div className="drawing">
      <TryThis />
      <Palette onAdd={(kind) => graphHandle.current?.addNode(kind)} />
      <DrawingMenu>
        <DrawnGraph />
      </DrawingMenu>
      {isAnimating && (
        <Suspense>
          <AnimationBar />
        </Suspense>
      )}
      {!isAnimating && <SourceSwitch />}
      <DrawingNote />
    </div>
  );
}

/** The graph with the numbers that are chosen: all of the drawing that an edit and its answer repaint. */
function DrawnGraph() {
  const selection = useSession((session) => session.selection);
  const id = useDocument((document) => document.id);
  const colorMode = useSession((session) => session.theme);
  const isLive = useAnimation(selectIsLive);
  const showsFrame = useMeasured(selectShowsFrame);
  const { drawn, occupancy } = useDrawn(isLive || showsFrame);
  const { answer } = drawn;
  const { nodes, links, measurement } = drawn.scenario;
  const live = useMemo(() => {
    if (isLive) return livePictureOf({ links });
    return showsFrame ? measuredPictureOf({ nodes }) : undefined;
  }, [isLive, showsFrame, nodes, links]);
  const { source } = useDrawnSource();
  const renderOccupancy = useCallback(
    (id: NodeId) => (
      <MiniDistribution
        // Where one source alone is shown nothing else is drawn, and what was measured looks like it.
        model={source === 'measured' ? undefined : answer?.stages[id]?.occupancyDistribution}
        simulation={occupancy?.[id]}
        measured={
          source === 'best' || source === 'measured'
            ? measurement?.stages.find((stage) => stage.stage === id)?.occupancyDistribution
            : undefined
        }
      />
    ),
    [answer, occupancy, measurement, source],
  );
  return (
    <GraphEditor
      key={id}
      ref={graphHandle}
      {...drawn}
      {...(live ? { live } : {})}
      onAnimate={showsFrame ? () => setOnGraph(false) : toggleAnimation}
      selection={selection}
      colorMode={colorMode}
      renderOccupancy={renderOccupancy}
      onSelect={setSelection}
      onEdit={editDocument}
      onMessage={noteOnDrawing}
    />
  );
}

/** What can be done with the node, the link or the ground under the pointer. */
function DrawingMenu({ children }: { readonly children: ReactNode }) {
  const selection = useSession((session) => session.selection);
  const stages = useDocument(
    (document) =>
      selectScenario(document)?.nodes.filter((node) => isStage(node) && selection.nodes.includes(node.id))
        .length ?? 0,
  );
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
    const link = selectScenario(useDocument.getState())?.links.find((one) => linkKey(one) === key);
    if (link) setSelection({ nodes: [], links: [{ from: link.from, to: link.to }] });
    else clearSelection();
  };
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
      { label: 'Paste here', onSelect: () => void pasteCopied(at) },
      ...commandEntries(['-', 'select-all', '-', 'layout', 'fit']),
    ];
  if (nodes.length === 0) return commandEntries(['add-stage', '-', 'delete']);
  const several = ['arrange-row', 'arrange-column', 'arrange-spreadAcross', 'arrange-spreadDown', '-'];
  return commandEntries([
    ...(nodes.length === 1 ? ['rename', 'link', 'add-stage', '-'] : several),
    ...(stages > 1 ? ['group', '-'] : []),
    ...['copy', 'cut', 'duplicate', '-', 'delete'],
  ]);
}
