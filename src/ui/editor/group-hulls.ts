/** The shapes behind the stages of a group: where each virtual queue is on the drawing. */

import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Position, Scenario, StageGroup } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { countText } from './figure-text.ts';

import { type Box, boxAround } from './node-size.ts';

export interface GroupHull {
  readonly id: string;
  readonly stages: readonly NodeId[];
  /** Its name, and the mean number of elements in all of its stages where that is known. */
  readonly words: string;
  readonly path: string;
  /** Lower left corner of the words: on the upper side of the shape. */
  readonly label: Position;
  /** Around the shape and its words. */
  readonly box: Box;
}

/** Between a stage and the edge around it: the words that hang on a stage fit. */
const ROOM = 24;
/** More room where an earlier group has a stage in common, so that both names can be read. */
const NEXT = 22;
const RADIUS = 18;
const WORDS_HEIGHT = 22;

export function groupHulls(
  { groups = [] }: Pick<Scenario, 'groups'>,
  boxes: ReadonlyMap<NodeId, Box>,
  answer?: SolveAnswer,
): readonly GroupHull[] {
  return groups.flatMap((group, index) => {
    const members = group.stages.flatMap((id) => boxes.get(id) ?? []);
    if (members.length === 0) return [];
    const depth = groups.slice(0, index).filter((earlier) => sharesStage(earlier, group)).length;
    const corners = convexHull(cornersOf(members, ROOM + NEXT * depth));
    const mean = meanInside(group, answer);
    return {
      id: group.id,
      stages: group.stages,
      words: [nameOf(group), mean === undefined ? '' : `N ${countText(mean)}`].filter(Boolean).join('  '),
      path: roundedPath(corners, RADIUS),
      label: topLeft(corners),
      box: boxOfHull(corners),
    };
  });
}

const sharesStage = (a: StageGroup, b: StageGroup): boolean => a.stages.some((id) => b.stages.includes(id));

/** Mean elements in all stages of a group together; undefined while one of them has no mean. */
export function meanInside({ stages }: StageGroup, answer: SolveAnswer | undefined): number | undefined {
  const means = stages.map((id) => answer?.stages[id]?.meanOccupancy ?? Number.NaN);
  const sum = means.reduce((total, mean) => total + mean, 0);
  return Number.isFinite(sum) ? sum : undefined;
}

function boxOfHull(corners: readonly Position[]): Box {
  const { x, y, width, height } = boxAround(corners.map((at) => ({ ...at, width: 0, height: 0 })));
  return { x, y: y - WORDS_HEIGHT, width, height: height + WORDS_HEIGHT };
}

/** The leftmost of the highest corners, up to rounding. */
function topLeft(corners: readonly Position[]): Position {
  const top = Math.min(...corners.map(({ y }) => y));
  const left = Math.min(...corners.filter(({ y }) => y === top).map(({ x }) => x));
  return { x: left + 2 * RADIUS, y: top };
}

/** The smallest convex shape around boxes, with round corners. */

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
