import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import {
  type CellText,
  type Column,
  cellText,
  type Table,
  tableOf,
  tableToTabbedText,
} from '../../../core/quantities/table.ts';
import { ageIn, copyText, saveCsv, saveParquet, withAge } from '../saving.ts';
import { Button } from './Button.tsx';
import { CopyIcon, DownloadIcon } from './icons.tsx';
import { Subscripts } from './Subscripts.tsx';

/** A column that the page may draw in a way of its own. */
export interface PageColumn<Row> extends Column<Row> {
  readonly cell?: (row: Row) => ReactNode;
  /** Names the row, for reading aloud; by itself the first of the first two columns that holds no numbers. */
  readonly rowHeader?: boolean;
  /** Neighbours of one group stand under its title, each with its own words. */
  readonly group?: ColumnGroup;
}

export interface ColumnGroup {
  readonly title: string;
  /** Small behind the title. */
  readonly unit?: string;
  /** This column among its neighbours. */
  readonly own: string;
}

export interface DataTableProps<Row> {
  /** What the table shows; read aloud, and seen when `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
  readonly columns: readonly PageColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selectedKeys?: ReadonlySet<string>;
  /** `extend`: Shift, Ctrl or Cmd was held. */
  readonly onSelectRow?: (key: string, extend: boolean) => void;
  /** Given: buttons to copy it and to save it; of the files, without what says their kind. */
  readonly fileName?: string;
  /** What copies and files have behind the columns of the page. */
  readonly fileColumns?: readonly Column<Row>[];
  readonly empty?: ReactNode;
}

/** Rows and columns, readable aloud, selectable by click, Enter and Space, copied and saved with every digit. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption, columns, rows, rowKey, fileName, fileColumns = [], empty } = props;
  const table = () => tableOf([...columns, ...fileColumns], rows);
  return (
    <div className="w-table-box">
      {fileName !== undefined && <TableActions fileName={fileName} table={table} />}
      <table className="w-table">
        <caption className={showCaption ? undefined : 'w-hidden'}>
          <span className="w-table__caption">{caption}</span>
        </caption>
        <TableHead columns={columns} />
        <tbody>
          {rows.map((row) => (
            <DataRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

/** Symbols of quantities, which stand in the first column, are written with their subscripts. */
export const withSymbols = <Row,>([
  quantity,
  ...columns
]: readonly Column<Row>[]): readonly PageColumn<Row>[] => [
  { ...quantity!, cell: (row) => <Subscripts text={cellText(quantity!, row).text} /> },
  ...columns,
];

/** One row of heads, or two where columns are grouped. */
function TableHead<Row>({ columns }: { readonly columns: readonly PageColumn<Row>[] }) {
  const grouped = columns.filter(({ group }) => group !== undefined);
  const isFirst = ({ group }: PageColumn<Row>, i: number): boolean =>
    group === undefined || columns[i - 1]?.group?.title !== group.title;
  return (
    <thead>
      <tr>
        {columns.filter(isFirst).map(({ id, kind, header, unit, group }) => {
          const span = columns.filter(
            (one) => group !== undefined && one.group?.title === group.title,
          ).length;
          return group === undefined ? (
            <th key={id} scope="col" data-kind={kind} data-column={id} rowSpan={grouped.length > 0 ? 2 : 1}>
              <HeadWords words={header} unit={unit} />
            </th>
          ) : (
            <th key={id} scope="colgroup" data-kind="group" colSpan={span}>
              <HeadWords words={group.title} unit={group.unit} />
            </th>
          );
        })}
      </tr>
      {grouped.length > 0 && (
        <tr>
          {grouped.map(({ id, kind, header, group }) => (
            <th key={id} scope="col" data-kind={kind} data-column={id} data-words={header}>
              {group?.own}
            </th>
          ))}
        </tr>
      )}
    </thead>
  );
}

function HeadWords({ words, unit }: { readonly words: string; readonly unit: string | undefined }) {
  return (
    <>
      {words}
      {unit && (
        <span className="w-table__unit">
          {' '}
          <Subscripts text={unit} />
        </span>
      )}
    </>
  );
}

interface TableActionsProps {
  readonly fileName: string;
  readonly table: () => Table;
}

/** A table copied, and as files. */
export function TableActions({ fileName, table }: TableActionsProps) {
  const looks = { size: 'small', variant: 'quiet' } as const;
  const box = useRef<HTMLDivElement>(null);
  const leave = (by: (name: string, aged: Table) => unknown) => () => {
    const age = ageIn(box.current);
    void by(`${fileName}${age}`, withAge(table(), age));
  };
  const copy = leave((_, { columns, rows }) => copyText(tableToTabbedText(columns, rows)));
  return (
    <div ref={box} className="w-table-box__actions">
      <Button {...looks} icon={<CopyIcon size={14} />} onClick={copy}>
        Copy
      </Button>
      <Button {...looks} icon={<DownloadIcon size={14} />} onClick={leave(saveCsv)}>
        CSV
      </Button>
      <Button {...looks} icon={<DownloadIcon size={14} />} onClick={leave(saveParquet)}>
        Parquet
      </Button>
    </div>
  );
}

/** A cell with its notes below it. The ends of an interval may stand under each other. */
export function Cell({ of: { text, notes = [], title, tone, open } }: { readonly of: CellText }) {
  return (
    <span className={open && 'undetermined'} data-tone={tone} title={title}>
      {open ? (
        <>
          <span>◌ {open[0]} …</span> <span>{open[1]}</span>
        </>
      ) : (
        text
      )}
      {notes.map((note) => (
        <small key={note} className="half-width">
          {note}
        </small>
      ))}
    </span>
  );
}

function DataRow<Row>({
  row,
  columns,
  rowKey,
  selectedKeys,
  onSelectRow,
}: DataTableProps<Row> & { readonly row: Row }) {
  const key = rowKey(row);
  const select = (event: MouseEvent | KeyboardEvent) =>
    onSelectRow?.(key, event.shiftKey || event.ctrlKey || event.metaKey);
  const interaction = onSelectRow && {
    tabIndex: 0,
    onClick: select,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      select(event);
    },
  };
  const naming = columns.slice(0, 2).findIndex(({ kind }) => kind !== 'number');
  return (
    <tr aria-selected={onSelectRow ? (selectedKeys?.has(key) ?? false) : undefined} {...interaction}>
      {columns.map((column, i) =>
        (column.rowHeader ?? i === naming) ? (
          <th key={column.id} scope="row" data-kind={column.kind} data-column={column.id}>
            {column.cell ? column.cell(row) : <Cell of={cellText(column, row)} />}
          </th>
        ) : (
          <td key={column.id} data-kind={column.kind} data-column={column.id}>
            {column.cell ? column.cell(row) : <Cell of={cellText(column, row)} />}
          </td>
        ),
      )}
    </tr>
  );
}
