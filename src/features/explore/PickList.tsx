/** Finds one of many by words: type, walk with the arrows, Enter takes it. */
import { type KeyboardEvent, useId, useState } from 'react';

export interface PickItem {
  readonly id: string;
  readonly title: string;
  /** At the right. */
  readonly detail?: string;
}

interface PickListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly items: readonly PickItem[];
  readonly onPick: (id: string) => void;
}

const MOST_SHOWN = 60;

export function PickList({ label, placeholder, items, onPick }: PickListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = open ? matching(items, text).slice(0, MOST_SHOWN) : [];
  const pick = (item: PickItem | undefined): void => {
    if (!item) return;
    setText('');
    setOpen(false);
    onPick(item.id);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (!open) return;
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(found[active]);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears where the focus goes from the field inside
    <div
      className="explore-pick"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <input
        type="text"
        className="w-input"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={handleKey}
      />
      {found.length > 0 && (
        <div className="explore-pick__list" role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
          {found.map((item, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
            <div
              key={item.id}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              className="explore-pick__item"
              onClick={() => pick(item)}
              onPointerMove={() => setActive(i)}
            >
              <span>{item.title}</span>
              <code>{item.id}</code>
              {item.detail !== undefined && <span className="explore-pick__detail">{item.detail}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** All words of the text, anywhere; what begins with the text first. */
function matching(items: readonly PickItem[], text: string): readonly PickItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ id, title, detail = '' }) => {
    const whole = `${id} ${title} ${detail}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const first = words.join(' ');
  const rank = ({ id, title }: PickItem): number =>
    id.toLowerCase().startsWith(first) || title.toLowerCase().startsWith(first) ? 0 : 1;
  return first === '' ? found : [...found].sort((a, b) => rank(a) - rank(b));
}
