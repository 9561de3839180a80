/** What a chart of lines over time (or over another number) is given: rows one under the other with a common x axis. */

import type { AxisSpec } from './axis.ts';
import type { SeriesKind } from './distribution-series.ts';

export interface LinePoint {
  readonly x: number;
  /** Given: the value holds from `x` to here, and is drawn as a step. */
  readonly to?: number;
  /** Undefined: not known; the line has a gap. */
  readonly y: number | undefined;
  /** Ends of the 95 % interval. */
  readonly low?: number;
  readonly high?: number;
}

export interface LineSeries {
  readonly kind: SeriesKind;
  readonly name: string;
  /** A line to hold others against: the crosshair does not read it, and the table leaves it out. */
  readonly guide?: true;
  /** In the order of x. */
  readonly points: readonly LinePoint[];
}

/** Something that happened at a moment: an upright line through the rows, or through one. */
export interface LineMark {
  readonly x: number;
  /** Written at its top where there is room; said in full on hover. */
  readonly text: string;
  readonly kind: 'event' | 'cut';
}

export interface LineRow {
  readonly id: string;
  readonly name: string;
  readonly value: AxisSpec;
  readonly series: readonly LineSeries[];
  readonly marks?: readonly LineMark[];
  /** Where there is nothing to draw, and why. */
  readonly voids?: readonly LineVoid[];
  /** Ends of the value axis; by what is in sight when absent. */
  readonly domain?: readonly [number, number];
}

/** A part of the x axis without values. */
export interface LineVoid extends XRange {
  readonly text: string;
}

export interface XRange {
  readonly from: number;
  readonly to: number;
}

/** Where a crosshair stands. */
export interface LineCross {
  readonly x: number;
  /** Id of a row. */
  readonly row: string;
}

/** From the first to the last x of all rows; of names with room for their bars. */
export function wholeRange(rows: readonly LineRow[], { names }: Partial<AxisSpec> = {}): XRange | undefined {
  const { from, to } = endsOf(rows);
  const room = names ? 0.5 : 0;
  return from - room < to + room ? { from: from - room, to: to + room } : undefined;
}

function endsOf(rows: readonly LineRow[]): XRange {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { series } of rows) {
    for (const { points } of series) {
      const first = points[0];
      const last = points.at(-1);
      if (!first || !last) continue;
      from = Math.min(from, first.x);
      to = Math.max(to, last.to ?? last.x);
    }
  }
  return { from, to };
}

/** The point whose step holds `x`, else the nearest one. */
export function pointAt(points: readonly LinePoint[], x: number): LinePoint | undefined {
  let nearest: LinePoint | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const end = point.to ?? point.x;
    const distance = x < point.x ? point.x - x : Math.max(0, x - end);
    // At a common end the later step holds.
    if (distance <= least) {
      nearest = point;
      least = distance;
    }
  }
  return nearest;
}

/** Where a point stands: the middle of a step. */
export const middleOf = ({ x, to }: LinePoint): number => (to === undefined ? x : (x + to) / 2);
