/** The answers, in tabs. The overview comes with the page, the others when they are first shown. */
import { lazy, type ReactNode, Suspense } from 'react';
import { DRAWER_TABS, type DrawerTab, showTab, useSession } from '../../state/session-store.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { Overview } from './Overview.tsx';

const Occupancy = lazy(() => import('./Occupancy.tsx'));
const Simulate = lazy(() => import('./Simulate.tsx'));
const Compare = lazy(() => import('./Compare.tsx'));

const PANELS: Readonly<Record<DrawerTab, { readonly label: string; readonly content: ReactNode }>> = {
  overview: { label: 'Overview', content: <Overview /> },
  occupancy: { label: 'Occupancy', content: <Occupancy /> },
  simulate: { label: 'Simulate', content: <Simulate /> },
  compare: { label: 'Compare', content: <Compare /> },
};

export function Drawer() {
  const tab = useSession((session) => session.tab);
  return (
    <section className="drawer" aria-label="Answers">
      <Tabs
        label="Answers"
        value={tab}
        onChange={showTab}
        tabs={DRAWER_TABS.map((id) => ({
          id,
          label: PANELS[id].label,
          content: <Suspense>{PANELS[id].content}</Suspense>,
        }))}
      />
    </section>
  );
}
