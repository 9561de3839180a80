/** The smallest convex shape around boxes, with round corners. */
import type { Position } from '../../../core/scenario/scenario.ts';
import type { Box } from './node-size.ts';

/** Corners of the convex hull, clockwise on a screen (y down); Andrew's monotone chain. */
export function convexHull(points: readonly Position[]): readonly Position[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const upper = chain(sorted);
  const lower = chain(sorted.toReversed());
  return [...upper.slice(0, -1), ...lower.slice(0, -1)];
}

/** One half of the hull, from the first point to the last, turning one way only. */
function chain(points: readonly Position[]): Position[] {
  const kept: Position[] = [];
  for (const point of points) {
    while (kept.length >= 2 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** > 0 where a, b, c turn clockwise on a screen. */
const turn = (a: Position, b: Position, c: Position): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Corners of the boxes, each grown by `room` on every side. */
export const cornersOf = (boxes: readonly Box[], room: number): readonly Position[] =>
  boxes.flatMap(({ x, y, width, height }) =>
    [x - room, x + width + room].flatMap((left) =>
      [y - room, y + height + room].map((top) => ({ x: left, y: top })),
    ),
  );

/** The closed path through the corners, each rounded off over at most `radius` of its sides. */
export function roundedPath(corners: readonly Position[], radius: number): string {
  const parts = corners.map((corner, index) => {
    const before = towards(corner, corners.at(index - 1)!, radius);
    const after = towards(corner, corners[(index + 1) % corners.length]!, radius);
    return `${index === 0 ? 'M' : 'L'}${textOf(before)} Q${textOf(corner)} ${textOf(after)}`;
  });
  return `${parts.join(' ')} Z`;
}

function towards(from: Position, to: Position, distance: number): Position {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = Math.min(0.5, distance / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const textOf = ({ x, y }: Position): string => `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`;
