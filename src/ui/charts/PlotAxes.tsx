import type { PlotLayout } from './distribution-layout.ts';

interface PlotAxesProps {
  readonly layout: PlotLayout;
  readonly levelTitle: string;
  readonly valueTitle: string;
}

/** Grid lines, ticks and the names of both axes, in the plot's coordinates. */
export function PlotAxes({ layout, levelTitle, valueTitle }: PlotAxesProps) {
  const { plot, levels, values } = layout;
  return (
    <g className="chart-axes">
      <text x={-plot.x} y={14 - plot.y} className="chart-axis-title">
        {valueTitle}
      </text>
      {values.ticks.map(({ y, text }) => (
        <g key={text} transform={`translate(0 ${y})`}>
          <line className="chart-grid" x2={plot.width} />
          <text x={-8} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <line className="chart-axis" x2={plot.width} y1={plot.height} y2={plot.height} />
      {levels.ticks.map(({ x, text }) => (
        <g key={text} transform={`translate(${x} ${plot.height})`}>
          <line className="chart-axis" y2={4} />
          <text y={17} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text x={plot.width / 2} y={plot.height + 55} textAnchor="middle" className="chart-axis-title">
        {levelTitle}
      </text>
    </g>
  );
}
