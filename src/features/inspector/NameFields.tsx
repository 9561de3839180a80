import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { HELP } from './help.ts';

export interface NameFieldsProps {
  readonly help: string;
  readonly id: string;
  readonly name: string | undefined;
  /** The scenario with another id for it, or why not. */
  readonly renamed: (id: string) => Result<Scenario, string>;
  readonly onName: (name: string | undefined, gesture: string) => void;
  readonly onRename: (after: Scenario, gesture: string) => void;
}

/** What something that nodes refer to is called, and the id that files and answers use. */
export function NameFields({ help, id, name, renamed, onName, onRename }: NameFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        help={help}
        value={name ?? ''}
        placeholder={id}
        onChange={(next, gesture) => onName(next.trim() || undefined, gesture)}
      />
      <TextField
        label="Id"
        help={HELP.itemId}
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
