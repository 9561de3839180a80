import { useId } from 'react';
import type { Result } from '../../../core/base/result.ts';
import { describedBy, FieldRow } from './FieldRow.tsx';
import { useDraft } from './use-draft.ts';

export interface TextAreaProps<T> {
  readonly label: string;
  readonly value: T;
  readonly format: (value: T) => string;
  /** The error is a sentence that says what was expected. */
  readonly parse: (text: string) => Result<T, string>;
  readonly onChange: (value: T, gesture: string) => void;
  readonly placeholder?: string;
  readonly help?: string;
  readonly rows?: number;
  /** Equal widths, for columns of numbers. */
  readonly monospace?: boolean;
}

/** Several lines: prose, a list of numbers, a matrix. */
export function TextArea<T>(props: TextAreaProps<T>) {
  const { label, value, format, parse, onChange, placeholder, help, rows = 3, monospace } = props;
  const id = useId();
  const draft = useDraft({ value, toText: format, parse, onChange, multiline: true });
  return (
    <FieldRow label={label} id={id} stacked help={help} error={draft.error}>
      <textarea
        id={id}
        rows={rows}
        className={monospace ? 'w-input w-textarea w-input--mono' : 'w-input w-textarea'}
        value={draft.text ?? format(value)}
        placeholder={placeholder}
        spellCheck={!monospace}
        onFocus={draft.handleFocus}
        onBlur={draft.handleBlur}
        onKeyDown={draft.handleKeyDown}
        onChange={(event) => draft.type(event.target.value)}
        {...describedBy(id, help, draft.error)}
      />
    </FieldRow>
  );
}
