/** Scenarios that have no meaning to simulate. */

import type { NoAnswer } from '../../core/measures/measures.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

/** The first fault, if any; every scenario without one can be run. */
export function refuse(scenario: Scenario): NoAnswer | undefined {
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  return fault && { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
}
