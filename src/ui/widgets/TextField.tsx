import { useId } from 'react';
import { ok, type Result } from '../../../core/base/result.ts';
import { describedBy, FieldRow } from './FieldRow.tsx';
import { useDraft } from './use-draft.ts';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** `gesture` is the same for all changes of one entry. */
  readonly onChange: (value: string, gesture: string) => void;
  /** What is wrong with a text, in one sentence; any text is right when absent. */
  readonly parse?: (text: string) => Result<string, string>;
  /** The value changes only by Enter or by leaving the field. */
  readonly whenFinished?: boolean;
  readonly placeholder?: string;
  readonly help?: string;
  readonly disabled?: boolean;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, parse = ok, whenFinished, placeholder, help, disabled } = props;
  const id = useId();
  const draft = useDraft({ value, toText: String, parse, onChange, whenFinished });
  return (
    <FieldRow label={label} id={id} help={help} error={draft.error}>
      <input
        id={id}
        type="text"
        className="w-input"
        value={draft.text ?? value}
        placeholder={placeholder}
        disabled={disabled}
        data-settled={draft.settled || undefined}
        spellCheck={false}
        autoComplete="off"
        onFocus={draft.handleFocus}
        onBlur={draft.handleBlur}
        onKeyDown={draft.handleKeyDown}
        onChange={(event) => draft.type(event.target.value)}
        {...describedBy(id, help, draft.error)}
      />
    </FieldRow>
  );
}
