/** A table as files: one button each. */
import { tableToCsv } from '../../base/table-text.ts';
import { downloadBlob } from '../../charts/export-chart.ts';
import { Button } from '../../widgets/Button.tsx';
import { DownloadIcon } from '../../widgets/icons.tsx';
import { fileName, saveText } from '../saving.ts';
import type { FileTable } from './file-table.ts';

interface TableFilesProps {
  /** Of the files, without what says their kind. */
  readonly name: string;
  readonly table: () => FileTable;
}

export function TableFiles({ name, table }: TableFilesProps) {
  const saveCsv = (): void => {
    const { columns, rows } = table();
    saveText(`${name}.csv`, tableToCsv(columns, rows), 'text/csv');
  };
  const saveParquet = async (): Promise<void> => {
    const { tableParquet } = await import('./table-parquet.ts');
    downloadBlob(fileName(`${name}.parquet`), tableParquet(table()));
  };
  const looks = { size: 'small', variant: 'quiet', icon: <DownloadIcon size={14} /> } as const;
  return (
    <>
      <Button {...looks} onClick={saveCsv}>
        CSV
      </Button>
      <Button {...looks} onClick={() => void saveParquet()}>
        Parquet
      </Button>
    </>
  );
}
