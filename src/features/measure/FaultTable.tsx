/** What was wrong in the file: how many rows were left out, the first ten of each kind, and all of them as a file. */
import type { FaultReport, MeasurementFault, ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { DownloadIcon } from '../../ui/widgets/icons.tsx';
import { fileOfSeveral } from './reading-words.ts';
import { saveFaults } from './save-measured.ts';

interface FaultTableProps {
  readonly reduced: Pick<ReducedMeasurement, 'name' | 'faults' | 'truncated'>;
}

export function FaultTable({ reduced }: FaultTableProps) {
  const { faults, truncated } = reduced;
  const { counts, shown } = faults;
  const where = (fault: MeasurementFault): string => `${fileOfSeveral(fault, reduced)}${placeOf(fault)}`;
  if (counts.length === 0) return null;
  const [kept, all] = [faults.kept.length, counts.reduce((sum, { count }) => sum + count, 0)];
  const kinds = counts.map(({ code, count }) => `${code} × ${count.toLocaleString('en')}`).join(', ');
  return (
    <Disclosure title="File errors and warnings" summary={faultSummary(counts)} defaultOpen={false}>
      {truncated && <p className="panel__stale">The file ended in the middle; what came before is used.</p>}
      <DataTable
        caption={`Errors, the first ten of each kind: ${kinds}`}
        showCaption
        columns={columnsOf(where)}
        rows={shown}
        rowKey={(fault) => `${fault.code} ${where(fault)} ${fault.message}`}
      />
      <Button size="small" variant="quiet" icon={<DownloadIcon />} onClick={() => void saveFaults()}>
        All as CSV{kept < all && `, ${kept.toLocaleString('en')} of ${all.toLocaleString('en')}`}
      </Button>
    </Disclosure>
  );
}

/** An error leaves its row out, a warning keeps it. */
export function faultSummary(counts: FaultReport['counts']): string {
  const of = (wanted: 'error' | 'warning'): number =>
    counts.reduce((sum, { severity, count }) => sum + (severity === wanted ? count : 0), 0);
  const [errors, warnings] = [of('error'), of('warning')];
  const parts = [
    ...(errors > 0 ? [`${errors.toLocaleString('en')} left out`] : []),
    ...(warnings > 0 ? [`${warnings.toLocaleString('en')} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ];
  return parts.join(', ');
}

const columnsOf = (where: (fault: MeasurementFault) => string): readonly PageColumn<MeasurementFault>[] => [
  { id: 'code', header: 'Code', value: ({ code }) => code },
  { id: 'place', header: 'Where', value: where },
  { id: 'message', header: 'What', value: ({ message }) => message },
];

function placeOf({ line, path, column }: MeasurementFault): string {
  return [line === undefined ? path : `line ${line}`, column].filter((part) => part !== undefined).join(', ');
}
