/** All versions of the open scenario as a tree: name the present one, switch to another, compare with it. */
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { MOST_VARIANTS } from '../../../core/scenario/variants.ts';
import { switchVersion, useDocument } from '../../state/document-store.ts';
import { closeDialog, useSession } from '../../state/session-store.ts';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { compareWith } from './compare-with.ts';
import { NameForm } from './NameForm.tsx';
import { lanesWidth, VersionLanes } from './VersionLanes.tsx';
import { VersionLine } from './VersionLine.tsx';
import { type VersionRow, versionRows } from './version-rows.ts';
import './variants.css';

export default function VariantsDialog() {
  const history = useDocument((state) => state.history);
  const isNaming = useSession((session) => session.dialog === 'nameVariant');
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  assert(history, 'a scenario is open');
  const rows = useMemo(() => versionRows(history), [history]);
  const present = useRef<HTMLElement>(null);
  const switchToRow = ({ id, name, label, isPresent }: VersionRow): void => {
    closeDialog();
    if (isPresent) return;
    switchVersion(id);
    showToast({ title: `${name ?? label}: in the editor. Ctrl Z takes it back.`, tone: 'good' });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      title="Variants"
      description={`Undoing loses nothing: every branch stays here. Versions with a name are saved with the scenario and with studies; up to ${MOST_VARIANTS} have one.`}
      initialFocus={isNaming ? field : present}
    >
      <NameForm history={history} ref={field} />
      <div className="variants">
        <VersionLanes rows={rows} />
        <ol
          ref={(element) => {
            list.current = element;
            present.current = element?.querySelector<HTMLElement>('[aria-current]') ?? null;
          }}
          className="variants__list"
          aria-label="Versions, the oldest first"
          onKeyDown={(event) => walk(event, list.current)}
        >
          {rows.map((row) => (
            <VersionLine
              key={row.id}
              row={row}
              indent={lanesWidth(rows)}
              onSwitch={() => switchToRow(row)}
              onCompare={() => void compareWith(row)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

/** The arrows go from version to version. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !list) return;
  event.preventDefault();
  const line = (event.target as Element).closest('li');
  const versions = [...list.querySelectorAll<HTMLElement>('.variants__version')];
  const at = versions.findIndex((version) => version.closest('li') === line);
  versions[Math.max(0, Math.min(versions.length - 1, at + step))]?.focus();
}
