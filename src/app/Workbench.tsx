/** The open scenario: graph in the middle, palette left, inspector right, answers below. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { toggleAnimation } from '../features/animate/animation-commands.ts';
import { selectIsAnimating, selectIsLive, useAnimation } from '../features/animate/animation-store.ts';
import { livePictureOf } from '../features/animate/live-picture.ts';
import { differenceRun, selectAreOld, useDifferences } from '../features/explore/difference-store.ts';
import { previewRun, selectPreview } from '../features/explore/previewing.ts';
import { Inspector } from '../features/inspector/Inspector.tsx';
import { measuredPictureOf, selectShowsFrame } from '../features/measure/live-measured.ts';
import { setOnGraph, useMeasured } from '../features/measure/measured-store.ts';
import { useAnswer, useFaults } from '../features/results/answers.ts';
import { useDrawn } from '../features/results/drawn.ts';
import { followWithSimulation } from '../features/simulate/live.ts';
import { warmSimulators } from '../features/simulate/simulating.ts';
import { Overview } from '../features/solve/Overview.tsx';
import { editDocument, useDocument, useScenario } from '../state/document-store.ts';
import {
  clearSelection,
  DRAWER_TABS,
  type DrawerTab,
  setSelection,
  setSheet,
  showTab,
  TAB_TITLES,
  useSession,
} from '../state/session-store.ts';
import { MiniDistribution } from '../ui/charts/MiniDistribution.tsx';
import { GraphEditor } from '../ui/editor/GraphEditor.tsx';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { Palette } from '../ui/editor/Palette.tsx';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../ui/widgets/icons.tsx';
import { preloadable } from '../ui/widgets/preloadable.tsx';
import { SplitPane } from '../ui/widgets/SplitPane.tsx';
import { Tabs } from '../ui/widgets/Tabs.tsx';
import { showToast } from '../ui/widgets/toasts.ts';
import { Waiting } from '../ui/widgets/Waiting.tsx';
import { TopBar } from './TopBar.tsx';

/** The answers, in tabs. The overview comes with the page, the others when they are first shown. */

const Occupancy = lazy(() => import('../features/results/Occupancy.tsx'));
const Time = lazy(() => import('../features/results/Time.tsx'));
const Latency = lazy(() => import('../features/results/Latency.tsx'));
const Transient = lazy(() => import('../features/transient/Transient.tsx'));
const Bounds = lazy(() => import('../features/bounds/Bounds.tsx'));
const Measured = lazy(() => import('../features/measure/Measured.tsx'));
const Compare = lazy(() => import('../features/compare/Compare.tsx'));
const VirtualQueue = lazy(() => import('../features/virtual-queue/VirtualQueue.tsx'));
const Estimate = lazy(() => import('../features/estimate/Estimate.tsx'));
const Explore = lazy(() => import('../features/explore/Explore.tsx'));
const { Part: Simulate, load: loadSimulate } = preloadable(() => import('../features/simulate/Simulate.tsx'));

/** Milliseconds after opening, when the page rests: what a simulation needs is got ready. */
const WARM_AFTER = 800;

const PANELS: Readonly<Record<DrawerTab, ReactNode>> = {
  overview: <Overview />,
  occupancy: <Occupancy />,
  time: <Time />,
  latency: <Latency />,
  transient: <Transient />,
  bounds: <Bounds />,
  measured: <Measured />,
  compare: <Compare />,
  virtualQueue: <VirtualQueue />,
  estimate: <Estimate />,
  explore: <Explore />,
  simulate: <Simulate />,
};

