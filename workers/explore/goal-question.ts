/** A goal made ready: what is searched for in which range, and whether a design reaches it. */

import { largestBatch } from '../../core/rules/bulk.ts';
import { capacityOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import type { ParameterHandle, ParameterValue } from '../../core/study/parameter.ts';
import { pathText } from '../../core/study/parameter-path.ts';
import { findParameter, setParameter } from '../../core/study/parameters.ts';
import { takesBestKnown } from '../../core/study/point-answers.ts';
import type { Costs, Goal, GoalRange, PointAnswer, Study } from '../../core/study/study.ts';
import { findMeasure, type MeasureSource } from '../../core/study/study-measures.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { DesignValue } from './contract.ts';
import { type DesignLooker, designLooker } from './design-looker.ts';
import { type DesignAnswer, evaluateDesign, scenarioWith } from './evaluate-design.ts';
import { partsOf } from './goal-largest.ts';
import { type Look, lookAt } from './goal-look.ts';
import { unstableReason } from './read-solved.ts';
import { isPercentile } from './solved-percentiles.ts';
import { settingsOf } from './study-plan.ts';

export interface GoalQuestion {
  /** The goal, completed by the ranges that it leaves out. */
  readonly goal: Goal;
  /** What is searched over. */
  readonly handles: readonly ParameterHandle[];
  readonly ranges: readonly Pick<GoalRange, 'from' | 'to'>[];
  /** What is sought is the one parameter that is searched over, not a measure. */
  readonly isParameter: boolean;
  /** Designs are simulated. */
  readonly isSimulated: boolean;
  /** Answers a design and holds it against the goal; remembers each design. */
  look(design: readonly number[]): Look;
  /** Solves a design in full, with what input uncertainty leaves open. */
  solve(design: readonly number[]): DesignAnswer;
  /** Simulates a design. */
  simulate(design: readonly number[]): DesignAnswer;
  /** Holds an answer of the design against the goal. */
  judge(design: readonly number[], answer: DesignAnswer): Look;
  /** The goal with each measure of the method multiplied by a factor, in the order of an answer's values. */
  scaled(factors: readonly number[]): GoalQuestion;
  /** Measures of an answer: the sought one, if any, those of the constraints, then those whose largest these are. */
  readonly sources: readonly MeasureSource[];
  /** What is approximate may be simulated: nobody asked for a method. */
  readonly maySimulate: boolean;
  /** How many designs were answered. */
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
  const answers = new Map<string, DesignAnswer>();
  const settingsAt = (design: readonly number[]) =>
    settingsOf(all, [...design, ...given] as ParameterValue[]);
  const inFull = (design: readonly number[], by: PointAnswer, spans?: true): DesignAnswer => {
    if (by.by === 'simulate') onLook(designOf(handles, design), answers.size);
    const asking = { scenario, answer: by, costs: study.costs, sources: looked, ...(spans && { spans }) };
    return evaluateDesign(asking, settingsAt(design));
  };
  const judge = (design: readonly number[], found: DesignAnswer): Look =>
    lookAt({ goal, design, isParameter: own.ok, parts }, found);
  const answerOf = (design: readonly number[]): DesignAnswer => {
    const key = design.join(' ');
    const before = answers.get(key);
    if (before) return before;
    onLook(designOf(handles, design), answers.size);
    const found = looker([...design, ...given] as ParameterValue[]);
    answers.set(key, found);
    return found;
  };
  const questionWith = (factors?: readonly number[]): GoalQuestion => ({
    ...{ goal, handles, ranges, isParameter: own.ok, isSimulated, judge, sources: looked },
    maySimulate: takesBestKnown({ answer }),
    look: rememberedLook((design) => {
      const found = answerOf(design);
      return judge(design, factors ? scaledBy(found, factors) : found);
    }),
    solve: (design) => inFull(design, answer, true),
    simulate: (design) => inFull(design, { by: 'simulate', replications: TO_DECIDE }),
    scaled: questionWith,
    looks: () => answers.size,
    ...(remark !== undefined && { remark }),
  });
  return questionWith();
}

/** Remembers looks, so that each design is judged once. */
function rememberedLook(look: GoalQuestion['look']): GoalQuestion['look'] {
  const known = new Map<string, Look>();
  return (design) => {
    const key = design.join(' ');
    const found = known.get(key) ?? look(design);
    known.set(key, found);
    return found;
  };
}

const scaledBy = (answer: DesignAnswer, factors: readonly number[]): DesignAnswer => ({
  ...answer,
  values: answer.values.map((value, i) => (value === undefined ? undefined : value * (factors[i] ?? 1))),
});

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
  if (of === 'cost' && !costs) return 'Nothing has a cost: give the cost of a slot, a server or a stage.';
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
/** Replications of a design that decides. */
const TO_DECIDE = 20;
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
    remark: `No analytic method gives these percentiles: every design is simulated. ${WHOLE}`,
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
    return { status: 'unstable', reason: unstableReason(scenario, solved), values: [] };
  };
}

