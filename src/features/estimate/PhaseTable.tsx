/** The stretches of time with one rate each, and a button that puts one of them on the stage. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { RatePhase, RatePicture } from '../../../workers/estimate/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { startOf } from './course-rows.ts';
import { intervalDigits, intervalText, rateText } from './rate-text.ts';

interface PhaseTableProps {
  readonly picture: RatePicture;
  /** Absent while no stage is chosen. */
  readonly onUse?: (phase: RatePhase) => void;
}

export function PhaseTable({ picture, onUse }: PhaseTableProps) {
  const { phases } = picture.report;
  const start = startOf(picture);
  const time = (id: 'from' | 'to'): PageColumn<RatePhase> => ({
    id,
    header: id === 'from' ? 'From' : 'To',
    kind: 'number',
    cell: (phase) => formatQuantity(phase[id] - start, 'time', { digits: 4 }),
    value: (phase) => phase[id] - start,
  });
  const columns: PageColumn<RatePhase>[] = [
    time('from'),
    time('to'),
    {
      id: 'rate',
      header: 'Rate',
      unit: 'items',
      kind: 'number',
      cell: ({ rate }) => <span title={String(rate)}>{rateText(rate)}</span>,
      value: ({ rate }) => rate,
    },
    { id: 'interval', header: '95 % interval', kind: 'number', cell: intervalText, value: intervalDigits },
    ...(onUse ? [actionColumn(onUse)] : []),
  ];
  return (
    <DataTable
      caption={phases.length === 1 ? 'One phase: the rate did not change' : `${phases.length} phases`}
      showCaption
      columns={columns}
      rows={phases}
      rowKey={({ from }) => String(from)}
      fileName="phases"
    />
  );
}

const actionColumn = (onUse: (phase: RatePhase) => void): PageColumn<RatePhase> => ({
  id: 'use',
  header: 'Stage',
  cell: (phase) => (
    <Button size="small" variant="quiet" onClick={() => onUse(phase)}>
      Use
    </Button>
  ),
  value: () => '',
});
