/** Long columns of numbers to no more points than a drawing has columns of pixels: the extremes of each stay. */
import type { LinePoint, XRange } from '../../ui/charts/line-series.ts';

export interface Column {
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

/** The same as marks of their own: a gap before each dot, or before each bar from lowest to highest. */
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
