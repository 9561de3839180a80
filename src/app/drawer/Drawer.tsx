/** The answers, in tabs. The overview comes with the page, the others when they are first shown. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { DRAWER_TABS, type DrawerTab, showTab, TAB_TITLES, useSession } from '../../state/session-store.ts';
import { warmSimulators } from '../../state/simulating.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { Waiting } from '../../widgets/Waiting.tsx';
import { Overview } from './Overview.tsx';
import { preloadable } from './preloadable.tsx';

const Occupancy = lazy(() => import('./Occupancy.tsx'));
const Time = lazy(() => import('./Time.tsx'));
const Latency = lazy(() => import('./Latency.tsx'));
const Transient = lazy(() => import('./Transient.tsx'));
const WorstCase = lazy(() => import('./WorstCase.tsx'));
const Measured = lazy(() => import('../measured/Measured.tsx'));
const Compare = lazy(() => import('./Compare.tsx'));
const VirtualQueue = lazy(() => import('../virtual-queue/VirtualQueue.tsx'));
const Estimate = lazy(() => import('../estimate/Estimate.tsx'));
const Explore = lazy(() => import('../explore/Explore.tsx'));
const { Part: Simulate, load: loadSimulate } = preloadable(() => import('./Simulate.tsx'));

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
