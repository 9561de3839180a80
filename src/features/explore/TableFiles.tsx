/** A table as files: one button each. */

import type { Table } from '../../../core/quantities/table.ts';
import { saveCsv, saveParquet } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DownloadIcon } from '../../ui/widgets/icons.tsx';

interface TableFilesProps {
  /** Name of the files without extension. */
  readonly name: string;
  readonly table: () => Table;
}

export function TableFiles({ name, table }: TableFilesProps) {
  const looks = { size: 'small', variant: 'quiet', icon: <DownloadIcon size={14} /> } as const;
  return (
    <>
      <Button {...looks} onClick={() => saveCsv(name, table())}>
        CSV
      </Button>
      <Button {...looks} onClick={() => void saveParquet(name, table())}>
        Parquet
      </Button>
    </>
  );
}
