/** Studies as they are asked for in words: variations, measures and goals on top of a scenario or a study. */
import type { MethodName } from '../core/measures/methods.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { readGoal } from '../core/study/goal-words.ts';
import {
  type Costs,
  type PointAnswer,
  type Sampling,
  STUDY_FORMAT,
  STUDY_VERSION,
  type Study,
} from '../core/study/study.ts';
import { findMeasure } from '../core/study/study-measures.ts';
import { parseVariation } from '../core/study/variation-text.ts';
import { BadInput } from './bad-input.ts';

export interface StudyOptions {
  /** Inputs and their values, as `1b.capacity=10:100:10`, `1a.service.rate=log:1:1000:4` or `inputs=~5%`. */
  readonly vary?: readonly string[];
  /** How designs are chosen; default the full grid. */
  readonly sample?: Sampling;
  /** What is kept of each design, such as `1b.meanOccupancy`; default throughput, time and largest utilization of the network. */
  readonly measure?: readonly string[];
  /** Goals, such as `smallest K at 1b with P_BP <= 1e-6`. */
  readonly goal?: readonly string[];
  readonly cost?: Costs;
  /** How designs are solved; default `auto`. */
  readonly method?: MethodName;
  /** Simulates each design, all with the same random numbers. */
  readonly simulate?: boolean;
  /** Seed of simulated designs; the next four options are theirs too. */
  readonly seed?: number;
  readonly replications?: number;
  /** End of each replication, s. */
  readonly horizon?: number;
  /** Dropped start of each replication, s. */
  readonly warmup?: number;
  /** Share that the mean number in system of every stage is to be known to. */
  readonly precision?: number;
}

const USUAL_MEASURES = ['network.throughput', 'network.meanSojournTime', 'network.maxUtilization'];

/** The study with what is asked on top of it. */
export function studyWith(study: Study, options: StudyOptions): Study {
  const { scenario } = study;
  const vary = all('--vary', options.vary, (text) => parseVariation(scenario, text));
  const goals = all('--goal', options.goal, (text) => readGoal(scenario, text));
  const kept = all('--measure', options.measure, (text) => findMeasure(scenario, text));
  const measures = kept.length > 0 ? options.measure! : study.measures;
  return {
    ...study,
    vary: [...study.vary.filter(({ path }) => !vary.some((other) => other.path === path)), ...vary],
    // A column has a name of its own.
    measures: measures.length > 0 ? [...new Set(measures)] : USUAL_MEASURES,
    ...(options.sample && { sampling: options.sample }),
    ...answerOf(options),
    ...(goals.length > 0 && { goals }),
    ...(options.cost && { costs: options.cost }),
  };
}

/** A scenario of which nothing is varied yet. */
export const studyOf = (scenario: Scenario): Study => ({
  format: STUDY_FORMAT,
  schemaVersion: STUDY_VERSION,
  name: scenario.name,
  scenario,
  vary: [],
  measures: [],
});

function all<T>(
  option: string,
  texts: readonly string[] = [],
  read: (text: string) => { ok: true; value: T } | { ok: false; error: string },
): readonly T[] {
  const results = texts.map(read);
  const faults = results.flatMap((result) => (result.ok ? [] : [`explore: ${option}: ${result.error}`]));
  if (faults.length > 0) throw new BadInput(faults);
  return results.flatMap((result) => (result.ok ? [result.value] : []));
}

function answerOf({ simulate, method, seed, replications, horizon, warmup, precision }: StudyOptions): {
  readonly answer?: PointAnswer;
} {
  const run = { seed, replications, horizon, warmup, precision };
  const given = Object.fromEntries(Object.entries(run).filter(([, value]) => value !== undefined));
  if (simulate) return { answer: { by: 'simulate', ...given } };
  if (Object.keys(given).length > 0)
    throw new BadInput([
      'explore: --seed, --replications, --horizon, --warmup and --precision go with --simulate',
    ]);
  return method === undefined ? {} : { answer: { by: 'solve', method } };
}