function Drawer() {
  const tab = useSession((session) => session.tab);
  useEffect(() => {
    const timer = setTimeout(() => {
      warmSimulators();
      void loadSimulate();
    }, WARM_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="drawer" aria-label="Answers">
      <Tabs
        label="Answers"
        value={tab}
        onChange={showTab}
        tabs={DRAWER_TABS.map((id) => ({
          id,
          label: TAB_TITLES[id],
          content: <Suspense fallback={<Waiting />}>{PANELS[id]}</Suspense>,
        }))}
      />
    </section>
  );
}

/** Says over the drawing what it shows beside the open scenario, or in its place. */
function DrawingNote() {
  const preview = previewRun.use(selectPreview);
  const { against } = useDifferences();
  const stale = differenceRun.use(selectAreOld);
  const fault = differenceRun.use(({ failure }) => failure);
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

const AnimationBar = lazy(() => import('../features/animate/AnimationBar.tsx'));

const INSPECTOR = { initial: 344, min: 288, max: 560 };
const DRAWER = { initial: 364, min: 160, max: 760 };
/** The pictures of a study stand under its progress and what is drawn. */
const EXPLORE_DRAWER = { ...DRAWER, initial: 520 };

export default function Workbench() {
  const scenario = useScenario();
  const selection = useSession((session) => session.selection);
  const { answer, stale } = useAnswer();
  const faults = useFaults();
  const wanted = useSession((session) => session.sheet);
  const drawer = useSession(({ tab }) => (tab === 'explore' ? EXPLORE_DRAWER : DRAWER));
  useEffect(followWithSimulation, []);
  const sheetOpen = wanted || selection.nodes.length + selection.links.length > 0;
  return (
    <div className="workbench">
      <TopBar />
      <main className="workbench__body" data-sheet={sheetOpen || undefined}>
        <SplitPane
          name="inspector"
          label="Size of the inspector"
          edge="right"
          range={INSPECTOR}
          pane={
            <>
              <div className="sheet__close">
                <IconButton label="Close the inspector" icon={<CloseIcon />} onClick={closeSheet} />
              </div>
              <Inspector
                scenario={scenario}
                selection={selection}
                {...(answer ? { answer } : {})}
                answerIsStale={stale}
                faults={faults}
                onEdit={editDocument}
                onSelect={setSelection}
              />
            </>
          }
        >
          <SplitPane name="drawer" label="Size of the answers" edge="bottom" range={drawer} pane={<Drawer />}>
            <Drawing />
          </SplitPane>
        </SplitPane>
      </main>
    </div>
  );
}

function closeSheet(): void {
  clearSelection();
  setSheet(false);
}

const tell = (title: string) => showToast({ title });

/** Palette and graph. */
function Drawing() {
  const selection = useSession((session) => session.selection);
  const id = useDocument((document) => document.id);
  const colorMode = useSession((session) => session.theme);
  const isAnimating = useAnimation(selectIsAnimating);
  const isLive = useAnimation(selectIsLive);
  const showsFrame = useMeasured(selectShowsFrame);
  const { drawn, occupancy } = useDrawn(isLive || showsFrame);
  const { answer } = drawn;
  const { nodes, links, measurement } = drawn.scenario;
  const live = useMemo(() => {
    if (isLive) return livePictureOf({ links });
    return showsFrame ? measuredPictureOf({ nodes }) : undefined;
  }, [isLive, showsFrame, nodes, links]);
  const renderOccupancy = useCallback(
    (id: NodeId) => (
      <MiniDistribution
        model={answer?.stages[id]?.occupancyDistribution}
        simulation={occupancy?.[id]}
        measured={measurement?.stages.find((stage) => stage.stage === id)?.occupancyDistribution}
      />
    ),
    [answer, occupancy, measurement],
  );

  return (
    <div className="drawing">
      <Palette onAdd={(kind) => graphHandle.current?.addNode(kind)} />
      <GraphEditor
        key={id}
        ref={graphHandle}
        {...drawn}
        {...(live ? { live } : {})}
        onAnimate={showsFrame ? () => setOnGraph(false) : toggleAnimation}
        controls={
          isAnimating && (
            <Suspense>
              <AnimationBar />
            </Suspense>
          )
        }
        selection={selection}
        colorMode={colorMode}
        renderOccupancy={renderOccupancy}
        onSelect={setSelection}
        onEdit={editDocument}
        onMessage={tell}
      />
      <DrawingNote />
    </div>
  );
}
