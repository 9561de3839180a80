/** The edit that gives a scenario the values of a calibration. */
import type { CalibratedParameter } from '../../../workers/contract/fitting.ts';
import { pathText } from '../../model/parameter-path.ts';
import { findParameter, writeParameters } from '../../model/parameters.ts';
import { preciseInputs, setPrecision } from '../../model/precision-edits.ts';
import type { Scenario } from '../../model/scenario.ts';
import { halfWidth } from './put-law.ts';

/** Each value is known as well as its interval says. */
export function withValues(scenario: Scenario, parameters: readonly CalibratedParameter[]): Scenario {
  const settings = parameters.flatMap(({ path, value }) => {
    const handle = findParameter(scenario, path);
    return handle.ok ? [{ handle: handle.value, value }] : [];
  });
  return parameters.reduce(withPrecision, writeParameters(scenario, settings));
}

/** Of inputs that have one. */
function withPrecision(scenario: Scenario, parameter: CalibratedParameter): Scenario {
  for (const node of scenario.nodes) {
    for (const { field } of preciseInputs(node)) {
      if (pathText({ kind: 'node', id: node.id }, field.split('.')) === parameter.path)
        return setPrecision(scenario, node.id, field, halfWidth(parameter));
    }
  }
  return scenario;
}
