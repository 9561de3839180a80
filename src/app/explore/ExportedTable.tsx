/** A table of the tab, with buttons to copy it and to save it. */
import { tableToTabbedText } from '../../base/table-text.ts';
import { Button } from '../../widgets/Button.tsx';
import { DataTable, type DataTableProps } from '../../widgets/DataTable.tsx';
import { CopyIcon } from '../../widgets/icons.tsx';
import { copyText } from '../saving.ts';
import { fileTableOf } from './file-table.ts';
import { TableFiles } from './TableFiles.tsx';

interface ExportedTableProps<Row> extends Omit<DataTableProps<Row>, 'onCopy' | 'onSaveCsv'> {
  /** Of its files, without what says their kind. */
  readonly fileName: string;
}

export function ExportedTable<Row>({ fileName, ...shown }: ExportedTableProps<Row>) {
  const table = () => fileTableOf(shown.columns, shown.rows);
  const copy = (): void => {
    const { columns, rows } = table();
    void copyText(tableToTabbedText(columns, rows));
  };
  return (
    <>
      <div className="w-table-box__actions">
        <Button size="small" variant="quiet" icon={<CopyIcon size={14} />} onClick={copy}>
          Copy
        </Button>
        <TableFiles name={fileName} table={table} />
      </div>
      <DataTable {...shown} />
    </>
  );
}
