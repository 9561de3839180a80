/** How values are spread: bars of equal width over their range, as numbers in pixels. */
import { bisectRight, scaleLinear } from 'd3';
import type { AxisSpec } from './line-series.ts';
import { linearTicks, type Tick } from './line-ticks.ts';

/** Values from one end to below the other; the last bin includes it. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramBar extends HistogramBin {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

export interface HistogramLayout {
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly height: number;
  readonly bars: readonly HistogramBar[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xOf: (value: number) => number;
}

interface HistogramInput {
  /** Finite numbers; at least one. */
  readonly values: Float64Array;
  readonly axis: AxisSpec;
  readonly width: number;
  readonly plotHeight: number;
}

const MARGIN = { left: 58, right: 16, top: 40, bottom: 40 };
const MOST_BARS = 60;

export function histogramLayout({ values, axis, width, plotHeight }: HistogramInput): HistogramLayout {
  const plotWidth = Math.max(40, width - MARGIN.left - MARGIN.right);
  const bins = histogramBins(values);
  const scale = scaleLinear([bins[0]!.from, bins.at(-1)!.to], [0, plotWidth]);
  const fullest = bins.reduce((full, { count }) => Math.max(full, count), 1);
  const yOf = scaleLinear([0, fullest], [plotHeight, 0]).nice(4);
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, plotWidth, plotHeight },
    height: MARGIN.top + plotHeight + MARGIN.bottom,
    bars: bins.map(({ from, to, count }) => ({
      ...{ from, to, count },
      ...{ x: scale(from), width: scale(to) - scale(from), y: yOf(count), height: plotHeight - yOf(count) },
    })),
    xTicks: linearTicks(scale, axis, Math.max(2, Math.floor(plotWidth / 90))),
    yTicks: linearTicks(yOf, { title: 'points', unit: '', whole: true }, 4),
    xOf: scale,
  };
}

/** About twice the cubic root of their number, with round ends. */
export function histogramBins(values: Float64Array): readonly HistogramBin[] {
  const edges = roundEdges(endsOf(values), Math.min(MOST_BARS, Math.ceil(2 * Math.cbrt(values.length))));
  const counts = new Uint32Array(edges.length - 1);
  for (const value of values) counts[Math.min(counts.length, bisectRight(edges, value)) - 1]! += 1;
  return Array.from(counts, (count, i) => ({ from: edges[i]!, to: edges[i + 1]!, count }));
}

/** Growing, around both ends. Sought among numbers of the size of 1: ticks of very small ones overflow. */
function roundEdges([least, most]: readonly [number, number], wanted: number): readonly number[] {
  const unit = 10 ** Math.floor(Math.log10(Math.max(Math.abs(least), Math.abs(most))));
  const scale = scaleLinear([least / unit, most / unit], [0, 1]).nice(wanted);
  const [first = 0, last = 1] = scale.domain();
  const between = scale.ticks(wanted).map((tick) => tick * unit);
  const [from, to] = [Math.min(least, first * unit), Math.max(most, last * unit)];
  return [from, ...between.filter((edge) => edge > from && edge < to), to];
}

/** A range that digits do not divide, relative to its ends; and numbers that are as good as 0. */
const NARROW = 1e-9;
const TINY = 1e-290;

/** With room around a single value. */
function endsOf(values: Float64Array): readonly [number, number] {
  let [least, most] = [values[0] ?? 0, values[0] ?? 1];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (most - least > NARROW * size && size > TINY) return [least, most];
  const room = size > TINY ? size / 2 : 1;
  return [least - room, least + room];
}
