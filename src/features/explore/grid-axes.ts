/** The points of a grid as the kernel numbers them: every combination of the values along its axes, the last axis fastest. */
import type { Variation } from '../../../core/study/study.ts';
import { type ExploredPoints, inputOf } from './explore-points.ts';

export interface GridAxis {
  /** In order; NaN where no point with it is made yet. */
  readonly values: readonly number[];
  /** Points from one value to the next. */
  readonly stride: number;
}

/** Undefined where the points are no grid. */
export function gridAxes(
  points: ExploredPoints,
  vary: readonly Variation[],
): readonly GridAxis[] | undefined {
  const { inputs, points: total } = points.table;
  const counts = countsOf(points, vary);
  if (counts.length !== inputs.length || counts.reduce((product, count) => product * count, 1) !== total)
    return undefined;
  let stride = 1;
  const strides = counts.map(() => 1);
  for (let i = counts.length - 1; i >= 0; i--) {
    strides[i] = stride;
    stride *= counts[i]!;
  }
  return counts.map((count, input) => ({
    stride: strides[input]!,
    values: Array.from({ length: count }, (_, i) =>
      knownInput(points, input, i * strides[input]!, strides[input]!),
    ),
  }));
}

/** Any made point with this value tells it; the first ones are looked at. */
function knownInput(points: ExploredPoints, input: number, first: number, stride: number): number {
  for (let point = first; point < first + Math.min(stride, 64); point++) {
    const value = inputOf(points, point, input);
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/** Values along each axis. A range of whole numbers has each once, by equal ratios fewer than were asked for: those are counted among the points. */
function countsOf(points: ExploredPoints, vary: readonly Variation[]): readonly number[] {
  const { inputs, points: total } = points.table;
  const asked = vary.map((variation) => {
    if ('values' in variation) return variation.values.length;
    return 'distribution' in variation ? 0 : (variation.count ?? 11);
  });
  if (asked.reduce((product, count) => product * count, 1) === total) return asked;
  return inputs.map((_, input) => distinct(points, input));
}

function distinct(points: ExploredPoints, input: number): number {
  const seen = new Set<number>();
  for (let point = 0; point < points.table.points; point++) {
    const value = inputOf(points, point, input);
    if (!Number.isNaN(value)) seen.add(value);
  }
  return seen.size;
}

/** The number of the point with these places along the axes. */
export const pointAt = (axes: readonly GridAxis[], places: readonly number[]): number =>
  axes.reduce((point, { stride }, i) => point + stride * places[i]!, 0);

/** The middle place of every axis. */
export const middlePlaces = (axes: readonly GridAxis[]): readonly number[] =>
  axes.map(({ values }) => Math.floor((values.length - 1) / 2));

/** Place of the nearest value; undefined beyond the ends. */
export function nearestPlace(values: readonly number[], value: number): number | undefined {
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  values.forEach((each, place) => {
    const distance = Math.abs(each - value);
    if (distance < least) [nearest, least] = [place, distance];
  });
  const known = values.filter(Number.isFinite);
  const isInside = value >= Math.min(...known) && value <= Math.max(...known);
  return nearest >= 0 && isInside ? nearest : undefined;
}
