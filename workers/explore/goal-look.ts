/** A design held against the constraints of a goal. */
import type { Constraint, Goal } from '../../core/study/study.ts';
import type { StudyMeasure } from '../../core/study/study-measures.ts';
import type { GoalNeighbour } from './contract.ts';
import type { DesignAnswer } from './evaluate-design.ts';
import { largestOf } from './goal-largest.ts';

export interface Look {
  readonly design: readonly number[];
  /** Value that is sought; undefined where the design has none. */
  readonly value: number | undefined;
  /** Measures of the constraints, in order. */
  readonly measures: readonly (number | undefined)[];
  /** Half widths of simulated measures of the constraints. */
  readonly halfWidths: readonly (number | undefined)[];
  /** For measures that are the largest of many: which one it is. */
  readonly largest: readonly (string | undefined)[];
  /** All constraints hold, over the whole interval of a simulated measure. */
  readonly holds: boolean;
  readonly fails?: NonNullable<GoalNeighbour['fails']>;
  /** Why the design has no steady state, or no answer. */
  readonly reason?: string;
  /** How far the constraints are missed: sum of relative distances; Infinity where a measure does not exist. */
  readonly miss: number;
}

interface Asked {
  readonly goal: Goal;
  readonly design: readonly number[];
  readonly isParameter: boolean;
  /** By constraint, what its measure is the largest of; their values stand behind those of the constraints. */
  readonly parts: readonly (readonly StudyMeasure[])[];
}

export function lookAt(
  { goal, design, isParameter, parts }: Asked,
  { status, values, halfWidths = [], reason }: DesignAnswer,
): Look {
  const skip = isParameter ? 0 : 1;
  const measures = values.slice(skip, skip + goal.subjectTo.length);
  const largest = largestIn(parts, values.slice(skip + goal.subjectTo.length));
  const broken = goal.subjectTo.flatMap((constraint, i) => {
    const found = status === 'answer' ? measures[i] : undefined;
    if (found !== undefined && isMet(constraint, found, halfWidths[i + skip] ?? 0)) return [];
    return [{ constraint, found, which: largest[i] }];
  });
  const [first] = broken;
  return {
    design,
    value: isParameter ? design[0] : values[0],
    measures,
    halfWidths: measures.map((_, i) => halfWidths[i + skip]),
    largest,
    holds: broken.length === 0,
    ...(first && { fails: failure(first) }),
    ...(reason !== undefined && { reason }),
    miss: broken.reduce((sum, { constraint, found }) => sum + distance(constraint, found), 0),
  };
}

interface Broken {
  readonly constraint: Constraint;
  readonly found: number | undefined;
  readonly which: string | undefined;
}

const failure = ({ constraint, found, which }: Broken): NonNullable<Look['fails']> => ({
  ...constraint,
  ...(found !== undefined && { found, ...(which !== undefined && { largest: which }) }),
});

function largestIn(
  parts: Asked['parts'],
  values: readonly (number | undefined)[],
): readonly (string | undefined)[] {
  let at = 0;
  return parts.map((each) => {
    const own = values.slice(at, at + each.length);
    at += each.length;
    return largestOf(each, own);
  });
}

/** The last digits of a float break no bound, and meet none that must be kept strictly. */
const ROUNDING = 1e-12;

/** A simulated measure counts with the end of its interval that is worse. */
/** `halfWidth`: it holds over the whole interval. */
export function isMet({ is, value }: Constraint, found: number, halfWidth = 0): boolean {
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
