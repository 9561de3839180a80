/** One version in the list: switch to it, compare with it, take its name away. */
import { nameVariant } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../../ui/widgets/icons.tsx';
import { ROW_HEIGHT } from './VersionLanes.tsx';
import type { VersionRow } from './version-rows.ts';

interface VersionLineProps {
  readonly row: VersionRow;
  readonly indent: number;
  readonly onSwitch: () => void;
  readonly onCompare: () => void;
}

export function VersionLine({ row, indent, onSwitch, onCompare }: VersionLineProps) {
  const { id, name, label, isPresent } = row;
  const title = name ?? label;
  return (
    <li style={{ height: ROW_HEIGHT, paddingLeft: indent }}>
      <button
        type="button"
        className="variants__version"
        data-named={name !== undefined || undefined}
        aria-current={isPresent || undefined}
        onClick={onSwitch}
      >
        {title}
        <span className="variants__detail">{detailOf(row)}</span>
      </button>
      {!isPresent && (
        <Button size="small" variant="quiet" aria-label={`Compare with ${title}`} onClick={onCompare}>
          Compare
        </Button>
      )}
      {name !== undefined && (
        <IconButton
          label={`Take the name ${name} away`}
          size="small"
          icon={<CloseIcon size={12} />}
          onClick={() => nameVariant(id, undefined)}
        />
      )}
    </li>
  );
}

function detailOf({ name, label, skipped, isPresent, parent }: VersionRow): string {
  const parts = [
    isPresent ? 'now in the editor' : '',
    name !== undefined && label !== name && parent !== undefined ? label : '',
    skipped > 0 ? `${skipped + 1} edits on` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
