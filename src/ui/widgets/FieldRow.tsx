import { type ComponentProps, type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { Tooltip } from './Tooltip.tsx';

export interface FieldRowProps {
  readonly label: ReactNode;
  /** Id of the control inside. The label gets `${id}-label`, the help `${id}-help`, the error `${id}-error`. */
  readonly id: string;
  readonly help?: string;
  /** What was expected; shown under the control. */
  readonly error?: string;
  /** Label above instead of beside. */
  readonly stacked?: boolean;
  /** The control is a group of controls, which a <label> cannot name. */
  readonly group?: boolean;
  readonly labelProps?: ComponentProps<'label'>;
  readonly children: ReactNode;
}

/** Label, control, help and error of one field, in one place and one order. F1 shows the help. */
export function FieldRow({ label, id, help, error, stacked, group, labelProps, children }: FieldRowProps) {
  const [helpOpen, setHelpOpen] = useState(false);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F1' || !help) return;
    event.preventDefault();
    setHelpOpen(!helpOpen);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to keys on their way up from the control inside
    <div
      className={stacked ? 'w-field w-field--stacked' : 'w-field'}
      data-invalid={error !== undefined || undefined}
      onKeyDown={handleKeyDown}
      onBlur={() => setHelpOpen(false)}
    >
      <div className="w-field__head">
        {group ? (
          <span id={`${id}-label`} className="w-field__label">
            {label}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={id} className="w-field__label" {...labelProps}>
            {label}
          </label>
        )}
        {/* Where the hint finds no room above, it would lie over the error below. */}
        {help && <HelpHint help={help} open={helpOpen && error === undefined} onOpenChange={setHelpOpen} />}
      </div>
      <div className="w-field__control">{children}</div>
      {error !== undefined && (
        <p id={`${id}-error`} className="w-field__error" role="alert">
          {error}
        </p>
      )}
      {help && (
        <span id={`${id}-help`} hidden>
          {help}
        </span>
      )}
    </div>
  );
}

/** The attributes that tie a control to its row. */
export function describedBy(id: string, help: string | undefined, error: string | undefined) {
  const ids = [error !== undefined && `${id}-error`, help !== undefined && `${id}-help`]
    .filter(Boolean)
    .join(' ');
  return {
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': ids || undefined,
  };
}

interface HelpHintProps {
  readonly help: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The “?” of a field. The pointer opens it; from the keyboard F1 in the field does, so it costs no Tab stop. */
const HelpHint = memo(({ help, open, onOpenChange }: HelpHintProps) => {
  return (
    <Tooltip content={help} side="top" open={open}>
      <button
        type="button"
        className="w-help"
        tabIndex={-1}
        aria-hidden="true"
        onPointerEnter={() => onOpenChange(true)}
        onPointerLeave={() => onOpenChange(false)}
        onClick={() => onOpenChange(true)}
      >
        ?
      </button>
    </Tooltip>
  );
});
