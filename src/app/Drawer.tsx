/** The answers, in tabs. The overview comes with the page, the others when they are first shown. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { warmSimulators } from '../features/simulate/simulating.ts';
import { Overview } from '../features/solve/Overview.tsx';
import { DRAWER_TABS, type DrawerTab, showTab, TAB_TITLES, useSession } from '../state/session-store.ts';
import { preloadable } from '../ui/widgets/preloadable.tsx';
import { Tabs } from '../ui/widgets/Tabs.tsx';
import { Waiting } from '../ui/widgets/Waiting.tsx';

const Occupancy = lazy(() => import('../features/results/Occupancy.tsx'));
const Time = lazy(() => import('../features/results/Time.tsx'));
const Latency = lazy(() => import('../features/results/Latency.tsx'));
const Transient = lazy(() => import('../features/transient/Transient.tsx'));
const WorstCase = lazy(() => import('../features/bounds/Bounds.tsx'));
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
  worstCase: <WorstCase />,
  measured: <Measured />,
  compare: <Compare />,
  virtualQueue: <VirtualQueue />,
  estimate: <Estimate />,
  explore: <Explore />,
  simulate: <Simulate />,
};

export function Drawer() {
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
