/** Tables as files, the one way for pictures and for tables of the page. */
import { tableToCsv } from '../../../core/base/table-text.ts';
import type { FileTable } from '../widgets/file-table.ts';
import { downloadBlob } from './export-chart.ts';

/** `name`: of the file, without what says its kind. */
export function saveCsv(name: string, { columns, rows }: FileTable): void {
  const text = tableToCsv(columns, rows);
  downloadBlob(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/** What writes Parquet is loaded when it is first asked for. */
export async function saveParquet(name: string, table: FileTable): Promise<void> {
  const { tableParquet } = await import('./table-parquet.ts');
  downloadBlob(`${name}.parquet`, tableParquet(table));
}
