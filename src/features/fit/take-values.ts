/** The edit that gives a scenario the values of a calibration. */

import { preciseInputs, setPrecision } from '../../../core/scenario/precision-edits.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { pathText } from '../../../core/study/parameter-path.ts';
import { findParameter, writeParameters } from '../../../core/study/parameters.ts';
import type { CalibratedParameter } from '../../../workers/fit/contract.ts';
import { halfWidth } from './put-distribution.ts';

/** Each value is known as well as its interval says. */
export function withValues(scenario: Scenario, parameters: readonly CalibratedParameter[]): Scenario {
  const settings = parameters.flatMap(({ path, value }) => {
    const handle = findParameter(scenario, path);
    return handle.ok ? [{ handle: handle.value, value }] : [];
  });
  return parameters.reduce(withPrecision, writeParameters(scenario, settings));
}

/** Adds the input uncertainty of a calibrated parameter that has one. */
function withPrecision(scenario: Scenario, parameter: CalibratedParameter): Scenario {
  for (const node of scenario.nodes) {
    for (const { field } of preciseInputs(node)) {
      if (pathText({ kind: 'node', id: node.id }, field.split('.')) === parameter.path)
        return setPrecision(scenario, node.id, field, halfWidth(parameter));
    }
  }
  return scenario;
}
