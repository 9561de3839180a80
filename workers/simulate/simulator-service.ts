/** The simulator as a worker offers it: one replication a call, stopped on demand. */
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan, SimulationRequest, SimulatorService } from './contract.ts';
import { nextStep } from './next-step.ts';
import { planRun } from './plan-run.ts';
import type { ReplicationRecord } from './records.ts';
import { replicate } from './replicate.ts';
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

/** Runs that one worker holds: one that was cancelled may still be stopping while the next has begun. */
const MOST_HELD = 2;

interface HeldRun {
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  /** Records by the number of the replication. */
  readonly records: Map<number, ReplicationRecord>;
}

export function simulatorService(): SimulatorService {
  /** Replications begun, and how many of the first of them are to stop: a later one goes on. */
  let begun = 0;
  let stopped = 0;
  const runs = new Map<number, HeldRun>();
  return {
    warm() {
      planRun(WARMING, {});
    },
    plan: (scenario: Scenario, request: SimulationRequest, onProgress?: TellProgress) =>
      planRun(scenario, request, onProgress),
    begin(run, scenario, plan) {
      if (runs.has(run)) return;
      runs.set(run, { scenario, plan, records: new Map() });
      const [oldest] = runs.keys();
      if (runs.size > MOST_HELD) runs.delete(oldest!);
    },
    async replicate(run, replication, onProgress) {
      const held = runs.get(run);
      if (!held) return undefined;
      const mine = ++begun;
      // All replications of a run get one scenario object, so that its model is compiled once.
      return replicate(held.scenario, held.plan, replication, {
        onProgress,
        shouldStop: () => mine <= stopped,
      });
    },
    summarize(run, fresh, elapsedSeconds, beside) {
      const held = runs.get(run);
      if (!held) return undefined;
      const { scenario, plan, records } = held;
      for (const record of fresh) records.set(record.replication, record);
      const inOrder = [...records.values()].sort((a, b) => a.replication - b.replication);
      return summarizeRun(scenario, plan, inOrder, elapsedSeconds, beside);
    },
    end: (run) => void runs.delete(run),
    nextStep,
    cancel() {
      stopped = begun;
    },
  };
}
