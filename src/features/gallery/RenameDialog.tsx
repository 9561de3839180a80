import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/widgets/Button.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';

/** Longest name of a scenario (see `Scenario.name`). */
const LONGEST = 200;

interface RenameDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

/** A new name for a scenario; Enter takes it, Escape leaves the old one. */
export function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const form = useId();
  const [draft, setDraft] = useState(name);
  const trimmed = draft.trim();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (trimmed === '') return;
    onClose();
    if (trimmed !== name) onRename(trimmed);
  }

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form} disabled={trimmed === ''}>
        Rename
      </Button>
    </>
  );
  return (
    <Dialog open size="small" title="Rename" onOpenChange={(open) => !open && onClose()} footer={footer}>
      <form id={form} onSubmit={handleSubmit}>
        <label className="gallery-rename">
          Name
          <input value={draft} maxLength={LONGEST} onChange={(event) => setDraft(event.target.value)} />
        </label>
      </form>
    </Dialog>
  );
}
