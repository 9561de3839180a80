import { useId, useMemo, useState } from 'react';
import { binOf } from './distribution-bins.ts';
import type { Curve } from './distribution-layout.ts';
import {
  type CurveLabel,
  distributionLayout,
  type MeanLabel,
  type PlotInput,
  type PlotLayout,
  SWATCH_ROOM,
} from './distribution-layout.ts';
import type { LevelRange } from './distribution-series.ts';
import { FRACTION_WORDS, levelsText } from './distribution-table.ts';
import { formatNumber } from './number-label.ts';
import { PlotPointer } from './PlotPointer.tsx';
import { SeriesMarks } from './SeriesMarks.tsx';
import { SeriesSwatch, seriesClass } from './SeriesSwatch.tsx';
import { LABEL_HEIGHT } from './text-size.ts';

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

interface PlotAxesProps {
  readonly layout: PlotLayout;
  readonly levelTitle: string;
  readonly valueTitle: string;
}

/** Grid lines, ticks and the names of both axes, in the plot's coordinates. */
function PlotAxes({ layout, levelTitle, valueTitle }: PlotAxesProps) {
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

interface ReadoutProps {
  readonly heading: string;
  readonly curves: readonly Curve[];
  /** Bin under the crosshair. */
  readonly bin: number;
  /** Pixels from the left of the chart. */
  readonly x: number;
  readonly width: number;
}

/** What all series say at the crosshair, beside it on the roomier side. The slider says the same to screen readers. */
function Readout({ heading, curves, bin, x, width }: ReadoutProps) {
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <div className="chart-readout" style={side} aria-hidden="true">
      <strong>{heading}</strong>
      {curves.map((curve) => (
        <div key={curve.key} className="chart-readout-row">
          <svg width="16" height="12" aria-hidden="true">
            <SeriesSwatch kind={curve.kind} nth={curve.nth} x={1} y={6} />
          </svg>
          <span>{curve.name}</span>
          <b>{valueAt(curve, bin)}</b>
          {curve.binned.fractions.low && <small>{intervalAt(curve, bin)}</small>}
        </div>
      ))}
    </div>
  );
}

/** The value, and its interval where there is one, as a sentence's end. */
function readingAt(curve: Curve, bin: number): string {
  return curve.binned.fractions.low
    ? `${valueAt(curve, bin)} (${intervalAt(curve, bin)})`
    : valueAt(curve, bin);
}

function valueAt({ binned }: Curve, bin: number): string {
  return formatNumber(binned.fractions.middle[bin], 6);
}

function intervalAt({ binned }: Curve, bin: number): string {
  return `95 %: ${formatNumber(binned.fractions.low?.[bin])} to ${formatNumber(binned.fractions.high?.[bin])}`;
}

/** From this distance on a label needs a line to its curve. */
const NEAR = 20;

/** The name of each series at its curve, and its mean on the axis. */
function PlotLabels({ layout }: { readonly layout: PlotLayout }) {
  return (
    <g className="chart-labels">
      {layout.labels.map((label) => (
        <NameLabel key={label.curve.key} label={label} />
      ))}
      {layout.means.length > 0 && (
        <text x={-8} y={layout.plot.height + 35} textAnchor="end" className="chart-muted">
          mean
        </text>
      )}
      {layout.means.map((mean) => (
        <Mean key={mean.curve.key} mean={mean} axis={layout.plot.height} />
      ))}
    </g>
  );
}

function NameLabel({ label }: { readonly label: CurveLabel }) {
  const { curve, x, y, anchor, text } = label;
  const end = anchor[1] < y ? y : y + LABEL_HEIGHT;
  const far = Math.abs(anchor[1] - end) > NEAR;
  return (
    <g className={seriesClass(curve.kind, curve.nth)}>
      {far && <line className="chart-leader" x1={x + 7} y1={end} x2={anchor[0]} y2={anchor[1]} />}
      <SeriesSwatch kind={curve.kind} nth={curve.nth} x={x} y={y + LABEL_HEIGHT / 2} />
      <text className="chart-name" x={x + SWATCH_ROOM} y={y + LABEL_HEIGHT / 2} dy="0.34em">
        {text}
        {text !== curve.name && <title>{curve.name}</title>}
      </text>
    </g>
  );
}

function Mean({ mean, axis }: { readonly mean: MeanLabel; readonly axis: number }) {
  const { curve, x, textX, text } = mean;
  return (
    <g className={seriesClass(curve.kind, curve.nth)}>
      {x !== undefined && <path className="chart-mean" d={`M${x},${axis}l-4,7h8Z`} />}
      <SeriesSwatch kind={curve.kind} nth={curve.nth} x={textX} y={axis + 31} />
      <text className="chart-name" x={textX + SWATCH_ROOM} y={axis + 35}>
        {text}
        <title>{`Mean of ${curve.name}`}</title>
      </text>
    </g>
  );
}
