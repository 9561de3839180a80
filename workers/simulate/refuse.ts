/** Scenarios that have no meaning to simulate. */

import { refuseKinds } from '../../core/engines/capabilities.ts';
import { invalidScenario, type NoAnswer } from '../../core/measures/refusals.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

/** The first kind that the engine does not know, or the first fault; every other scenario can be run. */
export function refuse(scenario: Scenario): NoAnswer | undefined {
  const unable = refuseKinds('simulator', scenario);
  if (unable) return unable;
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  return fault && invalidScenario(fault);
}
