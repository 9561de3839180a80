import { err, ok, type Result } from '../../../core/base/result.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { TextField } from '../../ui/widgets/TextField.tsx';

export interface NameFieldsProps {
  readonly id: string;
  readonly name: string | undefined;
  /** The scenario with another id for it, or why not. */
  readonly renamed: (id: string) => Result<Scenario, string>;
  readonly onName: (name: string | undefined, gesture: string) => void;
  readonly onRename: (after: Scenario, gesture: string) => void;
}

/** What something that nodes refer to is called, and the id that files and answers use. */
export function NameFields({ id, name, renamed, onName, onRename }: NameFieldsProps) {
  return (
    <>
      <TextField
        label={FIELDS.class.name.label}
        help={FIELDS.class.name.help}
        value={name ?? ''}
        placeholder={id}
        onChange={(next, gesture) => onName(next.trim() || undefined, gesture)}
      />
      <TextField
        label={FIELDS.class.id.label}
        help={FIELDS.class.id.help}
        value={id}
        whenFinished
        parse={(next) => {
          const result = renamed(next.trim());
          return result.ok ? ok(next) : err(result.error);
        }}
        onChange={(next, gesture) => {
          const result = renamed(next.trim());
          if (result.ok) onRename(result.value, gesture);
        }}
      />
    </>
  );
}
