/** Everything a distribution chart draws, as numbers in pixels; `DistributionPlot` only writes it down as marks. */

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3';
import { levelMean } from '../../../core/numeric/levels.ts';
import type { Tick } from './axis.ts';
import { type BinGrid, type BinnedSeries, binGrid, binSeries } from './distribution-bins.ts';
import type { DistributionSeries, DistributionView, LevelRange, SeriesKind } from './distribution-series.ts';
import { type LabelledCurve, type PlacedLabel, placeLabels, spreadLabels } from './label-placement.ts';
import { type LevelAxis, levelAxis } from './level-axis.ts';
import { formatNumber, formatPowerOfTen } from './number-label.ts';
import { type PlotBox, plotBox } from './Plot.tsx';
import { type BandMark, type Mark, type Shape, shapeFor } from './series-path.ts';
import { estimateTextWidth, fitText, LABEL_HEIGHT } from './text-size.ts';

/** Room that a swatch takes in front of a label. */
export const SWATCH_ROOM = 20;
/** Under the plot: ticks, the means, and the name of the axis. */
const BOTTOM = 62;
const MOST_STEMS = 30;
const MOST_LABEL_POINTS = 120;

export interface PlotInput {
  readonly series: readonly DistributionSeries[];
  readonly view: DistributionView;
  readonly log: boolean;
  /** Levels shown. */
  readonly range: LevelRange;
  /** Highest level that exists. */
  readonly support: number;
  readonly capacity?: number | undefined;
  /** The most elements that there ever are, in any run. */
  readonly bound?: number | undefined;
  /** Pixels of the whole drawing. */
  readonly width: number;
  readonly height: number;
}

export interface Curve {
  readonly key: string;
  readonly kind: SeriesKind;
  /** 0 for the first series of its kind, 1 for the second, ...: drawn with other dashes. */
  readonly nth: number;
  readonly name: string;
  readonly shape: Shape | 'stems';
  readonly binned: BinnedSeries;
  readonly marks: readonly Mark[];
  readonly band: readonly BandMark[];
  /** Belongs to an earlier drawing. */
  readonly older?: boolean;
}

export interface CurveLabel extends PlacedLabel {
  readonly curve: Curve;
  readonly text: string;
}

export interface MeanLabel {
  readonly curve: Curve;
  /** Where the mean lies; undefined outside the levels shown. */
  readonly x: number | undefined;
  readonly textX: number;
  readonly text: string;
}

export interface PlotLayout {
  readonly plot: PlotBox;
  readonly grid: BinGrid;
  readonly levels: LevelAxis;
  readonly values: ValueAxis;
  readonly curves: readonly Curve[];
  readonly labels: readonly CurveLabel[];
  readonly means: readonly MeanLabel[];
}

/** Height of the text over a marked level, pixels. */
export const MARK_ROW = 14;

export function distributionLayout(input: PlotInput): PlotLayout {
  const marks = [input.capacity, input.bound].filter((level) => level !== undefined);
  const top = 26 + MARK_ROW * marks.length;
  const plot = plotBox(input.width, Math.max(40, input.height - top - BOTTOM), { left: 54, top });
  const grid = binGrid(input.range, input.support);
  const levels = levelAxis(input.range, plot.width);
  const binned = input.series.map((series) => binSeries(series, grid, input.view));
  const values = valueAxis(binned, { view: input.view, log: input.log, height: plot.height });
  const curves = input.series.map((series, i) =>
    curveOf(series, {
      binned: binned[i]!,
      nth: countBefore(input.series, i),
      grid,
      levels,
      values,
      input,
      plot,
    }),
  );
  return {
    plot,
    grid,
    levels,
    values,
    curves,
    labels: labelsOf(curves, plot),
    means: meansOf(curves, input, levels),
  };
}

interface CurveContext {
  readonly binned: BinnedSeries;
  readonly nth: number;
  readonly grid: BinGrid;
  readonly levels: LevelAxis;
  readonly values: ValueAxis;
  readonly input: PlotInput;
  readonly plot: PlotLayout['plot'];
}

