/** One design of a study answered: its scenario solved or simulated, and its measures read. Nothing is ever thrown. */

import { leastKnown, type SolvedNumber } from '../../core/measures/best-known.ts';
import type { Span } from '../../core/measures/measure-rows.ts';
import type { MethodName } from '../../core/measures/methods.ts';
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import type { VerdictCode } from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { closedClassesOf } from '../../core/scenario/classes.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import { isStage, type NodeId, type Scenario, type ScenarioNode } from '../../core/scenario/scenario.ts';
import { valueFault } from '../../core/study/parameter.ts';
import { type Setting, writeParameters } from '../../core/study/parameters.ts';
import type { Costs, PointAnswer } from '../../core/study/study.ts';
import { type MeasureSource, percentileMeasureName } from '../../core/study/study-measures.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import type { SolveAnswer } from '../solve/contract.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { PointStatus } from './contract.ts';
import { designMeasure } from './design-measures.ts';
import { openMeasures } from './open-measures.ts';
import { simulatedMeasure } from './read-simulated.ts';
import { solvedMeasure, unstableReason } from './read-solved.ts';
import { isPercentile, solvedPercentiles } from './solved-percentiles.ts';

export interface DesignQuestion {
  readonly scenario: Scenario;
  readonly answer: PointAnswer;
  readonly costs?: Costs | undefined;
  /** What is asked for, in order. */
  readonly sources: readonly MeasureSource[];
  /** Whether it is said what the precision of the inputs leaves open. */
  readonly spans?: true;
}

export interface DesignAnswer {
  readonly status: PointStatus;
  /** Why there is no answer; of an answer, which of its percentiles are absent and why, and which are approximate. */
  readonly reason?: string;
  /** In the order of the question; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
  /** How well solved measures are known. */
  readonly known?: readonly SolvedTrust[];
  /** Between what the measures lie, where the inputs as they are known leave them open; of a question with `spans`. */
  readonly open?: readonly (Span | undefined)[];
  /** Half widths of simulated measures. */
  readonly halfWidths?: readonly (number | undefined)[];
  /** The simulation was too short for its intervals to be believed. */
  readonly isUnsettled?: true;
}

/** The scenario with other values, or the first that is none: `1b.capacity: expected an integer >= 1, got 0`. */
export function scenarioWith(scenario: Scenario, settings: readonly Setting[]): Scenario | string {
  for (const { handle, value } of settings) {
    const expected = valueFault(handle.parameter, value);
    if (expected !== undefined) return `${handle.parameter.path}: expected ${expected}, got ${value}`;
  }
  const changed = writeParameters(scenario, settings);
  if (!settings.some(({ handle }) => RELATED.test(handle.parameter.path))) return changed;
  const read = parseScenario(changed);
  return read.ok ? changed : read.error[0]!.message;
}

/** Fields that must be right to each other, which their domains alone do not say. */
const RELATED = /\.(min|max)$/;

export function evaluateDesign(question: DesignQuestion, settings: readonly Setting[] = []): DesignAnswer {
  const scenario = scenarioWith(question.scenario, settings);
  if (typeof scenario === 'string') return nothing(question, 'invalid', scenario);
  const asked = { ...question, scenario };
  return question.answer.by === 'simulate'
    ? simulated(asked, question.answer)
    : solved(asked, question.answer);
}

function solved(
  question: DesignQuestion,
  { method = 'auto' }: Extract<PointAnswer, { by: 'solve' }>,
): DesignAnswer {
  const { scenario, sources, costs, spans = false } = question;
  const asked = sources.filter(isPercentile);
  const timed = asked.some(({ of }) => of === 'stageTimes');
  const outcome = solveScenario(scenario, method as MethodName, timed, { spans });
  if (outcome.kind === 'noAnswer') return refused(question, outcome);
  const percentiles = solvedPercentiles({ scenario, method: method as MethodName, answer: outcome, asked });
  const values = sources.map((source) => {
    if (source.of === 'design') return designMeasure(scenario, source.measure, costs);
    return isPercentile(source) ? percentiles.values.get(source) : solvedMeasure(scenario, outcome, source);
  });
  if (outcome.kind === 'unstable')
    return { status: 'unstable', reason: unstableReason(scenario, outcome), values };
  const { remark, exact } = percentiles;
  const { spans: _, ...plain } = question;
  const valuesOf = (moved: Scenario) => evaluateDesign({ ...plain, scenario: moved }).values;
  return {
    status: 'answer',
    ...(remark !== undefined && { reason: remark }),
    values,
    known: sources.map((source) => {
      if (isPercentile(source)) return exact.has(source) ? 'exact' : 'approximate';
      return knownAs(scenario, outcome, source);
    }),
    ...(spans && { open: openMeasures({ scenario, answer: outcome, sources, values, valuesOf }) }),
  };
}

