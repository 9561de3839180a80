import type { ReactNode } from 'react';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';

export interface ItemListProps {
  readonly title: string;
  readonly count: number;
  /** A few words beside the title while there is nothing. */
  readonly inShort: string;
  /** What such things are for, in a sentence, while there is nothing. */
  readonly explanation: string;
  readonly adding: { readonly label: string; readonly disabled?: boolean; readonly run: () => void };
  readonly children: ReactNode;
}

/** A part of the inspector that holds a list; folded as long as the list is empty. */
export function ItemList({ title, count, inShort, explanation, adding, children }: ItemListProps) {
  return (
    <Disclosure title={title} summary={count === 0 ? inShort : String(count)} defaultOpen={count > 0}>
      {count === 0 && <p className="i-note">{explanation}</p>}
      {children}
      <div className="i-row">
        <Button size="small" icon={<PlusIcon size={14} />} disabled={adding.disabled} onClick={adding.run}>
          {adding.label}
        </Button>
      </div>
    </Disclosure>
  );
}
