/** The shapes behind the stages of a group: where each virtual queue is on the drawing. */

import type { NodeId, Position, Scenario, StageGroup } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { countText } from './figure-text.ts';
import { convexHull, cornersOf, roundedPath } from './hull.ts';
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
      words: [group.name ?? group.id, mean === undefined ? '' : `N ${countText(mean)}`]
        .filter(Boolean)
        .join('  '),
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

/** Of the highest corners the leftmost, past the rounding. */
function topLeft(corners: readonly Position[]): Position {
  const top = Math.min(...corners.map(({ y }) => y));
  const left = Math.min(...corners.filter(({ y }) => y === top).map(({ x }) => x));
  return { x: left + RADIUS, y: top };
}
