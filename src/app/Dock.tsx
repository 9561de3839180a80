/** The open workspace under the drawing, below one line that sums the answer up. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { AnswerLine } from '../features/results/AnswerLine.tsx';
import { type ShownSimulation, useSimulation } from '../features/results/answers.ts';
import { Occupancy } from '../features/results/Occupancy.tsx';
import { StageTable } from '../features/results/StageTable.tsx';
import { ofPlanned } from '../features/simulate/SimulationNotes.tsx';
import { startSimulation } from '../features/simulate/simulating.ts';
import { useOutdatedParts } from '../state/outdated.ts';
import {
  DOCK_HEIGHTS,
  type DockHeight,
  setDock,
  showView,
  useSession,
  VIEWS,
  type View,
  viewsOf,
  WORKSPACES,
  type Workspace,
} from '../state/session-store.ts';
import { Button } from '../ui/widgets/Button.tsx';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { DockFullIcon, DockHalfIcon, DockPeekIcon } from '../ui/widgets/icons.tsx';
import { preloadable } from '../ui/widgets/preloadable.tsx';
import { SplitPane } from '../ui/widgets/SplitPane.tsx';
import { TabPanel, Tabs } from '../ui/widgets/Tabs.tsx';
import { Waiting } from '../ui/widgets/Waiting.tsx';

const Time = lazy(() => import('../features/results/Time.tsx'));
const Latency = lazy(() => import('../features/results/Latency.tsx'));
const ServerTime = lazy(() => import('../features/results/ServerTime.tsx'));
const Transient = lazy(() => import('../features/transient/Transient.tsx'));
const Bounds = lazy(() => import('../features/bounds/Bounds.tsx'));
const Measured = lazy(() => import('../features/measure/Measured.tsx'));
const ValidationSteps = lazy(() => import('../features/compare/ValidationSteps.tsx'));
const MapQueues = lazy(() => import('../features/measure/MapQueues.tsx'));
const Compare = lazy(() => import('../features/compare/Compare.tsx'));
const VirtualQueue = lazy(() => import('../features/virtual-queue/VirtualQueue.tsx'));
const ServiceRates = lazy(() => import('../features/estimate/ServiceRates.tsx'));
const Fits = lazy(() => import('../features/fit/FitsView.tsx'));
const Posterior = lazy(() => import('../features/posterior/PosteriorView.tsx'));
const Explore = lazy(() => import('../features/explore/Explore.tsx'));
const { Part: Simulation, load: loadSimulation } = preloadable(
  () => import('../features/simulate/SimulationDetails.tsx'),
);

/** Milliseconds after opening, when the page rests: the view of a simulation is fetched. */
const FETCH_AFTER = 800;

const PARTS: Readonly<Record<View, ReactNode>> = {
  occupancy: <Occupancy />,
  time: <Time />,
  latency: <Latency />,
  servers: <ServerTime />,
  transient: <Transient />,
  bounds: <Bounds />,
  simulation: <Simulation />,
  measured: <Measured />,
  queues: <MapQueues />,
  compare: <Compare />,
  virtualQueue: <VirtualQueue />,
  rates: <ServiceRates />,
  fits: <Fits />,
  posterior: <Posterior />,
  explore: <Explore />,
};

/** The chart takes what the table leaves. */
const CHART = { initial: 460, min: 300, max: 2000 };

const SPACES: Readonly<Record<Workspace, ReactNode>> = {
  results: (
    <SplitPane name="chart" label="Width of the chart" edge="right" range={CHART} pane={<Charts />}>
      <StageTable />
    </SplitPane>
  ),
  validate: (
    <Suspense fallback={<Waiting />}>
      <ValidationSteps parts={PARTS} />
    </Suspense>
  ),
  explore: <Suspense fallback={<Waiting />}>{PARTS.explore}</Suspense>,
};

export function Dock() {
  useEffect(() => {
    const timer = setTimeout(() => void loadSimulation(), FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="dock" aria-label="Workspace">
      <div className="dock__line">
        <AnswerLine />
        <Outdated />
        <DockHeights />
      </div>
      {WORKSPACES.map((workspace) => (
        <TabPanel key={workspace} id={workspace}>
          {SPACES[workspace]}
        </TabPanel>
      ))}
    </section>
  );
}

/** One strip for all that is older than the drawing, or not finished. */
function Outdated() {
  const simulated = simulationState(useSimulation());
  const simulation = { name: 'Simulation', state: simulated, rerun: () => void startSimulation() };
  const older = useOutdatedParts().map((part) => ({ ...part, state: 'is outdated' }));
  return [...(simulated ? [simulation] : []), ...older].map(({ name, state, rerun }) => (
    <span key={name} className="outdated">
      {name} {state}
      {rerun && (
        <Button size="small" variant="quiet" onClick={rerun}>
          Rerun
        </Button>
      )}
    </span>
  ));
}

function simulationState({ run, stale, resultIsOlder }: ShownSimulation): string | undefined {
  if (resultIsOlder) return 'is outdated';
  if (stale || run.status !== 'stopped') return undefined;
  return run.answer
    ? `stopped after ${ofPlanned(run.answer)}`
    : 'stopped before its second replication ended';
}

function Charts() {
  const view = useSession((session) =>
    VIEWS[session.view].workspace === 'results' ? session.view : session.lastViews.results,
  );
  return (
    <Tabs
      label="Chart"
      value={view}
      onChange={showView}
      tabs={viewsOf('results').map((id) => ({
        id,
        label: VIEWS[id].title,
        content: <Suspense fallback={<Waiting />}>{PARTS[id]}</Suspense>,
      }))}
    />
  );
}

const HEIGHTS: Readonly<Record<DockHeight, { readonly label: string; readonly icon: ReactNode }>> = {
  peek: { label: 'Show one line of results', icon: <DockPeekIcon /> },
  half: { label: 'Show results under the drawing', icon: <DockHalfIcon /> },
  full: { label: 'Show results at full height', icon: <DockFullIcon /> },
};

function DockHeights() {
  const height = useSession(({ dock }) => dock);
  return (
    <fieldset className="dock__heights" aria-label="Height of the results">
      {DOCK_HEIGHTS.map((one) => (
        <IconButton
          key={one}
          label={HEIGHTS[one].label}
          size="small"
          icon={HEIGHTS[one].icon}
          aria-pressed={height === one}
          onClick={() => setDock(one)}
        />
      ))}
    </fieldset>
  );
}
