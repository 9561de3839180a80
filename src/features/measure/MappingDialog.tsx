/** Which column of a foreign CSV file is what: guessed, shown beside its first rows, and remembered for files with the same header. */
import { Fragment, useEffect, useState } from 'react';
import { own } from '../../../core/base/own.ts';
import { inSentence } from '../../../core/scenario/fields.ts';
import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview, MappingAssessment } from '../../../workers/measure/queries/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';

import {
  emptyMapping,
  MAPPED_FIELDS,
  MAPPED_TABLES,
  mappingGap,
  unitChoices,
  withColumn,
  withTable,
  withUnit,
  withUnitOf,
} from './mapping-fields.ts';
import { rememberMapping } from './mapping-memory.ts';
import { closeMapping, takeAnswered, useMappingQuestion } from './mapping-question.ts';
import { measuredClient } from './measured-keeping.ts';

import { reduceFile } from './reading.ts';

export function MappingDialog() {
  const asked = useMappingQuestion(({ waiting }) => waiting[0]);
  if (!asked) return undefined;
  const { file, number, columns } = asked;
  const read = (mapping: ColumnMapping): void => {
    closeMapping();
    void reduceFile(file, mapping);
    for (const alike of takeAnswered()) void reduceFile(alike.file, alike.mapping);
  };
  return <ColumnsDialog key={number} {...{ file, first: columns }} onClose={closeMapping} onRead={read} />;
}

const SEPARATORS = [
  { value: ',', label: 'comma' },
  { value: ';', label: 'semicolon' },
  { value: '|', label: 'upright line' },
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
const CHOOSE = { value: NONE, label: 'choose…' };

interface ColumnsDialogProps {
  readonly file: File;
  readonly first: ColumnPreview;
  readonly onClose: () => void;
  /** The mapping is remembered by then. */
  readonly onRead: (mapping: ColumnMapping) => void;
}

export function ColumnsDialog({ file, first, onClose, onRead }: ColumnsDialogProps) {
  const [columns, setColumns] = useState(first);
  const [mapping, setMapping] = useState(first.guess ?? emptyMapping(first));
  const gap = mappingGap(mapping);
  const layOut = async (layout: Pick<ColumnMapping, 'separator' | 'header'>): Promise<void> => {
    const { columns: next } = await measuredClient.inspect(undefined, file, layout);
    if (!next) return;
    setColumns(next);
    setMapping(next.guess ?? emptyMapping(next));
  };
  const read = (): void => {
    // The next file comes as it looks, also where this one was laid out in another way.
    for (const shown of [first, columns]) rememberMapping(shown, mapping);
    onRead(mapping);
  };
  const choices = [
    { value: NONE, label: '–' },
    ...columns.names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={`Columns of ${file.name}`}
      description={
        first.guess
          ? 'The columns as detected; correct them where needed. Files with the same header will be read the same way.'
          : 'Choose what each column holds. Files with the same header will be read the same way.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={gap !== undefined} onClick={read}>
            Read the file
          </Button>
        </>
      }
    >
      <div role="status">
        {gap && <p className="panel__note">{gap}</p>}
        {(!gap || mapping.table === 'means') && <Assessment file={file} mapping={mapping} />}
      </div>
      <div className="measured__mapping">
        <ChoiceField
          label="A row is"
          as="list"
          value={mapping.table}
          choices={MAPPED_TABLES}
          onChange={(table) => setMapping(withTable(mapping, table))}
        />
        {MAPPED_FIELDS[mapping.table].map(({ column, label, needed }) => {
          const unit = unitChoices(mapping, column);
          return (
            <Fragment key={column}>
              <ChoiceField
                label={needed ? label : `${label} (if any)`}
                as="list"
                value={mapping.columns[column] ?? NONE}
                choices={choices}
                onChange={(name) =>
                  setMapping(
                    withUnitOf(withColumn(mapping, column, name === NONE ? '' : name), columns, column),
                  )
                }
              />
              {unit && (
                <ChoiceField
                  label={`Unit of ${inSentence(label)}`}
                  as="list"
                  value={unit.unit ?? NONE}
                  choices={unit.unit === undefined ? [CHOOSE, ...unit.choices] : unit.choices}
                  onChange={(chosen) => setMapping(withUnit(mapping, column, chosen))}
                />
              )}
            </Fragment>
          );
        })}
        {mapping.table !== 'means' && (
          <ChoiceField
            label="Unit of times"
            as="list"
            value={mapping.timeUnit}
            choices={UNITS}
            onChange={(timeUnit) => setMapping({ ...mapping, timeUnit })}
          />
        )}
        {mapping.table === 'counters' && (
          <ChoiceField
            label="Counters start again"
            as="list"
            value={String(mapping.wrap ?? NEVER)}
            choices={WRAPS}
            onChange={(wrap) => setMapping(withWrap(mapping, Number(wrap)))}
          />
        )}
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
    </Dialog>
  );
}

/** What the chosen columns make of the first rows, and what speaks against them. */
function Assessment({ file, mapping }: { readonly file: File; readonly mapping: ColumnMapping }) {
  const [found, setFound] = useState<MappingAssessment>();
  useEffect(() => {
    const asked = new AbortController();
    void measuredClient.assess(asked.signal, file, mapping).then(
      (answer) => asked.signal.aborted || setFound(answer),
      () => undefined,
    );
    return () => asked.abort();
  }, [file, mapping]);
  if (!found) return null;
  return (
    <>
      {found.doubts.length > 0 && (
        <div className="measured__doubts">
          <strong>Check before it is read:</strong>
          <ul>
            {found.doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="panel__note">It becomes {found.becomes}.</p>
    </>
  );
}

/** The first rows of a foreign file, with what each column was said to be. */

interface PreviewTableProps {
  readonly columns: ColumnPreview;
  readonly mapping: ColumnMapping;
}

function PreviewTable({ columns: { names, rows }, mapping }: PreviewTableProps) {
  const meaningOf = (name: string): string =>
    MAPPED_FIELDS[mapping.table].find(({ column }) => mapping.columns[column] === name)?.label ?? '';
  return (
    // Focus lets the keyboard scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="measured__preview" aria-label="First rows" tabIndex={0}>
      <table className="w-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
                <span className="w-table__unit"> {meaningOf(name)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file
            <tr key={line}>
              {names.map((name, column) => (
                <td key={name}>{row[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Which word of the column of kinds means what. */

const KINDS = [
  { value: 'I', label: 'insertion' },
  { value: 'D', label: 'departure' },
  { value: 'F', label: 'full: a writer waits' },
  { value: 'E', label: 'empty: a reader waits' },
  { value: '-', label: 'none of these' },
] as const;

interface KindChoicesProps {
  readonly mapping: ColumnMapping;
  readonly columns: ColumnPreview;
  readonly onChange: (mapping: ColumnMapping) => void;
}

function KindChoices({ mapping, columns, onChange }: KindChoicesProps) {
  const column = mapping.columns.kind;
  const words = column === undefined ? undefined : own(columns.words, column);
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

const NEVER = 0;
const WRAPS = [
  { value: String(NEVER), label: 'never' },
  ...[8, 16, 24, 32, 48].map((bits) => ({ value: String(1n << BigInt(bits)), label: `after 2^${bits}` })),
];

const withWrap = ({ wrap: _, ...mapping }: ColumnMapping, wrap: number): ColumnMapping =>
  wrap === NEVER ? mapping : { ...mapping, wrap };
