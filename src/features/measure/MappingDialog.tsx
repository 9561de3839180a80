/** Which column of a foreign CSV file is what: guessed, shown beside its first rows, and remembered for files with the same header. */
import { useState } from 'react';
import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { KindChoices } from './KindChoices.tsx';
import {
  emptyMapping,
  MAPPED_FIELDS,
  MAPPED_TABLES,
  mappingGap,
  withColumn,
  withTable,
  withUnitOf,
} from './mapping-fields.ts';
import { rememberMapping } from './mapping-memory.ts';
import { closeMapping, takeAnswered, useMappingQuestion } from './mapping-question.ts';
import { measuredClient } from './measured-keeping.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { reduceFile } from './reading.ts';

export function MappingDialog() {
  const asked = useMappingQuestion(({ waiting }) => waiting[0]);
  return asked && <Mapping key={asked.number} file={asked.file} first={asked.columns} />;
}

const SEPARATORS = [
  { value: ',', label: 'comma' },
  { value: ';', label: 'semicolon' },
  { value: '\t', label: 'tab' },
  { value: ' ', label: 'space' },
] as const;
const HEADERS = [
  { value: 'yes', label: 'names of columns' },
  { value: 'no', label: 'data' },
] as const;
const UNITS = [
  { value: 's', label: 's' },
  { value: 'ms', label: 'ms' },
  { value: 'us', label: 'µs' },
  { value: 'ns', label: 'ns' },
  { value: 'date', label: 'date and time' },
] as const;
const NONE = ' ';

function Mapping({ file, first }: { readonly file: File; readonly first: ColumnPreview }) {
  const [columns, setColumns] = useState(first);
  const [mapping, setMapping] = useState(first.guess ?? emptyMapping(first));
  const gap = mappingGap(mapping);
  const layOut = async (layout: Pick<ColumnMapping, 'separator' | 'header'>): Promise<void> => {
    const { columns: next } = await measuredClient.inspect(file, layout);
    if (!next) return;
    setColumns(next);
    setMapping(next.guess ?? emptyMapping(next));
  };
  const read = (): void => {
    closeMapping();
    // The next file comes as it looks, also where this one was laid out in another way.
    for (const shown of [first, columns]) rememberMapping(shown, mapping);
    void reduceFile(file, mapping);
    for (const alike of takeAnswered()) void reduceFile(alike.file, alike.mapping);
  };
  const choices = [
    { value: NONE, label: '–' },
    ...columns.names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && closeMapping()}
      title={`Columns of ${file.name}`}
      description={
        first.guess
          ? 'This is how the columns look; correct what is wrong. Files with the same header are read like this from then on.'
          : 'Say which column is what. Files with the same header are read like this from then on.'
      }
      footer={
        <>
          <Button onClick={closeMapping}>Cancel</Button>
          <Button variant="primary" disabled={gap !== undefined} onClick={read}>
            Read the file
          </Button>
        </>
      }
    >
      <div className="measured__mapping">
        <ChoiceField
          label="A row is"
          as="list"
          value={mapping.table}
          choices={MAPPED_TABLES}
          onChange={(table) => setMapping(withTable(mapping, table))}
        />
        {MAPPED_FIELDS[mapping.table].map(({ column, label, needed }) => (
          <ChoiceField
            key={column}
            label={needed ? label : `${label} (if any)`}
            as="list"
            value={mapping.columns[column] ?? NONE}
            choices={choices}
            onChange={(name) =>
              setMapping(withUnitOf(withColumn(mapping, column, name === NONE ? '' : name), columns))
            }
          />
        ))}
        <ChoiceField
          label="Unit of times"
          as="list"
          value={mapping.timeUnit}
          choices={UNITS}
          onChange={(timeUnit) => setMapping({ ...mapping, timeUnit })}
        />
        <ChoiceField
          label="Separator"
          as="list"
          value={columns.separator}
          choices={SEPARATORS}
          onChange={(separator) => void layOut({ separator, header: columns.header })}
        />
        <ChoiceField
          label="First row"
          as="list"
          value={columns.header ? 'yes' : 'no'}
          choices={HEADERS}
          onChange={(header) => void layOut({ separator: columns.separator, header: header === 'yes' })}
        />
      </div>
      {mapping.table === 'events' && (
        <KindChoices mapping={mapping} columns={columns} onChange={setMapping} />
      )}
      <PreviewTable columns={columns} mapping={mapping} />
      <p className="panel__note" role="status">
        {gap ?? 'Ready to read.'}
      </p>
    </Dialog>
  );
}
