/** A replay in numbers: measured, and predicted in each way to feed the stage. */
import { useMemo } from 'react';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { ReplayFeed, ReplayQuantity, StageReplay } from '../../../workers/replay/contract.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure } from '../results/measures.ts';
import { type ReplayRow, replayTableRows } from './replay-rows.ts';
import { FEED_TITLES, quantityDimension, quantityName } from './replay-words.ts';

interface CompareReplayTableProps {
  readonly replay: StageReplay;
  readonly stage: StageNode;
  readonly timeUnit: TimeUnit | undefined;
}

export function CompareReplayTable({ replay, stage, timeUnit }: CompareReplayTableProps) {
  const rows = useMemo(() => replayTableRows(replay), [replay]);
  const text = (quantity: ReplayQuantity, value: number): string =>
    formatMeasure(value, quantityDimension(quantity), {
      ...(stage.unit !== undefined && { unit: stage.unit }),
      ...(timeUnit && { timeUnit }),
    });
  const title = stage.name ?? stage.id;
  const columns: Column<ReplayRow>[] = [
    {
      id: 'quantity',
      header: 'Quantity',
      rowHeader: true,
      cell: ({ quantity }) => quantityName(quantity),
      text: ({ quantity }) => quantity,
    },
    {
      id: 'measured',
      header: 'Measured',
      kind: 'number',
      cell: ({ quantity, measured }) =>
        measured === undefined ? '–' : <span title={String(measured)}>{text(quantity, measured)}</span>,
      text: ({ measured }) => String(measured ?? ''),
    },
    ...replay.predictions.map(({ feed }) => feedColumn(feed, text)),
  ];
  return (
    <DataTable
      caption={`${title}: measured, and predicted with each kind of arrivals and services`}
      showCaption
      columns={columns}
      rows={rows}
      rowKey={({ quantity }) => quantity}
      onCopy={copyText}
      onSaveCsv={(csv) => saveText(`${title} replay.csv`, csv, 'text/csv')}
    />
  );
}

function feedColumn(
  feed: ReplayFeed,
  format: (quantity: ReplayQuantity, value: number) => string,
): Column<ReplayRow> {
  return {
    ...{ id: feed, header: FEED_TITLES[feed], kind: 'number' },
    cell: ({ quantity, cells: { [feed]: cell } }) => {
      if (!cell) return '–';
      const { mean, low, high, holds } = cell;
      return (
        <span title={String(mean)}>
          {format(quantity, mean)} <Mark holds={holds} />
          {low < high && (
            <small className="compare__range">
              {format(quantity, low)} … {format(quantity, high)}
            </small>
          )}
        </span>
      );
    },
    text: ({ cells }) => {
      const cell = cells[feed];
      return cell ? `${cell.mean} (${cell.low} .. ${cell.high})` : '';
    },
  };
}

function Mark({ holds }: { readonly holds: boolean | undefined }) {
  if (holds === undefined) return null;
  return holds ? (
    <span className="agreement agreement--close" title="The measured value is among those of the runs">
      ○
    </span>
  ) : (
    <span className="agreement agreement--off" title="The measured value is beyond 95 % of the runs">
      ✕
    </span>
  );
}
