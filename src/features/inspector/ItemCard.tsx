import type { ReactNode } from 'react';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { TrashIcon } from '../../ui/widgets/icons.tsx';
import './item-card.css';

export interface ItemCardProps {
  /** Names the group of fields, such as 'Class urgent'. */
  readonly label: string;
  readonly title: ReactNode;
  /** What the button at the right does, such as 'Remove class urgent'; no button when absent. */
  readonly removal?: { readonly label: string; readonly run: () => void };
  readonly children: ReactNode;
}

/** One of a list of things with a few fields each. */
export function ItemCard({ label, title, removal, children }: ItemCardProps) {
  return (
    <fieldset className="i-item" aria-label={label}>
      <div className="i-item__head">
        <span className="i-item__title">{title}</span>
        {removal && (
          <IconButton
            label={removal.label}
            icon={<TrashIcon size={14} />}
            size="small"
            onClick={removal.run}
          />
        )}
      </div>
      {children}
    </fieldset>
  );
}
