/** Where the percentiles of times stand: one row for each kind of trip, on one axis of time. */
import { scaleLinear, scaleLog } from 'd3';
import { type AxisSpec, type Tick, tickCount } from './axis.ts';
import { formatNumber } from './number-label.ts';

export interface PercentilePoint {
  /** `p99`, or `mean`. */
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface PercentileRow {
  readonly id: string;
  readonly name: string;
  /** Written in the picture where the name is long. */
  readonly label?: string;
  readonly mean?: PercentilePoint;
  /** Why nothing is known; that too few were seen when absent. */
  readonly absent?: string;
  /** In the order of their shares. */
  readonly points: readonly PercentilePoint[];
}

export interface PercentileAxis {
  readonly xOf: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** From 0, or on a logarithm from the decade below the smallest; values and interval ends all have a place. */
export function percentileAxis(
  rows: readonly PercentileRow[],
  { divisor = 1 }: AxisSpec,
  options: { readonly log: boolean; readonly width: number },
): PercentileAxis {
  const points = rows.flatMap(({ mean, points: own }) => (mean ? [mean, ...own] : own));
  const values = points.map(({ value }) => value / divisor).filter((value) => value > 0);
  // One run alone says nothing of its error: an interval without an end runs to the edge.
  const ends = points.flatMap(({ value, high }) => [value, high]).filter(Number.isFinite);
  const high = ends.reduce((most, end) => Math.max(most, end / divisor), 0);
  const top = high > 0 ? high : 1;
  const count = tickCount(options.width, 80);
  if (options.log && values.length > 0) {
    const least = values.reduce((smallest, value) => Math.min(smallest, value), top);
    const scale = scaleLog([least / 1.3, top * 1.1], [0, options.width]).clamp(true);
    const inside = scale.ticks(count).filter((tick) => /^[125]/.test(tick.toExponential()));
    return {
      xOf: (value) => scale(Math.max(value / divisor, Number.MIN_VALUE)),
      ticks: inside.map((tick) => ({ at: scale(tick), text: formatNumber(tick) })),
    };
  }
  const scale = scaleLinear([0, top], [0, options.width]).nice(count).clamp(true);
  return {
    xOf: (value) => scale(value / divisor),
    ticks: scale.ticks(count).map((tick) => ({ at: scale(tick), text: formatNumber(tick) })),
  };
}

/** Largest over smallest time; 1 without times. */
export function spreadOf(rows: readonly PercentileRow[]): number {
  const times = rows.flatMap(({ points }) => points.map(({ value }) => value)).filter((value) => value > 0);
  const least = times.reduce((smallest, time) => Math.min(smallest, time), Number.POSITIVE_INFINITY);
  return times.reduce((most, time) => Math.max(most, time / least), 1);
}
