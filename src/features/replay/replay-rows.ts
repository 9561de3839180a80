/** What is predicted in each way to feed a stage, quantity by quantity, and whether the measured value is among the runs. */
import {
  REPLAY_QUANTITIES,
  type ReplayFeed,
  type ReplayQuantity,
  type RunRange,
  type StageReplay,
} from '../../../workers/replay/contract.ts';

export interface ReplayCell extends RunRange {
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
