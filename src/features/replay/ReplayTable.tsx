/** A replay in numbers: measured, and predicted in each way to feed the stage. */
import { useMemo } from 'react';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { StageReplay } from '../../../workers/replay/contract.ts';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { replayColumns, replayTableRows } from './replay-table.ts';

interface CompareReplayTableProps {
  readonly replay: StageReplay;
  readonly stage: StageNode;
  readonly timeUnit: TimeUnit | undefined;
}

export function CompareReplayTable({ replay, stage, timeUnit }: CompareReplayTableProps) {
  const rows = useMemo(() => replayTableRows(replay), [replay]);
  const columns = replayColumns(replay, { unit: stage.unit, timeUnit });
  const title = nameOf(stage);
  return (
    <DataTable
      caption={`${title}: measured, and predicted with each kind of arrivals and services`}
      showCaption
      columns={columns}
      rows={rows}
      rowKey={(row) => row.quantity}
      fileName={`${title} replay`}
    />
  );
}
