/** From a field of a node, class, resource or bus to a parameter of the scenario. */

import type { Scenario } from '../scenario/scenario.ts';
import type { Field, Parameter, ParameterHandle } from './parameter.ts';
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
  const base = { path: pathText(owner, field.tail), words: `${name}: ${field.words}` };
  const { type, value } = field;
  const parameter: Parameter =
    type.kind === 'choice'
      ? { ...base, kind: 'choice', value: String(value), choices: type.choices }
      : { ...base, ...type, value: Number(value), ...(field.counts && unit) };
  return {
    parameter,
    rank: field.rank,
    write: (scenario, given) => change(scenario, (holder) => field.write(holder, given)),
  };
}