/**
 * Range of a parameter: whole numbers from the least up to a million; others a factor of 1024 to both sides of what
 * is drawn.
 */
function usualRange({ parameter }: ParameterHandle): Pick<GoalRange, 'from' | 'to'> {
  if (parameter.kind === 'choice') return { from: 0, to: 0 };
  const { value, domain } = parameter;
  if (domain.integer) return { from: domain.least, to: Math.min(domain.most, 1_000_000) };
  if (domain.most === 1 || value === 0) return { from: domain.least, to: Math.min(domain.most, 1) };
  return { from: value / 1024, to: Math.min(domain.most, value * 1024) };
}

/**
 * What servers, places and cost are made of: the servers of all stages, the places of all that have a bound, both where
 * both have a price. Transfers of a bus are no servers that can be added. `scenario`: under the goal's conditions.
 */
function usualRanges(scenario: Scenario, of: Goal['of'], costs: Costs | undefined): readonly GoalRange[] {
  const stages = scenario.nodes.filter(isStage).filter(({ bus, platform }) => !bus && platform !== 'bus');
  const prices = [costs, ...Object.values(costs?.byPlatform ?? {})];
  const takes = (kind: 'servers' | 'buffer'): boolean =>
    of === kind ||
    (of === 'cost' && prices.some((each) => (kind === 'servers' ? each?.server : each?.buffer)));
  return [
    ...(takes('servers') ? serverRanges(scenario, stages) : []),
    ...(takes('buffer') ? stages.flatMap(placesOf) : []),
  ];
}

/** Up to twice what the load needs and some more: beyond that hardly anybody waits. */
function serverRanges(scenario: Scenario, stages: readonly StageNode[]): readonly GoalRange[] {
  const solved = solveScenario(scenario, 'auto', false);
  return stages.map((stage) => {
    const { id, bulk } = stage;
    const serverCount = serverCountOf(stage);
    const load = solved.kind === 'noAnswer' ? undefined : solved.stages[id]?.loadPerServer;
    const needed = Math.ceil(Math.min((load ?? 1) * serverCount, 1e4));
    const to = Math.min(
      2 * Math.max(needed, serverCount) + 8,
      Math.floor(capacityOf(stage) / largestBatch(bulk)),
    );
    return { path: pathText({ kind: 'node', id }, ['serverCount']), from: 1, to: Math.max(1, to) };
  });
}

/** From what the servers hold to four times the places that are drawn. */
const placesOf = (stage: StageNode): readonly GoalRange[] =>
  stage.capacity === undefined
    ? []
    : [
        {
          path: pathText({ kind: 'node', id: stage.id }, ['capacity']),
          from: serverCountOf(stage) * largestBatch(stage.bulk),
          to: 4 * stage.capacity,
        },
      ];
