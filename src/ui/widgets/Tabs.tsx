import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabSpec<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Small mark behind the label, such as a count of warnings. */
  readonly mark?: ReactNode;
  readonly disabled?: boolean;
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
    <Base.Root className="w-tabs" value={value} onValueChange={(next: Id) => onChange(next)}>
      <div className="w-tabs__bar">
        <Base.List className="w-tabs__list" aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab key={tab.id} value={tab.id} disabled={tab.disabled} className="w-tabs__tab">
              {tab.label}
              {tab.mark}
            </Base.Tab>
          ))}
        </Base.List>
        {actions && <div className="w-tabs__actions">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="w-tabs__panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
