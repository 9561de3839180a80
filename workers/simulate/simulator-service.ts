/** The simulator as a worker offers it: one replication a call, stopped on demand. */
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../src/model/scenario.ts';
import type { SimulatorService } from '../contract/simulating.ts';
import { planRun } from './plan-run.ts';
import type { Replicate, ReplicateNow } from './replicate.ts';
import { replicationsWanted } from './stopping.ts';
import { summarizeReplications } from './summarize.ts';

/** Small, and full enough that every step of a plan is taken. */
const WARMING: Scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'warming',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { law: 'exponential', rate: 0.95 } },
    { id: 'a', kind: 'stage', service: { law: 'exponential', rate: 1 }, capacity: 100 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

/** `engine` makes the replications, `engineNow` those before a run that its length is chosen by. */
export function simulatorService(engine: Replicate, engineNow: ReplicateNow): SimulatorService {
  /** Replications begun, and how many of the first of them are to stop: a later one goes on. */
  let begun = 0;
  let stopped = 0;
  return {
    warm: () => void planRun(WARMING, {}, engineNow),
    plan: (scenario, request) => planRun(scenario, request, engineNow),
    replicate(scenario, plan, replication, onProgress) {
      const mine = ++begun;
      return engine(scenario, plan, replication, { onProgress, shouldStop: () => mine <= stopped });
    },
    summarize: summarizeReplications,
    replicationsWanted,
    cancel() {
      stopped = begun;
    },
  };
}
