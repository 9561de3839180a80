/** Finds one of many by words: type, walk with the arrows, Enter takes it. */
import { useState } from 'react';
import { SuggestField } from '../../ui/widgets/SuggestField.tsx';

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
  const [text, setText] = useState('');
  return (
    <SuggestField
      {...{ label, placeholder }}
      value={text}
      onChange={setText}
      items={matching(items, text).slice(0, MOST_SHOWN)}
      keyOf={({ id }) => id}
      itemOf={({ id, title, detail }) => (
        <>
          <span>{title}</span>
          <code>{id}</code>
          {detail !== undefined && <span className="w-suggest__detail">{detail}</span>}
        </>
      )}
      takesFirst
      onPick={({ id }) => {
        setText('');
        onPick(id);
      }}
    />
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
