import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { PencilIcon, WarningIcon } from '../../ui/widgets/icons.tsx';
import type { InspectorFault } from './inspector-types.ts';

export interface NodeHeaderProps {
  readonly title: string;
  /** Given: the title is changed in its place. An empty one is handed on as it is. */
  readonly onTitle?: (title: string) => void;
  /** What it is: 'Stage', 'Source', … */
  readonly kind: string;
  readonly badge?: ReactNode;
  readonly faults?: readonly InspectorFault[];
}

/** What is shown below, and what is wrong with it. */
export function NodeHeader({ title, onTitle, kind, badge, faults = [] }: NodeHeaderProps) {
  const [isEdited, setEdited] = useState(false);
  return (
    <header className="i-head">
      <div className="i-head__line">
        {isEdited && onTitle ? (
          <TitleField
            title={title}
            onFinish={(next) => {
              setEdited(false);
              if (next !== undefined && next !== title) onTitle(next);
            }}
          />
        ) : (
          <>
            <h2 className="i-head__title" onDoubleClick={() => setEdited(true)}>
              {title}
            </h2>
            {onTitle && (
              <IconButton
                label="Change the name"
                size="small"
                icon={<PencilIcon size={12} />}
                onClick={() => setEdited(true)}
              />
            )}
          </>
        )}
        <span className="i-head__badge">{badge}</span>
      </div>
      <p className="i-head__kind">{kind}</p>
      {faults.map((fault) => (
        <p key={fault.message} className="i-fault" data-severity={fault.severity ?? 'error'}>
          <WarningIcon size={14} />
          {fault.message}
        </p>
      ))}
    </header>
  );
}

interface TitleFieldProps {
  readonly title: string;
  /** Undefined: it stays. */
  readonly onFinish: (title: string | undefined) => void;
}

/** Enter keeps what was typed, Escape what was there. */
function TitleField({ title, onFinish }: TitleFieldProps) {
  const done = useRef(false);
  // Leaving the field after Enter or Escape must not be heard a second time.
  const finish = (next: string | undefined) => {
    if (done.current) return;
    done.current = true;
    onFinish(next);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish(event.currentTarget.value.trim());
    else if (event.key === 'Escape') finish(undefined);
    else return;
    event.stopPropagation();
  };
  return (
    <input
      className="w-input i-head__field"
      aria-label="Name"
      defaultValue={title}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the field is there because the name was asked to be changed
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={handleKey}
      onBlur={(event) => finish(event.currentTarget.value.trim())}
    />
  );
}
