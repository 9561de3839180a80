/** The vertical axis of a distribution: its domain, its ticks, and where a value lies. */
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3';
import type { BinnedSeries } from './distribution-bins.ts';
import type { DistributionView } from './distribution-series.ts';
import { formatNumber, formatPowerOfTen } from './number-label.ts';

/** More decades than this below the top are left out: nothing there was ever observed. */
const MOST_DECADES = 9;

export interface ValueAxis {
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  /** Pixels from the top; a value below the domain lies under the plot, where the clip hides it. */
  readonly yOf: (value: number) => number;
}

interface AxisOptions {
  readonly view: DistributionView;
  readonly log: boolean;
  /** Pixels. */
  readonly height: number;
}

export function valueAxis(binned: readonly BinnedSeries[], options: AxisOptions): ValueAxis {
  return options.log ? logAxis(binned, options) : linearAxis(binned, options);
}

function linearAxis(binned: readonly BinnedSeries[], { view, height }: AxisOptions): ValueAxis {
  const top = view === 'pmf' ? Math.max(highest(binned), 1e-12) : 1;
  const scale = scaleLinear([0, top], [height, 0]);
  const count = Math.max(2, Math.floor(height / 40));
  if (view === 'pmf') scale.nice(count);
  const ticks = scale.ticks(count).map((tick) => ({ y: scale(tick), text: formatNumber(tick) }));
  return { ticks, yOf: scale };
}

function logAxis(binned: readonly BinnedSeries[], { view, height }: AxisOptions): ValueAxis {
  const top = view === 'pmf' ? Math.max(highest(binned), 1e-300) : 1;
  const topExponent = Math.ceil(Math.log10(top) - 1e-9);
  const lowest = lowestPositive(binned);
  const bottomExponent = Math.max(
    topExponent - MOST_DECADES,
    Math.min(topExponent - 1, Math.floor(Math.log10(lowest) + 1e-9)),
  );
  const scale = scaleLog([10 ** bottomExponent, 10 ** topExponent], [height, 0]);
  const step = Math.max(1, Math.ceil((topExponent - bottomExponent) / Math.max(2, Math.floor(height / 28))));
  const ticks = [];
  for (let exponent = topExponent; exponent >= bottomExponent; exponent -= step) {
    ticks.push({ y: scale(10 ** exponent), text: exponent === 0 ? '1' : formatPowerOfTen(exponent) });
  }
  return { ticks, yOf: below(scale, height) };
}

/** A logarithm has no place for 0: what is under the domain goes under the plot. */
function below(scale: ScaleContinuousNumeric<number, number>, height: number): (value: number) => number {
  const bottom = scale.domain()[0] ?? 0;
  return (value) => (value < bottom * (1 - 1e-9) ? height + 12 : scale(value));
}

/** Of the curves, with intervals counted up to twice the curves' own peak. */
function highest(binned: readonly BinnedSeries[]): number {
  let peak = 0;
  let reach = 0;
  for (const { heights } of binned) {
    for (const height of heights.middle) peak = Math.max(peak, height);
    for (const end of heights.high ?? []) reach = Math.max(reach, end);
  }
  return Math.max(peak, Math.min(reach, 2 * peak));
}

function lowestPositive(binned: readonly BinnedSeries[]): number {
  let lowest = 1;
  for (const { heights } of binned) {
    for (const height of heights.middle) if (height > 0) lowest = Math.min(lowest, height);
  }
  return lowest;
}
