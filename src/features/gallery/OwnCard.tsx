import { useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CopyIcon, MoreIcon, TrashIcon } from '../../ui/widgets/icons.tsx';
import { Menu, type MenuEntry } from '../../ui/widgets/Menu.tsx';
import { CardFace } from './CardFace.tsx';
import { CARD_BUTTON } from './CardGrid.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { savedAgo } from './saved-ago.ts';
import type { SolvePicture } from './use-picture-answer.ts';

/** A scenario kept in this browser. */
export interface OwnScenario {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly scenario: Scenario;
}

export interface OwnCardActions {
  readonly onOpenOwn: (id: string) => void;
  readonly onDeleteOwn: (id: string) => void;
  readonly onDuplicateOwn: (id: string) => void;
  /** Absent: cards offer no renaming. */
  readonly onRenameOwn?: ((id: string, name: string) => void) | undefined;
}

export interface OwnCardProps extends OwnCardActions {
  readonly own: OwnScenario;
  readonly solve?: SolvePicture | undefined;
}

/** One of the user's scenarios: press to open; its menu renames, duplicates and deletes. */
export function OwnCard({ own, solve, onOpenOwn, onDeleteOwn, onDuplicateOwn, onRenameOwn }: OwnCardProps) {
  const [renaming, setRenaming] = useState(false);
  const entries: MenuEntry[] = [
    ...(onRenameOwn ? [{ label: 'Rename…', onSelect: () => setRenaming(true) }] : []),
    { label: 'Duplicate', icon: <CopyIcon />, onSelect: () => onDuplicateOwn(own.id) },
    'separator',
    { label: 'Delete', icon: <TrashIcon />, tone: 'danger', onSelect: () => onDeleteOwn(own.id) },
  ];
  return (
    <li className="gallery-own">
      <button type="button" className="gallery-card" onClick={() => onOpenOwn(own.id)} {...CARD_BUTTON}>
        <CardFace scenario={own.scenario} solve={solve} title={own.name}>
          <span className="gallery-card__source">{savedAgo(own.savedAt, Date.now())}</span>
        </CardFace>
      </button>
      <span className="gallery-own__menu">
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${own.name}`} size="small" icon={<MoreIcon />} />}
          entries={entries}
        />
      </span>
      {renaming && (
        <RenameDialog
          name={own.name}
          onClose={() => setRenaming(false)}
          onRename={(name) => onRenameOwn?.(own.id, name)}
        />
      )}
    </li>
  );
}
