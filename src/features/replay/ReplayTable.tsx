/** A replay in numbers: measured, and predicted in each way to feed the stage. */
import { useMemo } from 'react';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { ReplayFeed, ReplayQuantity, StageReplay } from '../../../workers/replay/contract.ts';
import { REPLAY_QUANTITIES, type RunRange } from '../../../workers/replay/contract.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure } from '../results/measures.ts';
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
  const title = nameOf(stage);
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

/** What is predicted in each way to feed a stage, quantity by quantity, and whether the measured value is among the runs. */

interface ReplayCell extends RunRange {
  /** Absent where it was not measured. */
  readonly holds?: boolean;
}

interface ReplayRow {
  readonly quantity: ReplayQuantity;
  readonly measured?: number;
  readonly cells: Readonly<Partial<Record<ReplayFeed, ReplayCell>>>;
}

/** Relative; ends of the trace and rounding are no difference. */
const SAME = 1e-3;

/** Quantities that are known on one side at least. */
export function replayTableRows({ traced, predictions }: StageReplay): readonly ReplayRow[] {
  return REPLAY_QUANTITIES.flatMap((quantity) => {
    const measured = traced.quantities[quantity];
    const cells = predictions.flatMap(({ feed, quantities }) => {
      const range = quantities[quantity];
      return range
        ? [[feed, { ...range, ...(measured !== undefined && { holds: holds(measured, range) }) }] as const]
        : [];
    });
    if (cells.length === 0) return [];
    return [{ quantity, ...(measured !== undefined && { measured }), cells: Object.fromEntries(cells) }];
  });
}

function holds(measured: number, { low, high }: RunRange): boolean {
  const slack = SAME * Math.abs(measured);
  return measured >= low - slack && measured <= high + slack;
}