function simulated(
  question: DesignQuestion,
  { by: _, ...request }: Extract<PointAnswer, { by: 'simulate' }>,
): DesignAnswer {
  const { scenario, sources, costs } = question;
  const outcome = simulateNow(scenario, request);
  if (outcome.kind === 'noAnswer') return refused(question, outcome);
  const estimates = sources.map((source) => {
    if (source.of !== 'design') return simulatedMeasure(scenario, outcome, source);
    const mean = designMeasure(scenario, source.measure, costs);
    return mean === undefined ? undefined : { mean, halfWidth: 0 };
  });
  const unseen = sources.flatMap((source, i) =>
    isPercentile(source) && !estimates[i] ? [percentileMeasureName(source)] : [],
  );
  return {
    status: 'answer',
    ...(unseen.length > 0 && { reason: `no ${unseen.join(', ')}: too few elements were seen to tell` }),
    values: estimates.map((estimate) => estimate?.mean),
    halfWidths: estimates.map((estimate) => estimate?.halfWidth),
    ...(outcome.verdicts.some(({ code }) => TOO_SHORT.has(code)) && { isUnsettled: true }),
  };
}

const TOO_SHORT: ReadonlySet<VerdictCode> = new Set<VerdictCode>(['short-run', 'warmup-too-short']);

function refused(question: DesignQuestion, refusal: NoAnswer): DesignAnswer {
  const { reason } = refusal;
  const status = reason === 'invalid' || reason === 'unstable' ? reason : 'noAnswer';
  return nothing(question, status, refusalText(refusal));
}

/** What the design is made of is known all the same, where there is one. */
function nothing({ sources }: DesignQuestion, status: PointStatus, reason: string): DesignAnswer {
  return { status, reason, values: sources.map(() => undefined) };
}

/** How well an analytic answer knows a measure of a study, by the one ranking (core/measures/best-known.ts). */
type SolvedTrust = SolvedNumber['trust'];

/** How each measure is known; percentiles say it themselves (solved-percentiles.ts). */
function knownAs(scenario: Scenario, answer: SolveAnswer, source: MeasureSource): SolvedTrust {
  if (source.of === 'design' || answer.exact) return 'exact';
  const flows = (id?: NodeId): SolvedTrust =>
    areFlowsExact(scenario, answer) ? 'exact' : stagesAs(answer, id);
  switch (source.of) {
    case 'stage':
      return OF_FLOWS.has(source.measure) ? flows(source.node) : stagesAs(answer, source.node);
    case 'resource':
      return flows();
    case 'network':
      if (source.measure === 'saturationFactor') return 'exact';
      return source.measure === 'meanSojournTime' ? noBetter(stagesAs(answer)) : flows();
    case 'group':
      return wholeAs(
        (scenario.groups?.find(({ id }) => id === source.id)?.stages ?? []).map((id) => stagesAs(answer, id)),
      );
    default:
      return noBetter(stagesAs(answer));
  }
}

const OF_FLOWS: ReadonlySet<string> = new Set([
  ...['offeredRate', 'arrivalRate', 'throughput', 'outputRate', 'utilization', 'loadPerServer', 'lossRate'],
]);

/** They follow from what the sources emit alone: nothing is lost or held up, and no queue decides who goes where. */
const areFlowsExact = (scenario: Scenario, { kind }: SolveAnswer): boolean =>
  kind === 'answer' && closedClassesOf(scenario).length === 0 && scenario.nodes.every(keepsFlows);

const keepsFlows = (node: ScenarioNode): boolean =>
  routingRule(node) !== 'joinShortestQueue' &&
  !(isStage(node) && (node.capacity !== undefined || largestBatch(node.bulk) > 1));

/** How one stage is known, or the least known of all. */
function stagesAs({ stages }: SolveAnswer, id?: NodeId): SolvedTrust {
  const asked = id === undefined ? Object.values(stages) : [stages[id]];
  return wholeAs(
    asked.map((stage) =>
      stage?.exact ? 'exact' : stage?.doubtful || stage?.saturated ? 'doubtful' : 'approximate',
    ),
  );
}

const wholeAs = (trusts: readonly SolvedTrust[]): SolvedTrust => leastKnown(trusts) as SolvedTrust;

/** Exact stages do not make times through a network exact. */
const noBetter = (trust: SolvedTrust): SolvedTrust => wholeAs([trust, 'approximate']);
