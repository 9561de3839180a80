import { useMemo } from 'react';
import { BottomAxis } from './BottomAxis.tsx';
import { histogramLayout } from './histogram-layout.ts';
import { type AxisSpec, axisText, valueText } from './line-series.ts';
import './surface.css';

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

/** How many values lie where, and where a few named ones stand. */
export function HistogramPlot({ title, values, axis, marks, width, plotHeight }: HistogramPlotProps) {
  const layout = useMemo(
    () => histogramLayout({ values, axis, width, plotHeight }),
    [values, axis, width, plotHeight],
  );
  const { left, top, plotWidth, height, bars, xTicks, yTicks, xOf } = layout;
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
    >
      <text y={14} className="chart-axis-title">
        points
      </text>
      <g transform={`translate(${left} ${top})`}>
        {yTicks.map(({ at, text }) => (
          <g key={at} transform={`translate(0 ${at})`}>
            <line className="chart-grid" x2={plotWidth} />
            <text x={-8} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {bars.map(({ from, to, count, x, width: wide, y, height: tall }) => (
          <rect
            key={from}
            className="chart-histogram-bar"
            x={x + 0.5}
            y={y}
            width={Math.max(0.5, wide - 1)}
            height={tall}
          >
            <title>{`${valueText(from, axis)} … ${valueText(to, axis)}: ${count}`}</title>
          </rect>
        ))}
        {marks.map(({ at, text }, i) => (
          <g key={text} transform={`translate(${xOf(at)} 0)`} className="chart-mark-cut">
            <line y1={-4} y2={plotHeight} />
            <text className="chart-name" y={-8 - 13 * (i % 2)} textAnchor="middle">
              {text}
            </text>
          </g>
        ))}
        <line className="chart-axis" x2={plotWidth} y1={plotHeight} y2={plotHeight} />
        <BottomAxis ticks={xTicks} title={axisText(axis)} width={plotWidth} height={plotHeight} />
      </g>
    </svg>
  );
}
