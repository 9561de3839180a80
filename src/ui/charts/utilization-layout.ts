/** Numbers of the utilization chart. */
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { TimeShare } from './FractionPatterns.tsx';

export interface UtilizationRow {
  readonly stageId: NodeId;
  readonly name: string;
  /** Shares of the servers' time, 0..1; absent where a method cannot give them. */
  readonly serving?: number | undefined;
  readonly blocked?: number | undefined;
  readonly starved?: number | undefined;
  /** Offered load per server; may exceed 1. */
  readonly load?: number | undefined;
}

export const SHARES: readonly TimeShare[] = ['serving', 'blocked', 'starved'];

export interface Segment {
  readonly share: TimeShare;
  /** 0..1 from the left of the bar. */
  readonly start: number;
  readonly length: number;
}

/** The bar of one stage: its shares one after the other. What is not known is not drawn. */
export function segmentsOf(row: UtilizationRow): readonly Segment[] {
  let start = 0;
  const segments: Segment[] = [];
  for (const share of SHARES) {
    // Simulated shares add to 1 only within rounding: the bar never leaves its track.
    const length = Math.min(Math.max(row[share] ?? 0, 0), 1 - start);
    if (length > 0) segments.push({ share, start, length });
    start += length;
  }
  return segments;
}

/** Rows in flow order; stages that the order does not name come last, as they were. */
export function inFlowOrder(
  rows: readonly UtilizationRow[],
  order: readonly NodeId[],
): readonly UtilizationRow[] {
  const place = new Map(order.map((id, i) => [id, i]));
  const placeOf = (row: UtilizationRow) => place.get(row.stageId) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export interface BarColumns {
  readonly nameWidth: number;
  readonly barX: number;
  readonly barWidth: number;
  /** Right ends of the columns of numbers, as many as there is room for. */
  readonly numberEnds: readonly number[];
}

const NUMBER_WIDTH = 72;

/** Name, bar, numbers: a narrow chart keeps the number of the serving share only. */
export function barColumns(width: number): BarColumns {
  const count = width >= 400 ? 3 : 1;
  const nameWidth = Math.min(180, Math.round(width * 0.24));
  const barX = nameWidth + 12;
  // The last 18 pixels of the bar's column are for the arrow of an overloaded stage.
  const barWidth = Math.max(40, width - barX - 18 - 8 - count * NUMBER_WIDTH);
  const numbersX = barX + barWidth + 18;
  return {
    nameWidth,
    barX,
    barWidth,
    numberEnds: SHARES.slice(0, count).map((_, i) => numbersX + (i + 1) * NUMBER_WIDTH),
  };
}
