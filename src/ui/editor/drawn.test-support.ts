/** Scenarios and answers that the tests of this folder share. */

import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Link, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';

/** Its name would be read as a tag where text is taken for markup. */
export const scenarioOf = (nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario =>
  drawing(nodes, [], { name: 'Test <1>', links });

/** in -> a -> b -> out, with b -> a going back. */
export const LOOP = scenarioOf(
  [source('in', 2), stage('a', 4, { unit: 'job' }), stage('b', 4, { capacity: 3 }), sink('out')],
  [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out', probability: 0.75 },
    { from: 'b', to: 'a', probability: 0.25 },
  ],
);

/** Answer for an M/M/1 stage with load 1/2: mean occupancy 1, mean queue 1/2, P[n] = 2^-(n+1). */
export const HALF_LOADED: StageAnswer = {
  model: 'M/M/1',
  exact: true,
  loadPerServer: 0.5,
  saturated: false,
  utilization: 0.5,
  blockedFraction: 0,
  starvedFraction: 0.5,
  meanOccupancy: 1,
  meanQueueLength: 0.5,
  occupancyDistribution: Array.from({ length: 40 }, (_, n) => 2 ** -(n + 1)),
};

export const answerOf = (
  stages: Readonly<Record<string, StageAnswer>>,
  links: SolveAnswer['links'] = [],
  bottleneck?: string,
): SolveAnswer => ({
  kind: 'answer',
  method: 'auto',
  exact: true,
  stages,
  links,
  network: { bottleneck },
  verdicts: [],
});
