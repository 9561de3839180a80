/** The study that a command line asks for: a study file, or a scenario and what is said beside it. */

import { existsSync } from 'node:fs';
import type { MethodName } from '../core/measures/methods.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { readGoal } from '../core/study/goal-words.ts';
import { isStudy, readStudyText } from '../core/study/read-study.ts';
import {
  type Costs,
  type PointAnswer,
  type Sampling,
  STUDY_FORMAT,
  STUDY_VERSION,
  type Study,
} from '../core/study/study.ts';
import { parseVariation } from '../core/study/variation-text.ts';
import { nameOf, readBytes, readScenario } from './input.ts';
import { BadInput } from './outcome.ts';

export interface StudyOptions {
  readonly vary: readonly string[];
  readonly sample?: Sampling;
  readonly measure: readonly string[];
  readonly goal: readonly string[];
  readonly cost?: Costs;
  readonly method?: MethodName;
  readonly simulate?: boolean;
  readonly seed?: number;
  readonly replications?: number;
  readonly horizon?: number;
  readonly warmup?: number;
  readonly precision?: number;
}

const USUAL_MEASURES = ['network.throughput', 'network.meanSojournTime', 'network.maxUtilization'];

/** What is said on the command line comes on top of a study file. */
export async function readStudyOf(file: string, options: StudyOptions): Promise<Study> {
  const study = await readBase(file);
  const { scenario } = study;
  const vary = all(options.vary, (text) => parseVariation(scenario, text));
  const goals = all(options.goal, (text) => readGoal(scenario, text));
  const measures = options.measure.length > 0 ? options.measure : study.measures;
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

/** A scenario by itself is a study of which nothing is varied yet. */
async function readBase(file: string): Promise<Study> {
  if (file !== '-' && !existsSync(file)) return studyOf(await readScenario(file));
  const text = new TextDecoder().decode(await readBytes(file));
  const read = isStudy(parsedJson(text)) ? readStudyText(text) : readScenarioText(text);
  if (!read.ok) throw new BadInput(read.error.map(({ message }) => `${nameOf(file)}: ${message}`));
  return 'vary' in read.value ? read.value : studyOf(read.value);
}

/** Undefined where the text is no JSON, which is told by whoever reads it as a scenario. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const studyOf = (scenario: Scenario): Study => ({
  format: STUDY_FORMAT,
  schemaVersion: STUDY_VERSION,
  name: scenario.name,
  scenario,
  vary: [],
  measures: [],
});

function all<T>(
  texts: readonly string[],
  read: (text: string) => { ok: true; value: T } | { ok: false; error: string },
): readonly T[] {
  const results = texts.map(read);
  const faults = results.flatMap((result) => (result.ok ? [] : [`explore: ${result.error}`]));
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
