import { useId, useMemo, useState } from 'react';
import { binOf } from './distribution-bins.ts';
import { distributionLayout, type PlotInput, type PlotLayout } from './distribution-layout.ts';
import type { LevelRange } from './distribution-series.ts';
import { FRACTION_WORDS, levelsText } from './distribution-table.ts';
import { PlotAxes } from './PlotAxes.tsx';
import { PlotLabels } from './PlotLabels.tsx';
import { PlotPointer } from './PlotPointer.tsx';
import { Readout, readingAt } from './Readout.tsx';
import { SeriesMarks } from './SeriesMarks.tsx';

export interface DistributionPlotProps extends PlotInput {
  readonly title: string;
  readonly quantity: string;
  readonly unit: string;
  readonly onRange: (range: LevelRange | undefined) => void;
}

/** Back to front: bars, then bands and lines over them. */
const PAINT_ORDER = ['measured', 'simulation', 'baseline', 'model'];

/** The drawing of a distribution with its crosshair. */
export function DistributionPlot(props: DistributionPlotProps) {
  const { series, view, log, range, support, capacity, width, height } = props;
  const [level, setLevel] = useState<number>();
  const clipId = useId();
  const layout = useMemo(
    () => distributionLayout({ series, view, log, range, support, capacity, width, height }),
    [series, view, log, range, support, capacity, width, height],
  );
  const { plot, grid, curves } = layout;
  const bin = binOf(grid, level ?? range.from);
  const heading = `${levelsText(grid.firsts[bin]!, grid.lasts[bin]!)} ${props.unit}`;
  const painted = curves.toSorted((a, b) => PAINT_ORDER.indexOf(a.kind) - PAINT_ORDER.indexOf(b.kind));
  const crossX = layout.levels.xOf(
    (Math.max(grid.firsts[bin]!, range.from) + Math.min(grid.lasts[bin]!, range.to)) / 2,
  );
  return (
    <div className="chart-stage">
      <svg
        className="chart-svg"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={props.title}
      >
        <clipPath id={clipId}>
          <rect y={-4} width={plot.width} height={plot.height + 4} />
        </clipPath>
        <g transform={`translate(${plot.x} ${plot.y})`}>
          <PlotAxes
            layout={layout}
            levelTitle={`${props.quantity} (${props.unit})`}
            valueTitle={valueTitle(props, layout)}
          />
          <g clipPath={`url(#${clipId})`}>
            {painted.map((curve) => (
              <SeriesMarks key={curve.key} curve={curve} bottom={plot.height} />
            ))}
          </g>
          {capacity !== undefined && <CapacityMark capacity={capacity} layout={layout} />}
          <PlotLabels layout={layout} />
          {level !== undefined && (
            <line className="chart-cross" data-export="skip" x1={crossX} x2={crossX} y2={plot.height} />
          )}
          <PlotPointer
            layout={layout}
            level={level}
            valueText={`${heading}: ${curves.map((curve) => `${curve.name} ${readingAt(curve, bin)}`).join(', ')}`}
            limits={{ from: 0, to: support }}
            onLevel={setLevel}
            onRange={props.onRange}
          />
        </g>
      </svg>
      {level !== undefined && (
        <Readout heading={heading} curves={curves} bin={bin} x={plot.x + crossX} width={width} />
      )}
    </div>
  );
}

function valueTitle({ view }: PlotInput, { grid }: PlotLayout): string {
  return view === 'pmf' && grid.width > 1
    ? `${FRACTION_WORDS.pmf} per bin of ${grid.width}`
    : FRACTION_WORDS[view];
}

/** A line behind the last level that fits, or an arrow to it when it lies beyond the levels shown. */
function CapacityMark({ capacity, layout }: { readonly capacity: number; readonly layout: PlotLayout }) {
  const { plot, levels } = layout;
  const { from, to } = levels.range;
  const shown = capacity >= from && capacity <= to;
  const x = Math.min(Math.max(levels.xOf(capacity + 0.5), 0), plot.width);
  const text = `K = ${capacity}`;
  const anchor = x > plot.width - 40 ? 'end' : x < 40 ? 'start' : 'middle';
  return (
    <g className="chart-capacity">
      {shown && <line x1={x} x2={x} y1={-6} y2={plot.height} />}
      <text x={x} y={-11} textAnchor={anchor}>
        {shown ? text : capacity > to ? `${text} →` : `← ${text}`}
      </text>
    </g>
  );
}
