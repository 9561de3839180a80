/** The open scenario: graph in the middle, palette left, inspector right, answers below. */
import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { toggleAnimation } from '../features/animate/animation-commands.ts';
import { selectIsAnimating, selectIsLive, useAnimation } from '../features/animate/animation-store.ts';
import { livePictureOf } from '../features/animate/live-picture.ts';
import { Inspector } from '../features/inspector/Inspector.tsx';
import { measuredPictureOf, selectShowsFrame } from '../features/measure/live-measured.ts';
import { setOnGraph, useMeasured } from '../features/measure/measured-store.ts';
import { useAnswer, useFaults } from '../features/results/answers.ts';
import { useDrawn } from '../features/results/drawn.ts';
import { editDocument, useDocument, useScenario } from '../state/document-store.ts';
import { clearSelection, setSelection, setSheet, useSession } from '../state/session-store.ts';
import { MiniDistribution } from '../ui/charts/MiniDistribution.tsx';
import { GraphEditor } from '../ui/editor/GraphEditor.tsx';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { Palette } from '../ui/editor/Palette.tsx';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../ui/widgets/icons.tsx';
import { SplitPane } from '../ui/widgets/SplitPane.tsx';
import { showToast } from '../ui/widgets/toasts.ts';
import { Drawer } from './Drawer.tsx';
import { DrawingNote } from './DrawingNote.tsx';
import { TopBar } from './TopBar.tsx';

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
