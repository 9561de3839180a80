/** The name of the version that is in the editor. */
import { type FormEvent, type Ref, useState } from 'react';
import { MOST_VARIANTS } from '../../../core/scenario/variants.ts';
import { nameVariant } from '../../state/document-store.ts';
import type { History } from '../../state/history.ts';
import { Button } from '../../ui/widgets/Button.tsx';

const LONGEST = 200;

export function NameForm({
  history,
  ref,
}: {
  readonly history: History;
  readonly ref: Ref<HTMLInputElement>;
}) {
  const { at, names } = history;
  const now = names.get(at);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? now ?? '';
  const fault = typed === undefined ? undefined : faultOf(history, text.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault !== undefined || text.trim() === '') return;
    nameVariant(at, text.trim());
    setTyped(undefined);
  };
  return (
    <form className="variants__form" onSubmit={submit}>
      <label>
        Name of what is in the editor
        <input
          ref={ref}
          type="text"
          className="w-input"
          value={text}
          maxLength={LONGEST}
          placeholder="Such as: two servers at 1b"
          aria-invalid={fault !== undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="primary"
        disabled={fault !== undefined || text.trim() === '' || text.trim() === now}
      >
        {now === undefined ? 'Name it' : 'Rename'}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="variants__fault">
          {fault}
        </p>
      )}
    </form>
  );
}

function faultOf({ at, names }: History, name: string): string | undefined {
  if ([...names].some(([id, each]) => id !== at && each === name))
    return 'Another variant has this name already.';
  return !names.has(at) && names.size >= MOST_VARIANTS
    ? `${MOST_VARIANTS} versions have a name; take one away first.`
    : undefined;
}
