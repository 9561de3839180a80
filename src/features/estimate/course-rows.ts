/** The picture of an estimate as rows of lines: samples, share of blocking, the published method as it converges. */
import type { RatePicture } from '../../../workers/estimate/contract.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import type { LineMark, LinePoint, LineRow, LineSeries, XRange } from '../../ui/charts/line-series.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';

export const RATE_AXIS: AxisSpec = { title: 'rate', unit: 'items/s' };
const SHARE_AXIS: AxisSpec = { title: 'share of periods', unit: '' };
const CHANGE_AXIS: AxisSpec = { title: 'log₁₀, relative', unit: '' };
/** A change of 0 has no logarithm; it is drawn here. */
const LEAST_CHANGE = 1e-10;
/** Pixels. */
const DOT_WIDTH = 3;
/** More upright lines than this hide what they mark; the dots stay. */
const MOST_MARKS = 40;

/** Times of the picture count from the start of the first period. */
export const startOf = ({ course: { blocked } }: RatePicture): number => blocked.from[0] ?? 0;

export function wholeTime(picture: RatePicture): XRange {
  const { blocked } = picture.course;
  return { from: 0, to: blocked.to.at(-1)! - startOf(picture) };
}

export interface Shown {
  readonly range: XRange;
  /** Columns of pixels. */
  readonly columns: number;
}

export function courseRows(picture: RatePicture, shown: Shown): readonly LineRow[] {
  const { blocked, heuristic } = picture.course;
  const isBlocked = blocked.share.some((share) => share > 0);
  return [
    sampleRow(picture, shown),
    ...(isBlocked ? [blockedRow(picture)] : []),
    ...(heuristic.time.length > 0 ? [quantileRow(picture, shown), changeRow(picture, shown)] : []),
  ];
}

function sampleRow(picture: RatePicture, { range, columns }: Shown): LineRow {
  const { samples } = picture.course;
  const column = { x: shifted(samples.time, startOf(picture)), y: samples.rate };
  const of = (flag: number) =>
    dotPoints(column, range, {
      columns: Math.ceil(columns / DOT_WIDTH),
      keeps: (i) => samples.blocked[i] === flag,
    });
  const all: readonly LineSeries[] = [
    { kind: 'measured', name: 'not blocked', points: of(0) },
    { kind: 'simulation', name: 'blocked', points: of(1) },
    ...truthOf(picture),
    { kind: 'model', name: 'estimate', points: phasePoints(picture) },
  ];
  return {
    id: 'samples',
    name: 'Samples',
    value: RATE_AXIS,
    series: all.filter(({ points }) => points.length > 0),
  };
}

/** The rate of each phase by the chosen method, with its interval. */
const phasePoints = (picture: RatePicture): readonly LinePoint[] =>
  picture.report.phases.map(({ from, to, rate, low, high }) => ({
    x: from - startOf(picture),
    to: to - startOf(picture),
    y: rate,
    ...(low !== undefined && high !== undefined && { low, high }),
  }));

const truthOf = ({ end: { truth = [] } }: RatePicture): readonly LineSeries[] =>
  truth.length === 0
    ? []
    : [
        {
          kind: 'baseline',
          name: 'true rate',
          guide: true,
          points: truth.map(({ from, to, rate }) => ({ x: from, to, y: rate })),
        },
      ];

function blockedRow(picture: RatePicture): LineRow {
  const { from, to, share } = picture.course.blocked;
  const start = startOf(picture);
  const points = Array.from(share, (y, i) => ({ x: from[i]! - start, to: to[i]! - start, y }));
  return {
    id: 'blocked',
    name: 'Blocked',
    value: SHARE_AXIS,
    series: [{ kind: 'simulation', name: 'share', points }],
  };
}

/** Figures 3, 4 and 6 of Beard and Chamberlain. */
function quantileRow(picture: RatePicture, { range, columns }: Shown): LineRow {
  const { heuristic } = picture.course;
  const x = shifted(heuristic.time, startOf(picture));
  const converged = picture.report.convergences.flatMap(({ time, rate }) => [
    { x: time - startOf(picture), y: undefined },
    { x: time - startOf(picture), y: rate },
  ]);
  return {
    id: 'quantiles',
    name: 'Beard & Chamberlain',
    value: RATE_AXIS,
    series: [
      { kind: 'measured', name: 'q', points: linePoints({ x, y: heuristic.q }, range, columns) },
      ...truthOf(picture),
      { kind: 'model', name: 'q̄', points: linePoints({ x, y: heuristic.meanQ }, range, columns) },
      ...(converged.length > 0
        ? [{ kind: 'simulation', name: 'converged', points: converged } as const]
        : []),
    ],
  };
}

