/** Everything a distribution chart draws, as numbers in pixels; `DistributionPlot` only writes it down as marks. */
import { type BinGrid, type BinnedSeries, binGrid, binSeries } from './distribution-bins.ts';
import {
  type DistributionSeries,
  type DistributionView,
  distributionMean,
  type LevelRange,
  type SeriesKind,
} from './distribution-series.ts';
import { type LabelledCurve, type PlacedLabel, placeLabels, spreadLabels } from './label-placement.ts';
import { type LevelAxis, levelAxis } from './level-axis.ts';
import { formatNumber } from './number-label.ts';
import { type BandMark, type Mark, type Shape, shapeFor } from './series-path.ts';
import { estimateTextWidth, fitText, LABEL_HEIGHT } from './text-size.ts';
import { type ValueAxis, valueAxis } from './value-axis.ts';

/** Room that a swatch takes in front of a label. */
export const SWATCH_ROOM = 20;
const MARGIN = { right: 14, bottom: 62, left: 54 };
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
  readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly grid: BinGrid;
  readonly levels: LevelAxis;
  readonly values: ValueAxis;
  readonly curves: readonly Curve[];
  readonly labels: readonly CurveLabel[];
  readonly means: readonly MeanLabel[];
}

export function distributionLayout(input: PlotInput): PlotLayout {
  const top = input.capacity === undefined ? 26 : 40;
  const plot = {
    x: MARGIN.left,
    y: top,
    width: Math.max(40, input.width - MARGIN.left - MARGIN.right),
    height: Math.max(40, input.height - top - MARGIN.bottom),
  };
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
    curves.map((curve, i) => labelledCurve(curve, texts[i]!)),
    plot,
  );
  return curves.flatMap((curve, i) => {
    const place = places[i];
    return place ? [{ ...place, curve, text: texts[i]! }] : [];
  });
}

function labelledCurve({ kind, marks, band }: Curve, text: string): LabelledCurve {
  const every = Math.ceil(marks.length / MOST_LABEL_POINTS);
  const sampled = (band.length > 0 ? band : marks).filter((_, i) => i % every === 0);
  const bottoms = band.filter((_, i) => i % every === 0).map(({ y2 }) => y2);
  return {
    points: sampled.map(({ left, right, y }) => [(left + right) / 2, y] as const),
    bottoms:
      band.length > 0
        ? bottoms
        : sampled.map(({ y }) => (kind === 'measured' ? Number.POSITIVE_INFINITY : y)),
    width: estimateTextWidth(text) + SWATCH_ROOM,
    height: LABEL_HEIGHT,
  };
}

/** Labels of the means under the axis; one that lies outside the levels shown stands at that end with an arrow. */
function meansOf(curves: readonly Curve[], { series }: PlotInput, levels: LevelAxis): readonly MeanLabel[] {
  const { from, to } = levels.range;
  const length = levels.xOf(to + 0.5);
  const found = series.flatMap((one, i) => {
    const mean = one.mean ?? distributionMean(one.values);
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
