/** A table of the tab, with buttons to copy it and to save it. */

import { copyText } from '../../ui/saving.ts';
import { DataTable, type DataTableProps } from '../../ui/widgets/DataTable.tsx';
import { TableFiles } from './TableFiles.tsx';

interface ExportedTableProps<Row> extends Omit<DataTableProps<Row>, 'onCopy' | 'onSaveCsv' | 'actions'> {
  /** Of its files, without what says their kind. */
  readonly fileName: string;
}

export function ExportedTable<Row>({ fileName, ...shown }: ExportedTableProps<Row>) {
  return (
    <DataTable
      {...shown}
      onCopy={copyText}
      actions={(table) => <TableFiles name={fileName} table={table} />}
    />
  );
}
