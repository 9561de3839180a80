/** A replay in numbers: measured, and predicted in each way to feed the stage; of the page, the terminal and files. */
import {
  formatMeasure,
  type MeasureFormat,
  measureLabel,
  measureRow,
} from '../../../core/measures/measure-rows.ts';
import { formatInterval } from '../../../core/quantities/quantity.ts';
import { type CellText, type Column, numberColumn } from '../../../core/quantities/table.ts';
import type { ReplayFeed, ReplayQuantity, StageReplay } from '../../../workers/replay/contract.ts';
import { REPLAY_QUANTITIES, type RunRange } from '../../../workers/replay/contract.ts';
import { FEED_TITLES } from './replay-words.ts';

export function replayColumns(
  { predictions }: StageReplay,
  format: MeasureFormat,
): readonly Column<ReplayRow>[] {
  const write = (value: number, { quantity }: ReplayRow): string =>
    formatMeasure(value, measureRow(quantity).dimension, format);
  return [
    {
      id: 'quantity',
      header: 'Quantity',
      value: ({ quantity }) => `${measureRow(quantity).symbol}  ${measureLabel(quantity)}`,
    },
    numberColumn('measured', 'Measured', ({ measured }) => measured, write),
    ...predictions.map(
      ({ feed }): Column<ReplayRow> => ({
        id: feed,
        header: FEED_TITLES[feed],
        kind: 'number',
        value: ({ cells }) => cells[feed]?.mean,
        write: (row) => rangeCell(row.cells[feed], (value) => write(value, row)),
      }),
    ),
  ];
}

function rangeCell(cell: ReplayCell | undefined, write: (value: number) => string): CellText {
  if (!cell) return { text: '–' };
  const { mean, low, high, holds } = cell;
  const mark = holds === undefined ? '' : holds ? ' ○' : ' ✕';
  return {
    text: `${write(mean)}${mark}`,
    title: `${mean}${holds === undefined ? '' : holds ? '; the measured value is within 95 % of the runs' : '; the measured value is outside 95 % of the runs'}`,
    ...(low < high && { notes: [formatInterval([low, high], write)] }),
  };
}

/** What is predicted in each way to feed a stage, quantity by quantity, and whether the measured value is among the runs. */

interface ReplayCell extends RunRange {
  /** Absent where it was not measured. */
  readonly holds?: boolean;
}

export interface ReplayRow {
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
