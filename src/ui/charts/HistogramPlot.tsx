/** How values are spread: bars of equal width over their range, and where a few named values stand. */
import { bisectRight, scaleLinear } from 'd3';
import { useMemo } from 'react';
import { type AxisSpec, axisText, linearTicks, tickCount, valueText } from './axis.ts';
import { Plot, plotBox, StopCursor } from './Plot.tsx';
import './surface.css';

/** Values from one end to below the other; the last bin includes it. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramPlotProps {
  readonly title: string;
  /** Finite numbers; at least one. */
  readonly values: Float64Array;
  readonly axis: AxisSpec;
  /** Upright lines at values, with a word each. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  readonly width: number;
  readonly plotHeight: number;
}

const MARGIN = { top: 40, right: 16 };
const MOST_BARS = 60;

export function HistogramPlot({ title, values, axis, marks, width, plotHeight }: HistogramPlotProps) {
  const box = plotBox(width, plotHeight, MARGIN);
  const bins = useMemo(() => histogramBins(values), [values]);
  const xOf = scaleLinear([bins[0]!.from, bins.at(-1)!.to], [0, box.width]);
  const fullest = bins.reduce((full, { count }) => Math.max(full, count), 1);
  const yOf = scaleLinear([0, fullest], [plotHeight, 0]).nice(4);
  const textOf = ({ from, to, count }: HistogramBin): string =>
    `${valueText(from, axis)} … ${valueText(to, axis)}: ${count}`;
  return (
    <Plot
      {...{ title, width, box }}
      x={{ title: axisText(axis), ticks: linearTicks(xOf, axis, tickCount(box.width)) }}
      y={{ title: 'points', ticks: linearTicks(yOf, { whole: true }, 4) }}
    >
      {bins.map(({ from, to, count }) => (
        <rect
          key={from}
          className="chart-histogram-bar"
          x={xOf(from) + 0.5}
          y={yOf(count)}
          width={Math.max(0.5, xOf(to) - xOf(from) - 1)}
          height={plotHeight - yOf(count)}
        />
      ))}
      {marks.map(({ at, text }, i) => (
        <g key={text} transform={`translate(${xOf(at)} 0)`} className="chart-mark-cut">
          <line y1={-4} y2={plotHeight} />
          <text className="chart-name" y={-8 - 13 * (i % 2)} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <StopCursor
        box={box}
        stops={bins.map((bin) => ({ x: xOf((bin.from + bin.to) / 2), text: textOf(bin) }))}
      />
    </Plot>
  );
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
