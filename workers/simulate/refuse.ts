/** Scenarios that have no meaning to simulate, or that the memory of the simulator does not hold. */

import { refuseKinds } from '../../core/engines/capabilities.ts';
import { invalidScenario, type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { preempts, sharesServers } from '../../core/rules/discipline.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { MOST_SERVERS } from './contract.ts';

/** Pairs of a class and a stage where it comes have two histograms of times, 41 kB together. */
const MOST_PAIRS = 60_000;

/** The first kind that the engine does not know, the first fault, or what there is too much of; every other scenario can be run. */
export function refuse(scenario: Scenario): NoAnswer | undefined {
  const unable = refuseKinds('simulator', scenario);
  if (unable) return unable;
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  return fault ? invalidScenario(fault) : refuseSize(scenario);
}

function refuseSize(scenario: Scenario): NoAnswer | undefined {
  const classes = scenario.classes?.length ?? 1;
  const stages = scenario.nodes.filter(isStage);
  const clocksOf = (stage: StageNode): number =>
    sharesServers(stage) ? 1 : serverCountOf(stage) * (preempts(stage) ? classes : 1);
  const servers = stages.reduce((sum, stage) => sum + clocksOf(stage), 0);
  if (servers > MOST_SERVERS)
    return noAnswer('tooLargeToSimulate', { what: 'servers', count: servers, most: MOST_SERVERS });
  const pairs = classes * stages.length;
  if (pairs <= MOST_PAIRS) return undefined;
  return noAnswer('tooLargeToSimulate', {
    what: 'pairs of a class and a stage',
    count: pairs,
    most: MOST_PAIRS,
  });
}