function curveOf(series: DistributionSeries, context: CurveContext): Curve {
  const { binned, nth, grid, levels, values, input, plot } = context;
  const { middle, low, high } = binned.heights;
  const marks = grid.firsts.map((first, i) => ({
    left: levels.xOf(first - 0.5),
    right: levels.xOf(grid.lasts[i]! + 0.5),
    y: values.yOf(middle[i]!),
  }));
  const band =
    low && high
      ? marks.map((mark, i) => ({ ...mark, y: values.yOf(high[i]!), y2: values.yOf(low[i]!) }))
      : [];
  const stems = series.kind === 'model' && nth === 0 && input.view === 'pmf' && marks.length <= MOST_STEMS;
  const shape = stems ? 'stems' : shapeFor(marks.length, plot.width);
  return {
    key: `${series.kind}-${nth}`,
    kind: series.kind,
    nth,
    older: series.older ?? false,
    name: series.name,
    shape,
    binned,
    marks,
    band,
  };
}

function countBefore(series: readonly DistributionSeries[], index: number): number {
  return series.slice(0, index).filter((one) => one.kind === series[index]!.kind).length;
}

function labelsOf(curves: readonly Curve[], plot: PlotLayout['plot']): readonly CurveLabel[] {
  const texts = curves.map((curve) => fitText(curve.name, plot.width / 2.2 - SWATCH_ROOM));
  const places = placeLabels(
    curves.map((curve, i) => labelledCurve(curve, texts[i]!, plot.height)),
    plot,
  );
  return curves.flatMap((curve, i) => {
    const place = places[i];
    return place ? [{ ...place, curve, text: texts[i]! }] : [];
  });
}

function labelledCurve({ kind, shape, marks, band }: Curve, text: string, height: number): LabelledCurve {
  const every = Math.ceil(marks.length / MOST_LABEL_POINTS);
  const floor = kind === 'measured' ? Number.POSITIVE_INFINITY : undefined;
  const tops = band.length > 0 ? band : marks.map((mark) => ({ ...mark, y2: floor ?? mark.y }));
  const sampled = tops
    .filter((_, i) => i % every === 0)
    .flatMap(({ left, right, y, y2 }) => {
      // A wide step is a line with two ends.
      if (shape === 'steps') return [left, right].map((x) => ({ x, y, y2 }));
      const top = { x: (left + right) / 2, y, y2 };
      // A stem is crossed anywhere down to the axis.
      return shape === 'stems' ? [top, { ...top, y: height }, top] : [top];
    });
  return {
    points: sampled.map(({ x, y }) => [x, y] as const),
    bottoms: sampled.map(({ y2 }) => y2),
    width: estimateTextWidth(text) + SWATCH_ROOM,
    height: LABEL_HEIGHT,
  };
}

/** Labels of the means under the axis; one that lies outside the levels shown stands at that end with an arrow. */
function meansOf(curves: readonly Curve[], { series }: PlotInput, levels: LevelAxis): readonly MeanLabel[] {
  const { from, to } = levels.range;
  const length = levels.xOf(to + 0.5);
  const found = series.flatMap((one, i) => {
    const mean = one.mean ?? levelMean(one.values);
    if (mean === undefined || mean === 'open') return [];
    const text =
      mean > to + 0.5 ? `${formatNumber(mean)} →` : `${mean < from - 0.5 ? '← ' : ''}${formatNumber(mean)}`;
    const x = mean >= from - 0.5 && mean <= to + 0.5 ? levels.xOf(mean) : undefined;
    return [
      { curve: curves[i]!, x, text, at: levels.xOf(mean), width: estimateTextWidth(text) + SWATCH_ROOM + 14 },
    ];
  });
  const places = spreadLabels(found, length);
  return found.map(({ curve, x, text, width }, i) => ({ curve, x, text, textX: places[i]! - width / 2 }));
}

/** The vertical axis of a distribution: its domain, its ticks, and where a value lies. */

/** More decades than this below the top are left out: nothing there was ever observed. */
const MOST_DECADES = 9;

interface ValueAxis {
  readonly ticks: readonly Tick[];
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
  const ticks = scale.ticks(count).map((tick) => ({ at: scale(tick), text: formatNumber(tick) }));
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
    ticks.push({ at: scale(10 ** exponent), text: exponent === 0 ? '1' : formatPowerOfTen(exponent) });
  }
  return { ticks, yOf: below(scale, height) };
}

/** A logarithm has no place for 0: what is under the domain goes under the plot. */
function below(scale: ScaleContinuousNumeric<number, number>, height: number): (value: number) => number {
  const bottom = scale.domain()[0] ?? 0;
  return (value) => (value < bottom * (1 - 1e-9) ? height + 12 : scale(value));
}

/** Peak of the curves, with intervals counted up to twice that peak. */
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
