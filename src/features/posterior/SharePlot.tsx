/** Shares of the time of tasks over time: service solid, waiting hatched, their intervals as bands; under it the bottleneck. */
import { useId, useMemo } from 'react';
import { type AxisSpec, axisText } from '../../ui/charts/line-series.ts';
import { BottleneckStrip } from './BottleneckStrip.tsx';
import { ShareCursor, type ShareCursorProps } from './ShareCursor.tsx';
import { HatchPatterns, ShareSwatch } from './ShareMarks.tsx';
import { ShareStack, TrueTops } from './ShareStack.tsx';
import { layerName, type ShareLayer } from './share-areas.ts';
import { type ShareLayout, shareLayout } from './share-layout.ts';

interface SharePlotProps extends Omit<ShareCursorProps, 'layout'> {
  readonly title: string;
  readonly layers: readonly ShareLayer[];
  readonly axis: AxisSpec;
  readonly width: number;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function SharePlot(props: SharePlotProps) {
  const { title, columns, layers, axis, width } = props;
  const layout = useMemo(() => shareLayout(columns, layers, axis, width), [columns, layers, axis, width]);
  const hatch = useId();
  return (
    <svg
      className="chart-svg posterior-shares"
      width={width}
      height={layout.height}
      viewBox={`0 0 ${width} ${layout.height}`}
      aria-label={title}
    >
      <HatchPatterns id={hatch} layers={layers} />
      <g transform={`translate(${layout.left} ${10})`}>
        {layout.legend.map(({ layer, x, y }) => (
          <g key={layerName(layer)} transform={`translate(${x} ${y})`}>
            <ShareSwatch hatch={hatch} layer={layer} />
            <text x={18} dy="0.32em">
              {layerName(layer)}
            </text>
          </g>
        ))}
      </g>
      <text x={0} y={layout.top - 10} className="chart-axis-title">
        share of the time of tasks (%)
      </text>
      <g transform={`translate(${layout.left} ${layout.top})`}>
        {TICKS.map((share) => (
          <g key={share} transform={`translate(0 ${layout.yOf(share)})`}>
            <line className="chart-grid" x2={layout.plotWidth} />
            <text x={-8} dy="0.32em" textAnchor="end">
              {100 * share}
            </text>
          </g>
        ))}
        {columns.map((column) => (
          <ShareStack key={column.window.from} {...{ column, layout, hatch }} />
        ))}
        <TrueTops columns={columns} layout={layout} />
        <BottleneckStrip columns={columns} layout={layout} />
        <TimeAxis layout={layout} axis={axis} />
        <ShareCursor {...props} layout={layout} />
      </g>
    </svg>
  );
}

const TimeAxis = ({ layout, axis }: { readonly layout: ShareLayout; readonly axis: AxisSpec }) => (
  <g transform={`translate(0 ${layout.axisTop})`}>
    {layout.xTicks.map(({ at, text }) => (
      <g key={text} transform={`translate(${at} 0)`}>
        <line className="chart-axis" y2={4} />
        <text y={17} textAnchor="middle">
          {text}
        </text>
      </g>
    ))}
    <text x={layout.plotWidth / 2} y={34} textAnchor="middle" className="chart-axis-title">
      {axisText(axis)}
    </text>
  </g>
);
