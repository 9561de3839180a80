/** From the row of a field to a field of its holder, and from there to a parameter of the scenario. */

import { type Choices, type FieldRow, fieldWords } from '../scenario/fields.ts';
import { patched } from '../scenario/patch.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Field, type Parameter, type ParameterHandle, RANK } from './parameter.ts';
import { type ParameterOwner, pathText } from './parameter-path.ts';

export interface Unit {
  readonly unit?: string;
  readonly unitBytes?: number;
}

interface Place<Holder> {
  readonly owner: ParameterOwner;
  /** Before the words of the field. */
  readonly name: string;
  readonly unit?: Unit;
  readonly change: (scenario: Scenario, change: (holder: Holder) => Holder) => Scenario;
}

export function handle<Holder>(
  field: Field<Holder>,
  { owner, name, unit, change }: Place<Holder>,
): ParameterHandle {
  const base = {
    path: pathText(owner, field.tail),
    words: `${name}: ${field.words}`,
    phrase: `${field.words} of ${name}`,
  };
  const { type, value } = field;
  const parameter: Parameter =
    type.kind === 'choice'
      ? { ...base, ...type, value: String(value) }
      : { ...base, ...type, value: Number(value), ...(field.counts && unit) };
  return {
    parameter,
    rank: field.rank,
    write: (scenario, given) => change(scenario, (holder) => field.write(holder, given)),
  };
}

/** A number or a choice as its row says; where it is absent it has the default, or is as `given` says. */
export function rowField<Holder extends object>(
  row: FieldRow,
  tail: readonly string[],
  given: number | string | undefined,
): Field<Holder> {
  const value = given ?? row.absent ?? '';
  const base = {
    tail,
    value,
    words: fieldWords(row),
    write: (now: Holder, next: number | string) =>
      patched(now, { [tail.at(-1)!]: next === Number.POSITIVE_INFINITY ? undefined : next }),
  };
  return row.value.kind === 'number'
    ? { ...base, rank: RANK.shape, type: row.value }
    : { ...base, rank: RANK.choice, type: choiceType(row.value.kind === 'choice' ? row.value.choices : {}) };
}

export const choiceType = (table: Choices<string>) => ({
  kind: 'choice' as const,
  choices: Object.keys(table),
  labels: Object.values(table).map(({ label }) => label),
});
