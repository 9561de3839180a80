/** Distributions over the times that they were fitted to: densities, distribution functions, and quantiles against quantiles. */
import type { DistributionCurve, DistributionReport, FittedFamily } from '../../../workers/fit/contract.ts';
import type { LinePoint, LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import type { DataShape, Histogram } from './data-shape.ts';

export type DistributionPictureView = 'density' | 'cumulative' | 'quantiles';

/** A distribution at the points of `gridOf`. */
export interface DrawnDistribution {
  readonly name: string;
  readonly curve: DistributionCurve;
}

interface DistributionPicture {
  readonly shape: DataShape;
  readonly grid: Float64Array;
  readonly distributions: readonly DrawnDistribution[];
  /** How times are written. */
  readonly unit: { readonly unit: string; readonly divisor?: number };
}

const WITHIN = 240;
const BEYOND = 60;
const REACH = 4;
/** A density may be infinite at 0: its line leaves the picture there. */
const TALLEST = 1.6;
const PAIRS = 99;

/** Points even through the histogram, and wider apart beyond it, where the quantiles of long tails are. */
export function gridOf({ histogram, quantile }: DataShape): Float64Array {
  const [from, to] = [histogram.low[0]!, histogram.high.at(-1)!];
  const far = REACH * Math.max(to, quantile(1 - 1e-6));
  return Float64Array.from({ length: WITHIN + BEYOND + 1 }, (_, i) =>
    i <= WITHIN ? from + ((to - from) * i) / WITHIN : to * (far / to) ** ((i - WITHIN) / BEYOND),
  );
}

export function distributionRow(view: DistributionPictureView, picture: DistributionPicture): LineRow {
  switch (view) {
    case 'density':
      return row(view, { title: 'density', ...perUnit(picture.unit) }, densitySeries(picture));
    case 'cumulative':
      return row(view, { title: 'fraction of times up to here', unit: '' }, cumulativeSeries(picture));
    case 'quantiles':
      return row(view, { title: 'measured quantile', ...picture.unit, base: 's' }, quantileSeries(picture));
  }
}

const row = (id: string, value: LineRow['value'], series: readonly LineSeries[]): LineRow => ({
  ...{ id, name: '', value, series },
});

/** Densities per second, written per unit of the axis. */
const perUnit = ({ unit, divisor = 1 }: DistributionPicture['unit']) => ({
  ...{ unit: `1/${unit}`, divisor: 1 / divisor, base: '1/s' },
});

function densitySeries({
  shape: { histogram },
  grid,
  distributions,
}: DistributionPicture): readonly LineSeries[] {
  const heights = histogram.share.map((share, i) => share / (histogram.high[i]! - histogram.low[i]!));
  const tallest = TALLEST * heights.reduce((most, height) => Math.max(most, height), 0);
  return [
    { kind: 'measured', name: 'measured', points: steps(histogram, heights) },
    ...distributions.map(({ name, curve }) => ({
      ...{ kind: 'model' as const, name },
      points: inSight(grid, histogram).map((i) => ({
        x: grid[i]!,
        y: curve.density[i]! <= tallest ? curve.density[i]! : undefined,
      })),
    })),
  ];
}

/** Bins as steps; what lies between two of them holds nothing. */
function steps({ low, high }: Histogram, heights: readonly number[]): readonly LinePoint[] {
  return heights.flatMap((y, i) => {
    const end = high[i - 1];
    const gap = end !== undefined && end < low[i]! ? [{ x: end, to: low[i]!, y: 0 }] : [];
    return [...gap, { x: low[i]!, to: high[i]!, y }];
  });
}

function cumulativeSeries({ shape, grid, distributions }: DistributionPicture): readonly LineSeries[] {
  return [
    { kind: 'measured', name: 'measured', points: stairs(shape) },
    ...distributions.map(({ name, curve }) => ({
      ...{ kind: 'model' as const, name },
      points: inSight(grid, shape.histogram).map((i) => ({ x: grid[i]!, y: curve.cdf[i]! })),
    })),
  ];
}

function stairs({ quantile, histogram }: DataShape): readonly LinePoint[] {
  const end = histogram.high.at(-1)!;
  const points = Array.from({ length: 200 }, (_, i) => (i + 0.5) / 200).map((y) => ({ x: quantile(y), y }));
  return points.filter(({ x }) => x <= end);
}

/** Places of the grid within the histogram. */
function inSight(grid: Float64Array, { high }: Histogram): readonly number[] {
  return Array.from(grid.keys()).filter((i) => grid[i]! <= high.at(-1)! * (1 + 1e-12));
}

/** On the diagonal where a distribution is right. */
function quantileSeries({ shape, grid, distributions }: DistributionPicture): readonly LineSeries[] {
  const shares = Array.from({ length: PAIRS }, (_, i) => (i + 0.5) / PAIRS);
  const curves = distributions.map(({ name, curve }) => ({
    ...{ kind: 'model' as const, name },
    points: shares.flatMap((p) => {
      const x = inverse(grid, curve.cdf, p);
      return x === undefined ? [] : [{ x, y: shape.quantile(p) }];
    }),
  }));
  const most = curves.reduce((end, { points }) => Math.max(end, points.at(-1)?.x ?? 0), 0);
  const diagonal = [0, most].map((x) => ({ x, y: x }));
  return [{ kind: 'baseline', name: 'as the distribution says', guide: true, points: diagonal }, ...curves];
}

/** Where the distribution function reaches `p`; undefined beyond the grid. */
export function inverse(grid: Float64Array, cdf: Float64Array, p: number): number | undefined {
  const i = cdf.findIndex((value) => value >= p);
  if (i < 0) return undefined;
  const [before, after] = [cdf[i - 1], cdf[i]!];
  if (before === undefined || after === before) return grid[i]!;
  return grid[i - 1]! + ((p - before) / (after - before)) * (grid[i]! - grid[i - 1]!);
}

const MOST = 3;
const AT_FIRST = 2;

/** Those that were chosen, in the order of the ranking; the best ones while none is. */
export function drawnFamilies(
  { fits }: Pick<DistributionReport, 'fits'>,
  chosen: readonly FittedFamily[],
): readonly FittedFamily[] {
  const ranked = fits.map(({ family }) => family);
  const wanted = ranked.filter((family) => chosen.includes(family));
  return wanted.length > 0 ? wanted : ranked.slice(0, AT_FIRST);
}

/** With one more or one less; a fourth takes the place of the one that was chosen first. */
export function toggled(drawn: readonly FittedFamily[], family: FittedFamily): readonly FittedFamily[] {
  if (drawn.includes(family)) return drawn.filter((one) => one !== family);
  return [...drawn, family].slice(-MOST);
}
