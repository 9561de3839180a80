/** The answers, in tabs. */
import { DRAWER_TABS, type DrawerTab, showTab, useSession } from '../../state/session-store.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { Compare } from './Compare.tsx';
import { Occupancy } from './Occupancy.tsx';
import { Overview } from './Overview.tsx';
import { Simulate } from './Simulate.tsx';

const PANELS: Readonly<Record<DrawerTab, { readonly label: string; readonly content: React.ReactNode }>> = {
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
        tabs={DRAWER_TABS.map((id) => ({ id, ...PANELS[id] }))}
      />
    </section>
  );
}
