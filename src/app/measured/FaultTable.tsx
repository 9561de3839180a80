/** What was wrong in the file: how often each kind, the first ten of each, and all of them as a file. */
import type { FaultReport, MeasurementFault } from '../../../workers/contract/measuring.ts';
import { Button } from '../../widgets/Button.tsx';
import { type Column, DataTable } from '../../widgets/DataTable.tsx';
import { Disclosure } from '../../widgets/Disclosure.tsx';
import { DownloadIcon } from '../../widgets/icons.tsx';
import { saveFaults } from './save-measured.ts';

interface FaultTableProps {
  readonly faults: FaultReport;
  readonly truncated: boolean;
}

/** Of all kinds together. */
const FIRST = 10;

export function FaultTable({ faults, truncated }: FaultTableProps) {
  const { counts, shown } = faults;
  if (counts.length === 0) return null;
  const kinds = counts.map(({ code, count }) => `${code} × ${count.toLocaleString('en')}`).join(', ');
  return (
    <Disclosure title="Faults in the file" summary={kinds} defaultOpen={false}>
      {truncated && <p className="panel__stale">The file ended in the middle; what came before is used.</p>}
      <DataTable
        caption="Faults"
        columns={COLUMNS}
        rows={shown.slice(0, FIRST)}
        rowKey={(fault) => `${fault.code} ${placeOf(fault)} ${fault.message}`}
      />
      <Button size="small" variant="quiet" icon={<DownloadIcon />} onClick={() => void saveFaults()}>
        All as CSV
      </Button>
    </Disclosure>
  );
}

const COLUMNS: readonly Column<MeasurementFault>[] = [
  { id: 'code', header: 'Code', rowHeader: true, cell: ({ code }) => code, text: ({ code }) => code },
  { id: 'place', header: 'Where', cell: placeOf, text: placeOf },
  { id: 'message', header: 'What', cell: ({ message }) => message, text: ({ message }) => message },
];

function placeOf({ line, path, column }: MeasurementFault): string {
  return [line === undefined ? path : `line ${line}`, column].filter((part) => part !== undefined).join(', ');
}
