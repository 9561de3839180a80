/** Percentiles of times among the measures of a study, out of an analytic answer: their values, and what to know of them. */
import type { Percentile } from '../../core/measures/measure-rows.ts';
import type { MethodName } from '../../core/measures/methods.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import {
  type MeasureSource,
  type PercentileSource,
  percentileMeasureName,
} from '../../core/study/study-measures.ts';
import type { SolveAnswer } from '../solve/contract.ts';
import { percentileOf } from '../solve/stations/time-distribution.ts';
import type { LatencyTail } from './contract.ts';
import { unknownTimes, type WayTimes, wayTimes } from './way-times.ts';

export const isPercentile = (source: MeasureSource): source is PercentileSource => 'percentile' in source;

interface PercentileQuestion {
  readonly scenario: Scenario;
  readonly method: MethodName;
  readonly answer: SolveAnswer;
  readonly asked: readonly PercentileSource[];
}

interface SolvedPercentiles {
  readonly values: ReadonlyMap<PercentileSource, number>;
  readonly exact: ReadonlySet<PercentileSource>;
  /** Which are absent and why, and which are approximate; absent where there is nothing to say. */
  readonly remark?: string;
}

/** One of them: a value, or why there is none. */
type Found = { readonly value: number; readonly exact: boolean } | { readonly reason: string };

export function solvedPercentiles(question: PercentileQuestion): SolvedPercentiles {
  const values = new Map<PercentileSource, number>();
  const absent = new Map<string, string[]>();
  const approximate: string[] = [];
  const exact = new Set<PercentileSource>();
  let way: WayTimes | undefined;
  const ofWay = () => {
    way ??= wayTimes(question.scenario, question.method, question.answer);
    return way;
  };
  for (const source of question.asked) {
    const name = percentileMeasureName(source);
    const found = foundOf(question, source, ofWay);
    if ('value' in found) {
      values.set(source, found.value);
      if (found.exact) exact.add(source);
      else approximate.push(name);
    } else absent.set(found.reason, [...(absent.get(found.reason) ?? []), name]);
  }
  const remarks = [
    ...[...absent].map(([reason, names]) => `no ${names.join(', ')}: ${reason}`),
    ...(approximate.length > 0 ? [`approximate: ${approximate.join(', ')}`] : []),
  ];
  return { values, exact, ...(remarks.length > 0 && { remark: remarks.join('; ') }) };
}

function foundOf(
  { scenario, answer }: PercentileQuestion,
  source: PercentileSource,
  ofWay: () => WayTimes,
): Found {
  switch (source.of) {
    case 'stageTimes':
      return atStage(scenario, answer, source);
    case 'classTimes':
      return { reason: 'analytic methods give mean times of a class only' };
    case 'networkTimes':
      return answer.kind === 'unstable'
        ? { reason: 'there is no steady state' }
        : ofWhole(ofWay(), source.percentile);
  }
}

function ofWhole(way: WayTimes, percentile: Percentile): Found {
  if (way.kind === 'refused') return way;
  const value = percentileOf(way.distribution, percentile);
  return Number.isFinite(value)
    ? { value, exact: way.exact }
    : { reason: 'the distribution has jumps that its inversion does not settle at' };
}

/** As a study measures it. `answer`: a steady state. */
export function latencyTail(scenario: Scenario, answer: SolveAnswer): LatencyTail {
  const found = ofWhole(wayTimes(scenario, answer.method, answer), 'p99');
  return 'value' in found ? { ...found, kind: 'p99' } : { kind: 'unknown', reason: found.reason };
}

function atStage(
  scenario: Scenario,
  { stages }: SolveAnswer,
  { node, time, percentile }: Extract<PercentileSource, { of: 'stageTimes' }>,
): Found {
  const stage = stages[node];
  const value = stage?.[`${time}Percentiles`]?.[percentile];
  return stage && value !== undefined
    ? { value, exact: stage.exact }
    : { reason: unknownTimes(scenario, node, stage) };
}
