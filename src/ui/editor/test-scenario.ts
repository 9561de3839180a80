/** Scenarios and answers that the tests of this folder share. */

import type { Link, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';

export const scenarioOf = (nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Test <1>',
  nodes,
  links,
});

export const source = (id: string, more: object = {}): ScenarioNode => ({
  id,
  kind: 'source',
  interarrival: { distribution: 'exponential', rate: 2 },
  ...more,
});
export const stage = (id: string, more: object = {}): ScenarioNode => ({
  id,
  kind: 'stage',
  service: { distribution: 'exponential', rate: 4 },
  ...more,
});
export const sink = (id: string, more: object = {}): ScenarioNode => ({ id, kind: 'sink', ...more });

/** in -> a -> b -> out, with b -> a going back. */
export const LOOP = scenarioOf(
  [source('in'), stage('a', { unit: 'job' }), stage('b', { capacity: 3 }), sink('out')],
  [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out', probability: 0.75 },
    { from: 'b', to: 'a', probability: 0.25 },
  ],
);

/** Of an M/M/1 stage with load 1/2: mean occupancy 1, mean queue 1/2, P[n] = 2^-(n+1). */
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
