/** The simplest goals as a form: one thing sought, one constraint, at some load. */
import { parametersOf } from '../../model/parameters.ts';
import type { Scenario } from '../../model/scenario.ts';

export interface GoalForm {
  readonly find: 'least' | 'largest';
  readonly of: string;
  readonly measure: string;
  readonly is: '<' | '<=' | '>' | '>=';
  readonly value: string;
  readonly load: string;
}

/** A buffer that is seldom full, where the bottleneck has one; else the load that it bears. */
export function firstForm(scenario: Scenario, stage: string | undefined): GoalForm {
  const paths = parametersOf(scenario).map(({ path }) => path);
  const capacity = paths.find((path) => path === `${stage}.capacity`);
  if (capacity !== undefined)
    return {
      ...{ find: 'least', of: capacity, measure: `${stage}.backPressureProbability` },
      ...{ is: '<=', value: '1e-6', load: '1' },
    };
  return {
    ...{ find: 'largest', of: paths[0] ?? 'inputs', measure: 'network.maxUtilization' },
    ...{ is: '<', value: '0.9', load: '1' },
  };
}

export function goalText({ find, of, measure, is, value, load }: GoalForm): string {
  const at = load.trim() === '' || Number(load) === 1 || of === 'inputs' ? '' : ` at inputs = ${load}`;
  return `${find} ${of} with ${measure} ${is} ${value}${at}`;
}

const SIMPLE = /^(least|largest) (\S+) with (\S+) (<=|>=|<|>) (\S+)(?: at inputs = (\S+))?$/u;

/** Undefined for what says more than the form. */
export function formOf(text: string): GoalForm | undefined {
  const match = SIMPLE.exec(text.trim());
  if (!match) return undefined;
  const [, find, of, measure, is, value, load = '1'] = match;
  return { find, of, measure, is, value, load } as GoalForm;
}
