/** A goal made ready: what is searched for in which range, and whether a design reaches it. */
import type { Span } from '../../core/measures/measure-rows.ts';
import { METHOD_NAMES } from '../../core/measures/methods.ts';
import type { ParameterHandle, ParameterValue } from '../../core/study/parameter.ts';
import { findParameter, setParameter } from '../../core/study/parameters.ts';
import type { Goal, GoalRange, PointAnswer, Study } from '../../core/study/study.ts';
import { findMeasure, type MeasureSource } from '../../core/study/study-measures.ts';
import { openSpan } from '../solve/determined.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { DesignValue } from './contract.ts';
import { type DesignLooker, designLooker } from './design-looker.ts';
import { scenarioWith } from './evaluate-design.ts';
import { partsOf } from './goal-largest.ts';
import { type Look, lookAt } from './goal-look.ts';
import { usualRange, usualRanges } from './goal-ranges.ts';
import { unstableReason } from './read-solved.ts';
import { isPercentile } from './solved-percentiles.ts';
import { settingsOf } from './study-plan.ts';

export interface GoalQuestion {
  /** With the ranges that it did not say. */
  readonly goal: Goal;
  /** What is searched over. */
  readonly handles: readonly ParameterHandle[];
  readonly ranges: readonly Pick<GoalRange, 'from' | 'to'>[];
  /** What is sought is the one parameter that is searched over, not a measure. */
  readonly isParameter: boolean;
  /** Designs are simulated. */
  readonly isSimulated: boolean;
  /** Answers a design; the same design only once. */
  look(design: readonly number[]): Look;
  /** Between what the measures of the constraints lie, in order, where the inputs as they are known leave them open. */
  spansOf(design: readonly number[]): readonly (Span | undefined)[];
  /** Designs that were answered. */
  looks(): number;
  /** What to know before believing any answer. */
  readonly remark?: string;
}

/** Told before a design is answered, and how many are answered already. */
export type OnLook = (design: readonly DesignValue[], looks: number) => void;

export function goalQuestion(
  study: Study,
  asked: Goal,
  onLook: OnLook = () => undefined,
): GoalQuestion | readonly string[] {
  const faults: string[] = [];
  const take = <T>(result: { ok: true; value: T } | { ok: false; error: string }): T | undefined => {
    if (result.ok) return result.value;
    faults.push(result.error);
    return undefined;
  };
  const { scenario } = study;
  const { at = [], subjectTo } = asked;
  const fixed = at.flatMap(({ path }) => take(findParameter(scenario, path)) ?? []);
  const own = findParameter(scenario, asked.of);
  const measure = own.ok ? undefined : findMeasure(scenario, asked.of);
  if (measure && !measure.ok) faults.push(`${asked.of} is neither a parameter nor a measure.`);
  const constrained = subjectTo.flatMap((each) => take(findMeasure(scenario, each.measure))?.source ?? []);
  if (faults.length > 0) return faults;
  const given = at.map(({ value }) => value);
  const goal = own.ok || asked.over ? asked : withRanges(study, asked, settingsOf(fixed, given));
  const { over = [] } = goal;
  const handles = own.ok
    ? [own.value]
    : over.flatMap(({ path }) => take(findParameter(scenario, path)) ?? []);
  faults.push(...handles.flatMap((handle) => rangeFaults(handle, own.ok)));
  if (handles.length === 0) faults.push(nothingToChange(goal, study));
  if (faults.length > 0) return faults;
  const ranges = own.ok
    ? [over.find(({ path }) => path === goal.of) ?? usualRange(own.value)]
    : over.map(({ from, to }) => ({ from: Math.ceil(from), to: Math.floor(to) }));
  faults.push(
    ...ranges.flatMap(({ from, to }, i) => (from <= to ? [] : [emptyRange(handles[i]!, from, to)])),
  );
  if (faults.length > 0) return faults;
  const sources = measure?.ok ? [measure.value.source, ...constrained] : constrained;
  const parts = constrained.map((source) => partsOf(scenario, source));
  const { answer, remark } = answerFor(study, sources);
  const isSimulated = answer.by === 'simulate';
  const all = [...handles, ...fixed];
  const looked = [...sources, ...parts.flat().map(({ source }) => source)];
  const answered = designLooker({ ...study, answer }, all, looked);
  const looker = isSimulated ? steadyOnly(study, all, answered) : answered;
  const known = new Map<string, Look>();
  return {
    ...{ goal, handles, ranges, isParameter: own.ok, isSimulated },
    look(design) {
      const key = design.join(' ');
      const before = known.get(key);
      if (before) return before;
      onLook(designOf(handles, design), known.size);
      const values = [...design, ...given] as ParameterValue[];
      const found = lookAt({ goal, design, isParameter: own.ok, parts }, looker(values));
      known.set(key, found);
      return found;
    },
    spansOf(design) {
      const values = [...design, ...given] as ParameterValue[];
      const changed = scenarioWith(scenario, settingsOf(all, values));
      if (answer.by === 'simulate' || typeof changed === 'string') return [];
      const method = METHOD_NAMES.find((name) => name === answer.method) ?? 'auto';
      const outcome = solveScenario(changed, method, false);
      if (outcome.kind === 'noAnswer') return [];
      return constrained.map((source) =>
        source.of === 'stage' && source.measure !== 'loadPerServer'
          ? openSpan(outcome.stages[source.node], source.measure)
          : undefined,
      );
    },
    looks: () => known.size,
    ...(remark !== undefined && { remark }),
  };
}