/** Figure 5. */
function changeRow(picture: RatePicture, { range, columns }: Shown): LineRow {
  const { heuristic, tolerance } = picture.course;
  const x = shifted(heuristic.time, startOf(picture));
  const y = heuristic.change.map((change) => Math.log10(Math.max(LEAST_CHANGE, change)));
  const known = linePoints({ x, y }, range, columns).filter((point) => !Number.isNaN(point.y));
  const level = Math.log10(tolerance);
  return {
    id: 'change',
    name: 'Filtered σ(q̄)',
    value: CHANGE_AXIS,
    series: [
      { kind: 'model', name: 'change', points: known },
      {
        kind: 'baseline',
        name: 'tolerance',
        guide: true,
        points: [
          { x: 0, y: level },
          { x: wholeTime(picture).to, y: level },
        ],
      },
    ],
  };
}

/** Where the published method converged and started anew, while there are few enough in sight. */
export function convergenceMarks(picture: RatePicture, { from, to }: XRange): readonly LineMark[] {
  const marks = picture.report.convergences
    .map(({ time, rate, values }): LineMark => {
      const text = `converged to ${formatNumber(rate, 4)} items/s after ${values} values of q`;
      return { x: time - startOf(picture), kind: 'event', text };
    })
    .filter(({ x }) => x >= from && x <= to);
  return marks.length > MOST_MARKS ? [] : marks;
}

const shifted = (time: Float64Array, start: number): Float64Array => time.map((at) => at - start);

/** Long columns of numbers to no more points than a drawing has columns of pixels: the extremes of each stay. */

interface Column {
  /** Rising. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The values at `keeps`, all of them or the lowest and highest of each of `columns` stretches of the range. */
export function linePoints(column: Column, range: XRange, columns: number): readonly LinePoint[] {
  return pickedIndexes(column, range, { columns }).map((i) => pointOf(column, i));
}

interface DotOptions {
  readonly columns: number;
  readonly keeps: (i: number) => boolean;
}

/** Marks instead of a line: a gap before each dot, or before each bar from lowest to highest. */
export function dotPoints(
  column: Column,
  range: XRange,
  { columns, keeps }: DotOptions,
): readonly LinePoint[] {
  const picked = pickedIndexes(column, range, { columns, keeps });
  const places = new Set<number>();
  return picked.flatMap((i) => {
    const place = placeOf(column.x[i]!, range, columns);
    const joins = picked.length > columns && places.has(place);
    places.add(place);
    return joins ? [pointOf(column, i)] : [{ x: column.x[i]!, y: undefined }, pointOf(column, i)];
  });
}

const pointOf = ({ x, y }: Column, i: number): LinePoint => ({ x: x[i]!, y: y[i]! });

const placeOf = (x: number, { from, to }: XRange, columns: number): number =>
  Math.floor(((x - from) / (to - from)) * columns);

interface PickOptions {
  readonly columns: number;
  readonly keeps?: (i: number) => boolean;
}

function pickedIndexes({ x, y }: Column, range: XRange, { columns, keeps }: PickOptions): readonly number[] {
  const inside: number[] = [];
  // One point beyond either end, so that lines run to the edge.
  const first = Math.max(0, firstFrom(x, range.from) - 1);
  const end = Math.min(x.length, firstFrom(x, range.to) + 1);
  for (let i = first; i < end; i += 1) if (!keeps || keeps(i)) inside.push(i);
  if (inside.length <= columns) return inside;
  const picked: number[] = [];
  for (let start = 0; start < inside.length; ) {
    const place = placeOf(x[inside[start]!]!, range, columns);
    let [low, high] = [start, start];
    let next = start + 1;
    for (; next < inside.length && placeOf(x[inside[next]!]!, range, columns) === place; next += 1) {
      if (y[inside[next]!]! < y[inside[low]!]!) low = next;
      if (y[inside[next]!]! > y[inside[high]!]!) high = next;
    }
    picked.push(inside[Math.min(low, high)]!);
    if (low !== high) picked.push(inside[Math.max(low, high)]!);
    start = next;
  }
  return picked;
}

/** Index of the first x that is not before `from`. */
function firstFrom(x: Float64Array, from: number): number {
  let [low, high] = [0, x.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
