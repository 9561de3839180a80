/** A goal made ready: what is searched for in which range, and whether a design reaches it. */
import { findParameter, type ParameterHandle, type ParameterValue } from '../../src/model/parameters.ts';
import type { Constraint, Goal, GoalRange, Study } from '../../src/model/study.ts';
import { findMeasure } from '../../src/model/study-measures.ts';
import type { GoalNeighbour } from '../contract/exploring.ts';
import { designLooker } from './design-looker.ts';

export interface GoalQuestion {
  readonly goal: Goal;
  /** What is searched over. */
  readonly handles: readonly ParameterHandle[];
  readonly ranges: readonly Pick<GoalRange, 'from' | 'to'>[];
  /** What is sought is the one parameter that is searched over, not a measure. */
  readonly isParameter: boolean;
  /** Answers a design; the same design only once. */
  look(design: readonly number[]): Look;
  /** Designs that were answered. */
  looks(): number;
}

export interface Look {
  readonly design: readonly number[];
  /** Of what is sought; undefined where the design has none. */
  readonly value: number | undefined;
  /** Of the constraints, in order. */
  readonly measures: readonly (number | undefined)[];
  /** All constraints hold, over the whole interval of a simulated measure. */
  readonly holds: boolean;
  readonly fails?: NonNullable<GoalNeighbour['fails']>;
  /** How far the constraints are missed: sum of relative distances; Infinity where a measure does not exist. */
  readonly miss: number;
}

export function goalQuestion(study: Study, goal: Goal): GoalQuestion | readonly string[] {
  const faults: string[] = [];
  const take = <T>(result: { ok: true; value: T } | { ok: false; error: string }): T | undefined => {
    if (result.ok) return result.value;
    faults.push(result.error);
    return undefined;
  };
  const { scenario } = study;
  const { over = [], at = [], subjectTo } = goal;
  const own = findParameter(scenario, goal.of);
  const isParameter = own.ok;
  const measure = isParameter ? undefined : findMeasure(scenario, goal.of);
  if (measure && !measure.ok) faults.push(`${goal.of} is neither a parameter nor a measure.`);
  const handles = own.ok
    ? [own.value]
    : over.map(({ path }) => take(findParameter(scenario, path))).filter((handle) => handle !== undefined);
  const fixed = at
    .map(({ path }) => take(findParameter(scenario, path)))
    .filter((handle) => handle !== undefined);
  const sources = subjectTo
    .map((each) => take(findMeasure(scenario, each.measure))?.source)
    .filter((source) => source !== undefined);
  faults.push(...handles.flatMap((handle) => rangeFaults(handle, isParameter)));
  if (!isParameter && over.length === 0) faults.push('Say over which parameters it is searched.');
  if (faults.length > 0) return faults;
  const ranges = own.ok
    ? [over.find(({ path }) => path === goal.of) ?? usualRange(own.value)]
    : over.map(({ from, to }) => ({ from: Math.ceil(from), to: Math.floor(to) }));
  const asked = measure?.ok ? [measure.value.source, ...sources] : sources;
  const answer = designLooker(study, [...handles, ...fixed], asked);
  const given = at.map(({ value }) => value);
  const known = new Map<string, Look>();
  return {
    goal,
    handles,
    ranges,
    isParameter,
    look(design) {
      const key = design.join(' ');
      const before = known.get(key);
      if (before) return before;
      const found = judged({ goal, design, isParameter }, answer([...design, ...given] as ParameterValue[]));
      known.set(key, found);
      return found;
    },
    looks: () => known.size,
  };
}

function rangeFaults({ parameter }: ParameterHandle, isParameter: boolean): readonly string[] {
  if (parameter.kind === 'choice') return [`${parameter.path} is a choice, which has no order to search in.`];
  if (isParameter || parameter.domain.integer) return [];
  return [`${parameter.path} is no whole number; over several parameters only those are searched.`];
}

/** Whole numbers from the least up to a million; others a factor 1024 to both sides of what is drawn. */
function usualRange({ parameter }: ParameterHandle): Pick<GoalRange, 'from' | 'to'> {
  if (parameter.kind === 'choice') return { from: 0, to: 0 };
  const { value, domain } = parameter;
  if (domain.integer) return { from: domain.least, to: Math.min(domain.most, 1_000_000) };
  if (domain.most === 1 || value === 0) return { from: domain.least, to: Math.min(domain.most, 1) };
  return { from: value / 1024, to: Math.min(domain.most, value * 1024) };
}

interface Judged {
  readonly goal: Goal;
  readonly design: readonly number[];
  readonly isParameter: boolean;
}

function judged(
  { goal, design, isParameter }: Judged,
  { status, values, halfWidths = [] }: ReturnType<ReturnType<typeof designLooker>>,
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
    miss: broken.reduce((sum, { constraint, found }) => sum + distance(constraint, found), 0),
  };
}

/** A simulated measure counts with the end of its interval that is worse. */
function isMet({ is, value }: Constraint, found: number, halfWidth: number): boolean {
  switch (is) {
    case '<':
      return found + halfWidth < value;
    case '<=':
      return found + halfWidth <= value;
    case '>':
      return found - halfWidth > value;
    case '>=':
      return found - halfWidth >= value;
  }
}

const distance = ({ value }: Constraint, found: number | undefined): number =>
  found === undefined ? Number.POSITIVE_INFINITY : Math.abs(found - value) / Math.max(Math.abs(value), 1e-12);
