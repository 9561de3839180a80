/** For tests: a simulation of two classes, an open one through a fork and a join and a closed one besides. */

import { refusalText } from '../../../core/measures/refusals.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { simulateNow } from '../../../workers/simulate/simulate-scenario.ts';

export const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;
export const SCENARIO: Scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Orders and users',
  classes: [
    { id: 'order', name: 'Orders' },
    { id: 'user', name: 'Users', closed: { population: 3, start: 'think' } },
  ],
  groups: [{ id: 'g', name: 'Branches', stages: ['a', 'b'] }],
  resources: [{ id: 'bus', name: 'Bus' }],
  nodes: [
    {
      id: 'in',
      kind: 'source',
      interarrival: exponential(1),
      schedule: {
        frames: [
          { from: 0, interarrival: exponential(1) },
          { from: 10, interarrival: exponential(3) },
        ],
        period: 20,
      },
    },
    { id: 'first', kind: 'stage', name: 'First', unit: 'order', service: exponential(8) },
    { id: 'split', kind: 'fork' },
    { id: 'a', kind: 'stage', service: exponential(6) },
    { id: 'b', kind: 'stage', service: exponential(5) },
    { id: 'merge', kind: 'join' },
    { id: 'out', kind: 'sink' },
    { id: 'think', kind: 'delay', service: exponential(2) },
    { id: 'disk', kind: 'stage', resource: 'bus', service: exponential(9) },
  ],
  links: [
    { from: 'in', to: 'first' },
    { from: 'first', to: 'split' },
    { from: 'split', to: 'a' },
    { from: 'split', to: 'b' },
    { from: 'a', to: 'merge' },
    { from: 'b', to: 'merge' },
    { from: 'merge', to: 'out' },
    { from: 'think', to: 'disk' },
    { from: 'disk', to: 'think' },
  ],
};

export function simulated(): SimulationResult {
  const outcome = simulateNow(SCENARIO, { replications: 5, horizon: 440, warmup: 40 });
  if (outcome.kind !== 'answer') throw new Error(refusalText(outcome));
  return outcome;
}
