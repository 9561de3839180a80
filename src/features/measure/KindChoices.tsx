/** Which word of the column of kinds means what. */

import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';

const KINDS = [
  { value: 'I', label: 'insertion' },
  { value: 'D', label: 'departure' },
  { value: 'F', label: 'full: a writer waits' },
  { value: 'E', label: 'empty: a reader waits' },
  { value: '-', label: 'nothing of these' },
] as const;

interface KindChoicesProps {
  readonly mapping: ColumnMapping;
  readonly columns: ColumnPreview;
  readonly onChange: (mapping: ColumnMapping) => void;
}

export function KindChoices({ mapping, columns, onChange }: KindChoicesProps) {
  const column = mapping.columns.kind;
  const words =
    column !== undefined && Object.hasOwn(columns.words, column) ? columns.words[column] : undefined;
  if (column === undefined) return null;
  if (!words)
    return (
      <p className="panel__note">The column {column} has too many different words for kinds of events.</p>
    );
  const { kinds = {} } = mapping;
  return (
    <fieldset className="measured__mapping">
      <legend>Words of {column}</legend>
      {words.map((word) => (
        <ChoiceField
          key={word}
          label={word === '' ? '(empty)' : word}
          as="list"
          value={(Object.hasOwn(kinds, word) ? kinds[word] : letterOf(word)) ?? '-'}
          choices={KINDS}
          onChange={(kind) => {
            const { [word]: _, ...others } = kinds;
            onChange({ ...mapping, kinds: kind === '-' ? others : { ...others, [word]: kind } });
          }}
        />
      ))}
    </fieldset>
  );
}

/** The letters themselves need no mapping. */
const letterOf = (word: string) => KINDS.find(({ value }) => value === word && value !== '-')?.value;
