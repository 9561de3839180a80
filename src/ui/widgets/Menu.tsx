import { ContextMenu as Context } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { type PointerEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { CheckIcon } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown at the right, such as 'Ctrl D'. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly tone?: 'danger';
  /** Present on an item of a choice: whether it is the chosen one. */
  readonly checked?: boolean;
  /** The item is a switch of its own, not one of a choice. */
  readonly kind?: 'switch';
  readonly onSelect: () => void;
}

export type MenuEntry = MenuItem | 'separator' | { readonly heading: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<{ disabled?: boolean }>;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end';
  /** It was asked for before it was there. */
  readonly opensAtOnce?: boolean;
}

/** Actions behind a button: arrows move, letters jump, Enter chooses, Escape closes. */
export function Menu({ trigger, entries, align = 'start', opensAtOnce = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={opensAtOnce}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="w-floating" align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="w-menu">{entries.map(renderEntry)}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ContextMenuProps {
  readonly entries: readonly MenuEntry[];
  /** What a right click, a long press or the menu key acts on, before the menu opens. */
  readonly onAsk: (target: Element, at: { readonly x: number; readonly y: number }) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Milliseconds after which a finger that has moved fewer pixels asks for a menu. */
const [HELD, STILL] = [450, 10];

/** Actions of the thing that is right-clicked, pressed for long or focused when the menu key is pressed. */
export function ContextMenu({ entries, onAsk, className, children }: ContextMenuProps) {
  const finger = useRef({ x: 0, y: 0, timer: 0 });
  const lift = (): void => clearTimeout(finger.current.timer);
  // The library listens to touches, which a drawing that can be dragged keeps to itself.
  const touch = ({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent): void => {
    lift();
    if (pointerType !== 'touch' || !isPrimary) return;
    const init = { bubbles: true, cancelable: true, clientX, clientY };
    const timer = window.setTimeout(() => {
      // The click that browsers make of a lifted finger would close the menu.
      addEventListener('touchend', (event) => event.preventDefault(), { capture: true, once: true });
      target.dispatchEvent(new MouseEvent('contextmenu', init));
    }, HELD);
    finger.current = { x: clientX, y: clientY, timer };
  };
  return (
    <Context.Root>
      <Context.Trigger
        className={className}
        onPointerDownCapture={touch}
        onPointerUpCapture={lift}
        onPointerCancelCapture={lift}
        onPointerMoveCapture={({ clientX, clientY }) => {
          if (Math.hypot(clientX - finger.current.x, clientY - finger.current.y) > STILL) lift();
        }}
        onContextMenuCapture={(event) => {
          lift();
          if (event.target instanceof Element) onAsk(event.target, { x: event.clientX, y: event.clientY });
        }}
      >
        {children}
      </Context.Trigger>
      <Context.Portal>
        <Context.Positioner className="w-floating" collisionPadding={8}>
          <Context.Popup className="w-menu">{entries.map(renderEntry)}</Context.Popup>
        </Context.Positioner>
      </Context.Portal>
    </Context.Root>
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
