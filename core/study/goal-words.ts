/**
 * Goals in the words of people: `smallest K at 1b with P_BP ≤ 1e-6`, `least servers so that p99 sojourn ≤ 5 ms at 1.2 ×
 * today's load`, `largest input rate that keeps every ρ < 0.9`. They are brought to the text that `goal-text.ts` reads.
 */
import { err, ok, type Result } from '../base/result.ts';
import { type Dimension, parseQuantity } from '../quantities/quantity.ts';
import { nameOf } from '../scenario/defaults.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { loadName, measureNames, soughtName, stageOf } from './goal-names.ts';
import type { ParameterValue } from './parameter.ts';
import { findParameter, getParameter } from './parameters.ts';
import type { Constraint, Goal, GoalRange } from './study.ts';
import { findMeasure } from './study-measures.ts';

const SENTENCE =
  /^\s*(?:find |what is )?(?:the )?(least|smallest|fewest|lowest|minimum|min|cheapest|largest|most|greatest|highest|maximum|max)\s+(.+?)(?:\s+over\s+(.+?))?\s+(?:with|where|when|so that|such that|for which|keeping|(?:that|which)\s+(?:still\s+)?(?:keeps?|holds?|has|have)|subject to)\s+(.+)$/isu;
const GREATEST = /^(?:largest|most|greatest|highest|max(?:imum)?)$/iu;
const SIGN = /(<=|>=|<|>|≤|≥)/u;

export function readGoal(scenario: Scenario, text: string): Result<Goal, string> {
  const strict = parseGoal(scenario, text);
  const words = SENTENCE.exec(text);
  if (!words) return strict;
  const [, find, sought, over, rest] = words as unknown as [
    string,
    string,
    string,
    string | undefined,
    string,
  ];
  const of = soughtName(scenario, sought);
  if (of === undefined) return err(unknownSought(scenario, sought));
  if (strict.ok && strict.value.of === of) return strict;
  const [conditions, at] = conditionsOf(rest);
  const read = all(conditions.split(/\s+and\s+|\s*[,;]\s*/iu), (part) =>
    constraintText(scenario, part, stageOf(scenario, of)),
  );
  if (!read.ok) return read;
  const setting = at === undefined ? ok(undefined) : atText(scenario, at);
  if (!setting.ok) return setting;
  const where = over === undefined ? '' : ` over ${over}`;
  const under = setting.value === undefined ? '' : ` at ${setting.value}`;
  return parseGoal(
    scenario,
    `${GREATEST.test(find) ? 'largest' : 'least'} ${of}${where} with ${read.value.join(' and ')}${under}`,
  );
}

/** The goal as `goal-text.ts` reads it, numbers in SI units. */
export function goalLine({ find, of, over, subjectTo, at }: Goal): string {
  const ranges = over?.map(({ path, from, to }) => `${path} = ${from}:${to}`).join(', ');
  const constraints = subjectTo.map(({ measure, is, value }) => `${measure} ${is} ${value}`).join(' and ');
  const settings = at?.map(({ path, value }) => `${path} = ${value}`).join(', ');
  return [
    `${find} ${of}`,
    ...(ranges ? [`over ${ranges}`] : []),
    `with ${constraints}`,
    ...(settings ? [`at ${settings}`] : []),
  ].join(' ');
}

/** Behind the last bound stands what it holds at: `… ≤ 5 ms at 1.2 × today's load`. */
function conditionsOf(rest: string): readonly [string, string | undefined] {
  const parts = rest.split(SIGN);
  const [bound, ...under] = parts.at(-1)!.split(/\s+(?:at|under|when|with)\s+/iu);
  if (parts.length < 3 || under.length === 0) return [rest.trim(), undefined];
  return [[...parts.slice(0, -1), bound!].join('').trim(), under.join(' ').trim()];
}

