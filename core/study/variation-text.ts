/**
 * Variations as people write them: `1b.capacity=10:100` (a range), `1b.capacity=10:100:10` (of 10 values),
 * `1b.service.rate=log:10M:90M:9`, `1b.capacity=10,20,unbounded` (a list), `1b.service.rate=~5%` (that far to both sides
 * of what is drawn), `1b.service.rate=normal:50M:2M`; also uniform, logUniform and triangular with their numbers.
 */
import { err, ok, type Result } from '../base/result.ts';
import { parseQuantity } from '../quantities/quantity.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { NumberParameter, Parameter } from './parameter.ts';
import { findParameter } from './parameters.ts';
import type { Distribution, Variation } from './study.ts';

const EXPECTED =
  'Expected PATH=RANGE, such as 1b.capacity=10:100:10, 1b.service.rate=log:10M:90M:9, 1b.capacity=10,20,40 or 1b.service.rate=~5%';

export function parseVariation(scenario: Scenario, text: string): Result<Variation, string> {
  const match = /^((?:"(?:[^"\\]|\\.)*"|[^="])+)=(.+)$/su.exec(text);
  if (!match) return err(`${EXPECTED}; got ${JSON.stringify(text)}.`);
  const found = findParameter(scenario, match[1]!);
  if (!found.ok) return found;
  const { parameter } = found.value;
  const body = match[2]!.trim();
  if (parameter.kind === 'choice') return ok({ path: parameter.path, values: body.split(/\s*,\s*/) });
  if (body.startsWith('~')) return around(parameter, body.slice(1));
  const parts = body.split(':');
  const kind = parts.length > 1 && /^[a-zA-Z]+$/.test(parts[0]!) ? parts.shift()! : undefined;
  if (parts.length === 1) return listOf(parameter, body);
  const numbers = parts.map((part) => numberOf(part, parameter));
  const bad = numbers.find((number) => !number.ok);
  if (bad && !bad.ok) return bad;
  const values = numbers.map((number) => (number.ok ? number.value : Number.NaN));
  if (kind === undefined || kind === 'log') return rangeOf(parameter, values, kind);
  const distribution = distributionOf(kind, values);
  return distribution
    ? ok({ path: parameter.path, distribution })
    : err(`${EXPECTED}; got ${JSON.stringify(text)}.`);
}

function rangeOf(
  { path }: Parameter,
  values: readonly number[],
  scale: 'log' | undefined,
): Result<Variation, string> {
  const [from, to, count, ...more] = values as [number, number, ...number[]];
  if (more.length > 0)
    return err(`${path}: a range has a start, an end and a count of values; got ${values.length} numbers.`);
  if (to < from) return err(`${path}: the range is reversed: ${from} to ${to}.`);
  if (scale === 'log' && from <= 0)
    return err(`${path}: a range by equal ratios starts above 0, not at ${from}.`);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1))
    return err(`${path}: the count of values is a whole number from 1 on, not ${count}.`);
  return ok({ path, from, to, ...(count !== undefined && { count }), ...(scale && { scale }) });
}

function distributionOf(kind: string, values: readonly number[]): Distribution | undefined {
  const [a, b, c] = values as [number, number, number];
  if (kind === 'uniform' && values.length === 2 && b > a) return { kind, min: a, max: b };
  if (kind === 'logUniform' && values.length === 2 && b > a && a > 0) return { kind, min: a, max: b };
  if (kind === 'normal' && values.length === 2 && b > 0) return { kind, mean: a, deviation: b };
  if (kind === 'triangular' && values.length === 3 && c > a && b >= a && b <= c)
    return { kind, min: a, mode: b, max: c };
  return undefined;
}

function around({ path, value, domain }: NumberParameter, text: string): Result<Variation, string> {
  const share = parseQuantity(text, 'probability');
  if (!share.ok) return err(`${path}: ${share.error}`);
  if (!Number.isFinite(value) || share.value === 0) return err(`${path}: there is nothing around ${value}.`);
  const [min, max] = [value * (1 - share.value), Math.min(domain.most, value * (1 + share.value))];
  return ok({ path, distribution: { kind: 'uniform', min, max } });
}

function listOf(parameter: NumberParameter, text: string): Result<Variation, string> {
  const values: (number | string)[] = [];
  for (const part of text.split(',')) {
    if (part.trim() === 'unbounded') values.push('unbounded');
    else {
      const number = numberOf(part, parameter);
      if (!number.ok) return number;
      values.push(number.value);
    }
  }
  return ok({ path: parameter.path, values });
}

/** A plain number, whatever the domain: a point outside it is a result too. Else a quantity, such as 50 M. */
function numberOf(text: string, { path, dimension, unit }: NumberParameter): Result<number, string> {
  const plain = Number(text);
  if (text.trim() !== '' && Number.isFinite(plain)) return ok(plain);
  const value = parseQuantity(text, dimension, unit === undefined ? {} : { unit });
  return value.ok ? value : err(`${path}: ${value.error}`);
}
