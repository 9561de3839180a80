import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown at the right, such as 'Ctrl D'. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly tone?: 'danger';
  /** Given: the item is one of a choice and shows whether it is the chosen one. */
  readonly checked?: boolean;
  /** It is switched on and off by itself, and is no choice among others. */
  readonly kind?: 'switch';
  readonly onSelect: () => void;
}

export type MenuEntry = MenuItem | 'separator' | { readonly heading: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end';
}

/** Actions behind a button: arrows move, letters jump, Enter chooses, Escape closes. */
export function Menu({ trigger, entries, align = 'start' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="w-floating" align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="w-menu">{entries.map(renderEntry)}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function renderEntry(entry: MenuEntry, index: number) {
  if (entry === 'separator')
    return <Base.Separator key={`separator ${index}`} className="w-menu__separator" />;
  if ('heading' in entry) {
    return (
      <div key={entry.heading} className="w-menu__heading" role="presentation">
        {entry.heading}
      </div>
    );
  }
  return <Item key={entry.label} item={entry} />;
}

function Item({ item }: { readonly item: MenuItem }) {
  const className = item.tone === 'danger' ? 'w-menu__item w-menu__item--danger' : 'w-menu__item';
  return (
    <Base.Item
      className={className}
      disabled={item.disabled}
      onClick={item.onSelect}
      {...(item.checked === undefined
        ? {}
        : {
            role: item.kind === 'switch' ? 'menuitemcheckbox' : 'menuitemradio',
            'aria-checked': item.checked,
          })}
    >
      <span className="w-menu__icon">{item.checked ? <CheckIcon /> : item.icon}</span>
      <span className="w-menu__label">{item.label}</span>
      {item.shortcut && <kbd className="w-kbd">{item.shortcut}</kbd>}
    </Base.Item>
  );
}
