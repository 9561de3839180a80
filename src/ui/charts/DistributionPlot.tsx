import { useId, useMemo, useState } from 'react';
import { axisText } from './axis.ts';
import { binOf } from './distribution-bins.ts';
import type { Curve } from './distribution-layout.ts';
import {
  type CurveLabel,
  distributionLayout,
  MARK_ROW,
  type MeanLabel,
  type PlotInput,
  type PlotLayout,
  SWATCH_ROOM,
} from './distribution-layout.ts';
import type { LevelRange } from './distribution-series.ts';
import { FRACTION_WORDS, levelsText } from './distribution-table.ts';
import { draggedRange, scaledRange } from './level-axis.ts';
import { formatNumber } from './number-label.ts';
import { BottomAxis, Cursor, Drawing, LeftAxis, steppedTo } from './Plot.tsx';
import { SeriesMarks } from './SeriesMarks.tsx';
import { SeriesSwatch, seriesClass } from './SeriesSwatch.tsx';
import { LABEL_HEIGHT } from './text-size.ts';

interface DistributionPlotProps extends PlotInput {
  readonly title: string;
  readonly quantity: string;
  readonly unit: string;
  readonly onRange: (range: LevelRange | undefined) => void;
}

/** Back to front: bars, then bands and lines over them. */
const PAINT_ORDER = ['measured', 'simulation', 'baseline', 'model'];

/** The drawing of a distribution with its crosshair. */
export function DistributionPlot(props: DistributionPlotProps) {
  const { series, view, log, range, support, capacity, bound, width, height } = props;
  const [level, setLevel] = useState<number>();
  const clipId = useId();
  const layout = useMemo(
    () => distributionLayout({ series, view, log, range, support, capacity, bound, width, height }),
    [series, view, log, range, support, capacity, bound, width, height],
  );
  const { plot, grid, levels, curves } = layout;
  const limits = { from: 0, to: support };
  const here = level ?? range.from;
  const bin = binOf(grid, here);
  const heading = `${levelsText(grid.firsts[bin]!, grid.lasts[bin]!)} ${props.unit}`;
  const painted = curves.toSorted((a, b) => PAINT_ORDER.indexOf(a.kind) - PAINT_ORDER.indexOf(b.kind));
  const crossX = levels.xOf(
    (Math.max(grid.firsts[bin]!, range.from) + Math.min(grid.lasts[bin]!, range.to)) / 2,
  );
  const look = (near: number) => {
    const nearest = binOf(grid, Math.round(near));
    setLevel(Math.min(Math.max(grid.firsts[nearest]!, range.from), range.to));
  };
  return (
    <>
      <Drawing {...{ title: props.title, width, height }}>
        <clipPath id={clipId}>
          <rect y={-4} width={plot.width} height={plot.height + 4} />
        </clipPath>
        <g transform={`translate(${plot.left} ${plot.top})`}>
          <LeftAxis
            title={valueTitle(props, layout)}
            ticks={layout.values.ticks}
            left={plot.left}
            titleY={14 - plot.top}
            width={plot.width}
          />
          <BottomAxis
            title={axisText({ title: props.quantity, unit: props.unit })}
            ticks={levels.ticks}
            width={plot.width}
            y={plot.height}
            titleBelow={55}
          />
          <g clipPath={`url(#${clipId})`}>
            {painted.map((curve) => (
              <SeriesMarks key={curve.key} curve={curve} bottom={plot.height} />
            ))}
          </g>
          {capacity !== undefined && <LevelMark level={capacity} text={`K = ${capacity}`} layout={layout} />}
          {bound !== undefined && (
            <LevelMark
              level={bound}
              text={`worst case ${bound}`}
              layout={layout}
              row={capacity === undefined ? 0 : 1}
            />
          )}
          <PlotLabels layout={layout} />
          {level !== undefined && (
            <line className="chart-cross" data-export="skip" x1={crossX} x2={crossX} y2={plot.height} />
          )}
          <Cursor
            width={plot.width}
            height={plot.height}
            label="Crosshair"
            least={range.from}
            most={range.to}
            now={here}
            text={`${heading}: ${curves.map((curve) => `${curve.name} ${readingAt(curve, bin)}`).join(', ')}`}
            moves="follow"
            onMove={(at) => (at ? look(levels.levelAt(at.x)) : setLevel(undefined))}
            onStep={(step) => look(steppedTo(step, here, range.from, range.to, grid.width))}
            zoom={{
              onDrag: (...drag) => props.onRange(draggedRange(levels, drag, limits)),
              onScale: (factor) => props.onRange(scaledRange(range, here, factor, limits)),
              onAll: () => props.onRange(undefined),
            }}
          />
        </g>
      </Drawing>
      {level !== undefined && (
        <Readout heading={heading} curves={curves} bin={bin} x={plot.left + crossX} width={width} />
      )}
    </>
  );
}

function valueTitle({ view }: PlotInput, { grid }: PlotLayout): string {
  return view === 'pmf' && grid.width > 1
    ? `${FRACTION_WORDS.pmf} (bin width ${grid.width})`
    : FRACTION_WORDS[view];
}

interface LevelMarkProps {
  readonly level: number;
  readonly text: string;
  readonly layout: PlotLayout;
  /** Row of the text, counted upwards from the plot, where texts stand above each other. */
  readonly row?: number;
}

/** A line behind the last level that fits, or an arrow to it when it lies beyond the levels shown. */
function LevelMark({ level, text, layout, row = 0 }: LevelMarkProps) {
  const { plot, levels } = layout;
  const { from, to } = levels.range;
  const shown = level >= from && level <= to;
  const x = Math.min(Math.max(levels.xOf(level + 0.5), 0), plot.width);
  const anchor = x > plot.width - 40 ? 'end' : x < 40 ? 'start' : 'middle';
  return (
    <g className="chart-capacity">
      {shown && <line x1={x} x2={x} y1={-6 - MARK_ROW * row} y2={plot.height} />}
      <text x={x} y={-11 - MARK_ROW * row} textAnchor={anchor}>
        {shown ? text : level > to ? `${text} →` : `← ${text}`}
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
