/** Goals as a form: one thing sought, constraints that all must hold, at some load. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import { loadName } from '../../../core/study/goal-names.ts';
import { parametersOf } from '../../../core/study/parameters.ts';

export interface GoalForm {
  readonly find: 'least' | 'largest';
  readonly of: string;
  /** At least one. */
  readonly bounds: readonly Bound[];
  readonly load: string;
}

export interface Bound {
  readonly measure: string;
  readonly is: '<' | '<=' | '>' | '>=';
  readonly value: string;
}

/** A buffer that is seldom full, where the bottleneck has one; else the load that it bears. */
export function firstForm(scenario: Scenario, stage: string | undefined): GoalForm {
  const paths = parametersOf(scenario).map(({ path }) => path);
  const capacity = paths.find((path) => path === `${stage}.capacity`);
  const hasBound = scenario.nodes.some(
    (node) => node.kind === 'stage' && node.id === stage && node.capacity !== undefined,
  );
  if (capacity !== undefined && hasBound)
    return {
      ...{ find: 'least', of: capacity, load: '1' },
      bounds: [{ measure: `${stage}.backPressureProbability`, is: '<=', value: '1e-6' }],
    };
  return {
    ...{ find: 'largest', of: loadName(scenario) ?? paths[0] ?? 'servers', load: '1' },
    bounds: [{ measure: 'network.maxUtilization', is: '<', value: '0.9' }],
  };
}

export function goalText({ find, of, bounds, load }: GoalForm): string {
  const at = load.trim() === '' || Number(load) === 1 || of === 'inputs' ? '' : ` at inputs = ${load}`;
  return `${find} ${of} with ${bounds.map(({ measure, is, value }) => `${measure} ${is} ${value}`).join(' and ')}${at}`;
}

const NAME = String.raw`(?:"(?:[^"\\]|\\.)*"|[^\s"])+`;
const SIMPLE = new RegExp(`^(least|largest) (${NAME}) with (.+?)(?: at inputs = (\\S+))?$`, 'u');
const BOUND = new RegExp(`^(${NAME}) (<=|>=|<|>) (.+)$`, 'u');

/** Undefined for what says more than the form. */
export function formOf(text: string): GoalForm | undefined {
  const [, find, of, constraints, load = '1'] = SIMPLE.exec(text.trim()) ?? [];
  if (constraints === undefined) return undefined;
  const bounds = constraints.split(' and ').map(boundOf);
  if (!bounds.every((bound) => bound !== undefined)) return undefined;
  return { find: find as GoalForm['find'], of: of!, bounds, load };
}

function boundOf(text: string): Bound | undefined {
  const [, measure, is, value] = BOUND.exec(text) ?? [];
  return measure === undefined ? undefined : { measure, is: is as Bound['is'], value: value! };
}
