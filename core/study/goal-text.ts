/**
 * Goals as people write them: `least 1b.capacity with 1b.backPressureProbability <= 1e-6`, `least servers over
 * 1a.serverCount = 1:8, 1b.serverCount = 1:8 with network.sojournP99 <= 5 ms at inputs = 1.2`.
 */
import { err, ok, type Result } from '../base/result.ts';
import { type Dimension, parseQuantity } from '../quantities/quantity.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ParameterValue } from './parameter.ts';
import { findParameter } from './parameters.ts';
import type { Constraint, Goal, GoalRange } from './study.ts';
import { findMeasure } from './study-measures.ts';

/** An empty goal text, and one without a constraint, are refused with this. */
const EXPECTED =
  'Expected a goal, such as: least 1b.capacity with 1b.backPressureProbability <= 1e-6 and cost < 100 at inputs = 1.2';

export function parseGoal(scenario: Scenario, text: string): Result<Goal, string> {
  const match =
    /^\s*(least|smallest|fewest|largest|most)\s+(.+?)(?:\s+over\s+(.+?))?\s+(?:with|where|so that)\s+(.+?)(?:\s+at\s+(.+))?\s*$/su.exec(
      text,
    );
  if (!match) return err(`${EXPECTED}; got ${JSON.stringify(text)}.`);
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
    throw new BadGoal(`Expected a constraint, such as 1b.utilization < 0.9; got ${JSON.stringify(text)}.`);
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
    throw new BadGoal(`Expected a range, such as 1a.serverCount = 1:8; got ${JSON.stringify(text)}.`);
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
