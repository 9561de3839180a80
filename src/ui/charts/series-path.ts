/** SVG paths of a binned series: steps while single bins can be seen, a line when there are too many. */
import { area, line } from 'd3';

/** One bin on the drawing, in pixels. */
export interface Mark {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** A bin with an interval: `y` is its top and `y2` its bottom. */
export interface BandMark extends Mark {
  readonly y2: number;
}

export type Shape = 'steps' | 'line';

/** Steps need about five pixels a bin to be read as steps. */
export function shapeFor(binCount: number, width: number): Shape {
  return binCount * 5 <= width ? 'steps' : 'line';
}

const curve = line<readonly [number, number]>();

/** The open outline; of a single point a short dash, since a line of no length is not seen. */
export function linePath(marks: readonly Mark[], shape: Shape): string {
  const [only] = marks;
  if (only && marks.length === 1 && shape === 'line')
    return `M${(only.left + only.right) / 2 - 3} ${only.y}h6`;
  return curve(outline(marks, shape)) ?? '';
}

/** The outline closed along `bottom`. Filled areas are always steps: they are bars. */
export function filledPath(marks: readonly Mark[], bottom: number): string {
  const fill = area<readonly [number, number]>().y0(bottom);
  return fill(outline(marks, 'steps')) ?? '';
}

/** The band between the ends of an interval. */
export function bandPath(marks: readonly BandMark[], shape: Shape): string {
  if (marks.length === 0) return '';
  const lower = marks.map(({ left, right, y2 }) => ({ left, right, y: y2 }));
  const ring = [...outline(marks, shape), ...[...outline(lower, shape)].reverse()];
  return `${curve(ring)}Z`;
}

function outline(marks: readonly Mark[], shape: Shape): readonly (readonly [number, number])[] {
  if (shape === 'line') return marks.map(({ left, right, y }) => [(left + right) / 2, y] as const);
  return marks.flatMap(({ left, right, y }) => [[left, y] as const, [right, y] as const]);
}