function constraintText(scenario: Scenario, text: string, near: string | undefined): Result<string, string> {
  const [name, sign, bound] = text.split(SIGN);
  if (bound === undefined)
    return err(`Expected a constraint, such as p99 sojourn <= 5 ms; got ${JSON.stringify(text)}.`);
  const names = measureNames(scenario, name!.trim(), near);
  if (!names) return err(unknownMeasure(scenario, name!.trim()));
  const value = bound
    .trim()
    .replace(
      /^(?:1\s*[·*×]\s*)?10\s*\^\s*([+-−]?\d+)$/u,
      (_, power: string) => `1e${power.replace('−', '-')}`,
    );
  return ok(names.map((each) => `${each} ${sign} ${value}`).join(' and '));
}

const TIMES =
  /^(?:(?:times )?(\d*\.?\d+)\s*(?:[×x*]|times)\s*(?:of )?|(\d*\.?\d+)\s*%\s*(?:of )?|(double|twice|half)\s+(?:of )?)?(?:the )?(?:today(?:’s|'s)? |present |current |drawn |my |our )?(?:input|load|inputs|traffic|arrivals?|input rate|arrival rate)(?:\s*(?:[×x*]|times)\s*(\d*\.?\d+))?(?: of today| as drawn)?$/iu;

/** `1.2 × today's load` as `inputs = 1.2`; anything else as it stands. */
function atText(scenario: Scenario, text: string): Result<string, string> {
  const match = TIMES.exec(text);
  if (!match) return ok(text);
  const [, times, percent, word, behind] = match;
  const factor = word
    ? word.toLowerCase() === 'half'
      ? 0.5
      : 2
    : percent
      ? Number(percent) / 100
      : Number(times ?? behind ?? 1);
  const load = loadName(scenario);
  if (load === undefined)
    return err('This scenario has no load that could be larger: no source, and not one closed class.');
  const now = getParameter(scenario, load);
  const value = load === 'inputs' || !now.ok ? factor : Math.round(factor * Number(now.value));
  return ok(`${load} = ${value}`);
}

/** A name that is written as one, and means nothing. */
const NAME = /^\S+\.\S+$/u;

function unknownSought(scenario: Scenario, text: string): string {
  const parameter = findParameter(scenario, text);
  if (NAME.test(text) && !parameter.ok) return parameter.error;
  return `Expected what is sought: ${exampleOf(scenario)}, input, servers, buffer, cost, or the name of a parameter; got ${JSON.stringify(text)}.`;
}

function exampleOf({ nodes }: Scenario): string {
  const stage = nodes.find(({ kind }) => kind === 'stage');
  return stage ? `K at ${nameOf(stage)}, servers at ${nameOf(stage)}` : 'K at a stage';
}

function unknownMeasure(scenario: Scenario, text: string): string {
  const measure = findMeasure(scenario, text);
  if (NAME.test(text) && !measure.ok) return measure.error;
  return `Expected a measure, such as P_BP at a stage, every ρ, p99 sojourn, mean sojourn, throughput, cost, or a name such as network.throughput; got ${JSON.stringify(text)}.`;
}

function all<T>(
  texts: readonly string[],
  read: (text: string) => Result<T, string>,
): Result<readonly T[], string> {
  const values: T[] = [];
  for (const text of texts) {
    const result = read(text);
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

/**
 * Goals as people write them: `least 1b.capacity with 1b.backPressureProbability <= 1e-6`, `least servers over
 * 1a.serverCount = 1:8, 1b.serverCount = 1:8 with network.sojournP99 <= 5 ms at inputs = 1.2`.
 */

/** An empty goal text, and one without a constraint, are refused with this. */
function expectedGoal({ nodes }: Scenario): string {
  const stage = nodes.find(({ kind }) => kind === 'stage');
  const example = stage
    ? `smallest K at ${nameOf(stage)} with P_BP <= 1e-6`
    : 'smallest buffer with P_BP <= 1e-6';
  return `Expected a goal, such as: ${example} and cost < 100 at inputs = 1.2`;
}

/** A name that can be typed in an example: of a stage of the drawing. */
const anId = ({ nodes }: Scenario): string => nodes.find(({ kind }) => kind === 'stage')?.id ?? 'stage';

export function parseGoal(scenario: Scenario, text: string): Result<Goal, string> {
  const match =
    /^\s*(least|smallest|fewest|largest|most)\s+(.+?)(?:\s+over\s+(.+?))?\s+(?:with|where|so that)\s+(.+?)(?:\s+at\s+(.+))?\s*$/su.exec(
      text,
    );
  if (!match) return err(`${expectedGoal(scenario)}; got ${JSON.stringify(text)}.`);
  const [, word, of, over, constraints, at] = match;
  try {
    return ok({
      find: word === 'largest' || word === 'most' ? 'largest' : 'least',
      of: of!,
      ...(over !== undefined && { over: parts(over, /\s*,\s*/u).map((part) => rangeOf(scenario, part)) }),
      subjectTo: parts(constraints!, /\s+and\s+|\s*,\s*/u).map((part) => constraintOf(scenario, part)),
      ...(at !== undefined && {
        at: parts(at, /\s+and\s+|\s*,\s*/u).map((part) => settingOf(scenario, part)),
      }),
    });
  } catch (reason) {
    if (reason instanceof BadGoal) return err(reason.message);
    throw reason;
  }
}

/** Inside this file only: carries the sentence out of the parts. */
class BadGoal extends Error {}

const parts = (text: string, between: RegExp): readonly string[] => text.split(between);

function constraintOf(scenario: Scenario, text: string): Constraint {
  const match = /^(.+?)\s*(<=|>=|<|>|≤|≥)\s*(.+)$/u.exec(text);
  if (!match)
    throw new BadGoal(
      `Expected a constraint, such as ${anId(scenario)}.utilization < 0.9; got ${JSON.stringify(text)}.`,
    );
  const [, name, sign, bound] = match;
  const measure = findMeasure(scenario, name!);
  if (!measure.ok) throw new BadGoal(measure.error);
  const is = sign === '≤' ? '<=' : sign === '≥' ? '>=' : (sign as Constraint['is']);
  const { dimension, unit } = measure.value;
  return { measure: measure.value.name, is, value: numberOf(bound!, dimension, unit) };
}

function rangeOf(scenario: Scenario, text: string): GoalRange {
  const match = /^(.+?)\s*=\s*(.+?)\s*:\s*(.+)$/u.exec(text);
  if (!match)
    throw new BadGoal(
      `Expected a range, such as ${anId(scenario)}.serverCount = 1:8; got ${JSON.stringify(text)}.`,
    );
  const [, path, from, to] = match;
  const parameter = parameterOf(scenario, path!);
  return { path: parameter.path, from: boundOf(parameter, from!), to: boundOf(parameter, to!) };
}

function settingOf(scenario: Scenario, text: string): { path: string; value: ParameterValue } {
  const match = /^(.+?)\s*=\s*(.+)$/u.exec(text);
  if (!match) throw new BadGoal(`Expected a value, such as inputs = 1.2; got ${JSON.stringify(text)}.`);
  const parameter = parameterOf(scenario, match[1]!);
  return {
    path: parameter.path,
    value: parameter.kind === 'choice' ? match[2]! : boundOf(parameter, match[2]!),
  };
}

function parameterOf(scenario: Scenario, path: string) {
  const found = findParameter(scenario, path);
  if (!found.ok) throw new BadGoal(found.error);
  return found.value.parameter;
}

type Parameter = ReturnType<typeof parameterOf>;

function boundOf(parameter: Parameter, text: string): number {
  if (parameter.kind === 'choice') throw new BadGoal(`${parameter.path} is a choice, which has no range.`);
  return numberOf(text, parameter.dimension, parameter.unit);
}

function numberOf(text: string, dimension: Dimension, unit: string | undefined): number {
  const plain = Number(text);
  if (Number.isFinite(plain) && text.trim() !== '') return plain;
  const value = parseQuantity(text, dimension, unit === undefined ? {} : { unit });
  if (!value.ok) throw new BadGoal(value.error);
  return value.value;
}
