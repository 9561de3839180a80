/** The simulator as a worker offers it: one replication a call, stopped on demand. */
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan, SimulationRequest, SimulatorService } from './contract.ts';
import { nextStep } from './next-step.ts';
import { planRun } from './plan-run.ts';
import { type Replicate, type ReplicateNow, replicateNow } from './replicate.ts';
import type { TellProgress } from './run-in-slices.ts';
import { summarizeRun } from './summarize-run.ts';

/** Small, and full enough that every step of a plan is taken. */
const WARMING: Scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'warming',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.95 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 }, capacity: 100 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

/** For the general engine: long enough that it is compiled. */
const WARMING_PLAN: SimulationPlan = { seed: 1, replications: 1, horizon: 20_000, warmup: 2_000 };

/** `engine` makes the replications, `engineNow` those before a run that its length is chosen by. */
export function simulatorService(engine: Replicate, engineNow: ReplicateNow): SimulatorService {
  /** Replications begun, and how many of the first of them are to stop: a later one goes on. */
  let begun = 0;
  let stopped = 0;
  return {
    warm() {
      planRun(WARMING, {}, engineNow);
      replicateNow(WARMING, WARMING_PLAN, 0);
    },
    plan: (scenario: Scenario, request: SimulationRequest, onProgress?: TellProgress) =>
      planRun(scenario, request, engineNow, onProgress),
    replicate(scenario, plan, replication, onProgress) {
      const mine = ++begun;
      return engine(scenario, plan, replication, { onProgress, shouldStop: () => mine <= stopped });
    },
    summarize: summarizeRun,
    nextStep,
    cancel() {
      stopped = begun;
    },
  };
}
