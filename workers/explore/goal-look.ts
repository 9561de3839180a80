/** A design held against the constraints of a goal. */
import type { Constraint, Goal } from '../../src/model/study.ts';
import type { GoalNeighbour } from '../contract/exploring.ts';
import type { DesignAnswer } from './evaluate-design.ts';

export interface Look {
  readonly design: readonly number[];
  /** Of what is sought; undefined where the design has none. */
  readonly value: number | undefined;
  /** Of the constraints, in order. */
  readonly measures: readonly (number | undefined)[];
  /** All constraints hold, over the whole interval of a simulated measure. */
  readonly holds: boolean;
  readonly fails?: NonNullable<GoalNeighbour['fails']>;
  /** Why the design has no steady state, or no answer. */
  readonly reason?: string;
  /** How far the constraints are missed: sum of relative distances; Infinity where a measure does not exist. */
  readonly miss: number;
}

interface Judged {
  readonly goal: Goal;
  readonly design: readonly number[];
  readonly isParameter: boolean;
}

export function judged(
  { goal, design, isParameter }: Judged,
  { status, values, halfWidths = [], reason }: DesignAnswer,
): Look {
  const skip = isParameter ? 0 : 1;
  const measures = values.slice(skip);
  const broken = goal.subjectTo.flatMap((constraint, i) => {
    const found = status === 'answer' ? measures[i] : undefined;
    if (found !== undefined && isMet(constraint, found, halfWidths[i + skip] ?? 0)) return [];
    return [{ constraint, found }];
  });
  const [first] = broken;
  return {
    design,
    value: isParameter ? design[0] : values[0],
    measures,
    holds: broken.length === 0,
    ...(first && {
      fails: { ...first.constraint, ...(first.found !== undefined && { found: first.found }) },
    }),
    ...(reason !== undefined && { reason }),
    miss: broken.reduce((sum, { constraint, found }) => sum + distance(constraint, found), 0),
  };
}

/** The last digits of a float break no bound, and meet none that must be kept strictly. */
const ROUNDING = 1e-12;

/** A simulated measure counts with the end of its interval that is worse. */
function isMet({ is, value }: Constraint, found: number, halfWidth: number): boolean {
  const slack = ROUNDING * Math.abs(value);
  switch (is) {
    case '<':
      return found + halfWidth < value - slack;
    case '<=':
      return found + halfWidth <= value + slack;
    case '>':
      return found - halfWidth > value + slack;
    case '>=':
      return found - halfWidth >= value - slack;
  }
}

const distance = ({ value }: Constraint, found: number | undefined): number =>
  found === undefined ? Number.POSITIVE_INFINITY : Math.abs(found - value) / Math.max(Math.abs(value), 1e-12);

export const nearestOf = (looked: readonly Look[]): Look =>
  looked.reduce((near, each) => (each.miss < near.miss ? each : near));