/** With the names of what is searched over. */
export const designOf = (
  handles: readonly ParameterHandle[],
  design: readonly number[],
): readonly DesignValue[] => handles.map(({ parameter: { path } }, i) => ({ path, value: design[i]! }));

function withRanges({ scenario, costs }: Study, goal: Goal, settings: ReturnType<typeof settingsOf>): Goal {
  const changed = scenarioWith(scenario, settings);
  return typeof changed === 'string' ? goal : { ...goal, over: usualRanges(changed, goal.of, costs) };
}

function nothingToChange({ of }: Goal, { costs }: Study): string {
  if (of === 'cost' && !costs) return 'Nothing has a price: say what a place, a server or a stage costs.';
  if (of === 'buffer') return 'No stage has a bound: say over which capacities it is searched.';
  return 'Say over which parameters it is searched.';
}

function rangeFaults({ parameter }: ParameterHandle, isParameter: boolean): readonly string[] {
  if (parameter.kind === 'choice') return [`${parameter.path} is a choice, which has no order to search in.`];
  if (isParameter || parameter.domain.integer) return [];
  return [`${parameter.path} is no whole number; over several parameters only those are searched.`];
}

const emptyRange = ({ parameter: { path } }: ParameterHandle, from: number, to: number): string =>
  `${path}: expected a range from the smaller to the larger, got ${from}:${to}`;

const REPLICATIONS = 10;
const WHOLE = 'A simulated measure has to hold over its whole 95 % interval.';
/** Share of the input at which hardly anything is unstable. */
const LIGHT = 0.01;

/** What no formula knows is simulated, whatever the study says. */
function answerFor({ scenario, answer = { by: 'solve' }, costs }: Study, sources: readonly MeasureSource[]) {
  if (answer.by === 'simulate') return { answer, remark: WHOLE };
  if (!sources.some(isPercentile)) return { answer };
  const light = setParameter(scenario, 'inputs', LIGHT);
  const tried = [scenario, ...(light.ok ? [light.value] : [])];
  const known = tried
    .map((each) => designLooker({ scenario: each, answer, costs }, [], sources)([]))
    .find(({ status }) => status === 'answer');
  if (!known || sources.every((source, i) => !isPercentile(source) || known.values[i] !== undefined))
    return { answer };
  const simulated: PointAnswer = { by: 'simulate', replications: REPLICATIONS };
  return {
    answer: simulated,
    remark: `No formula knows these percentiles: every design is simulated. ${WHOLE}`,
  };
}

/** A simulation of what has no steady state says how long it lasted, and nothing of the design. */
function steadyOnly(
  { scenario }: Study,
  handles: readonly ParameterHandle[],
  looker: DesignLooker,
): DesignLooker {
  return (values) => {
    const changed = scenarioWith(scenario, settingsOf(handles, values));
    const solved =
      typeof changed === 'string' ? undefined : solveScenario(changed, 'auto', false, { spans: false });
    if (solved?.kind !== 'unstable') return looker(values);
    return { status: 'unstable', reason: unstableReason(solved), values: [] };
  };
}
