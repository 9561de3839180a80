import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { tableToCsv, tableToTabbedText } from '../../../core/base/table-text.ts';
import { Button } from './Button.tsx';
import { type FileTable, fileTableOf, type ToldColumn, toldColumns } from './file-table.ts';
import { CopyIcon, DownloadIcon } from './icons.tsx';

export interface Column<Row> extends ToldColumn<Row> {
  readonly cell: (row: Row) => ReactNode;
  /** Names the row, for reading aloud. */
  readonly rowHeader?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table shows; read aloud, and seen when `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selectedKeys?: ReadonlySet<string>;
  /** `extend`: Shift, Ctrl or Cmd was held. */
  readonly onSelectRow?: (key: string, extend: boolean) => void;
  /** Given: a button that hands over tab-separated text. */
  readonly onCopy?: (text: string) => void;
  /** Given: a button that hands over CSV. */
  readonly onSaveCsv?: (text: string) => void;
  /** What else is done with the table: stands behind those two. */
  readonly actions?: (table: () => FileTable) => ReactNode;
  readonly empty?: ReactNode;
}

/** Rows and columns, readable aloud, selectable by click, Enter and Space, copyable. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption, columns, rows, rowKey, empty, onCopy, onSaveCsv, actions } = props;
  const asText = (write: typeof tableToCsv): string => {
    const told = toldColumns(columns, rows);
    const heads = told.map(({ header, unit }) => ({ label: header, ...(unit && { unit }) }));
    return write(
      heads,
      rows.map((row) => told.map((column) => column.text(row))),
    );
  };
  return (
    <div className="w-table-box">
      {(onCopy || onSaveCsv || actions) && (
        <div className="w-table-box__actions">
          {onCopy && (
            <Button
              size="small"
              variant="quiet"
              icon={<CopyIcon size={14} />}
              onClick={() => onCopy(asText(tableToTabbedText))}
            >
              Copy
            </Button>
          )}
          {onSaveCsv && (
            <Button
              size="small"
              variant="quiet"
              icon={<DownloadIcon size={14} />}
              onClick={() => onSaveCsv(asText(tableToCsv))}
            >
              CSV
            </Button>
          )}
          {actions?.(() => fileTableOf(columns, rows))}
        </div>
      )}
      <table className="w-table">
        <caption className={showCaption ? undefined : 'w-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-kind={column.kind}>
                {column.header}
                {column.unit && <span className="w-table__unit"> {column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
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
  return (
    <tr aria-selected={onSelectRow ? (selectedKeys?.has(key) ?? false) : undefined} {...interaction}>
      {columns.map((column) =>
        column.rowHeader ? (
          <th key={column.id} scope="row" data-kind={column.kind}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} data-kind={column.kind}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
