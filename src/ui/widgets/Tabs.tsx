import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabSpec<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Small mark behind the label, such as a count of warnings. */
  readonly mark?: ReactNode;
  readonly disabled?: boolean;
  /** Read aloud behind the label, and shown on hovering. */
  readonly description?: string;
  readonly content: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** What the row of tabs is for, read aloud. */
  readonly label: string;
  readonly tabs: readonly TabSpec<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Controls at the right end of the row. */
  readonly actions?: ReactNode;
}

/** A row of tabs over one panel; only the open panel is in the page. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, actions }: TabsProps<Id>) {
  return (
    <TabFrame className="w-tabs" value={value} onChange={onChange}>
      <div className="w-tabs__bar">
        <TabRow label={label} tabs={tabs} />
        {actions && <div className="w-tabs__actions">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id}>
          {tab.content}
        </TabPanel>
      ))}
    </TabFrame>
  );
}

interface TabFrameProps<Id extends string> {
  readonly className: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** A row of tabs somewhere in it, and their panels somewhere else. */
  readonly children: ReactNode;
}

/** For tabs that do not stand right over their panels. */
export function TabFrame<Id extends string>({ className, value, onChange, children }: TabFrameProps<Id>) {
  return (
    <Base.Root className={className} value={value} onValueChange={(next: Id) => onChange(next)}>
      {children}
    </Base.Root>
  );
}

interface TabRowProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Pick<TabSpec<Id>, 'id' | 'label' | 'mark' | 'disabled' | 'description'>[];
  /** Told of every press, also on the tab that is open: its panel may be out of sight. */
  readonly onPress?: (id: Id) => void;
}

export function TabRow<Id extends string>({ label, tabs, onPress }: TabRowProps<Id>) {
  return (
    <Base.List className="w-tabs__list" aria-label={label} activateOnFocus>
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.id}
          value={tab.id}
          disabled={tab.disabled}
          title={tab.description}
          className="w-tabs__tab"
          onClick={({ currentTarget }) => {
            // All of it, where the row goes on beyond the page.
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            onPress?.(tab.id);
          }}
        >
          {tab.label}
          {tab.mark}
        </Base.Tab>
      ))}
    </Base.List>
  );
}

export function TabPanel({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Base.Panel value={id} className="w-tabs__panel">
      {children}
    </Base.Panel>
  );
}
