/** A whole run in one place, replication after replication: for the command line and for tests. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { ReplicationRecord } from '../contract/records.ts';
import type { SimulationProgress, SimulationRequest, SimulationResult } from '../contract/simulating.ts';
import { planRun } from './plan-run.ts';
import {
  type Replicate,
  type ReplicateNow,
  type ReplicateOptions,
  replicate,
  replicateNow,
} from './replicate.ts';
import { replicationsWanted } from './stopping.ts';
import { summarizeReplications } from './summarize.ts';

export interface SimulateOptions extends ReplicateOptions {
  /** Told at most ten times a second; the replications of the run are numbered from 0. */
  readonly onProgress?: (progress: SimulationProgress) => void;
}

/**
 * Plans, replicates and summarizes, with more replications while the wanted precision is not reached. `engine` makes the
 * replications, `engineNow` those before the run that its length is chosen by.
 */
export async function simulateScenario(
  scenario: Scenario,
  request: SimulationRequest = {},
  options: SimulateOptions = {},
  { engine = replicate, engineNow = replicateNow }: Engines = {},
): Promise<SimulationResult | NoAnswer> {
  const plan = planRun(scenario, request, engineNow);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  for (let wanted = replicationsWanted(plan); ; ) {
    while (records.length < wanted) {
      const record = await engine(scenario, plan, records.length, options);
      if (record.kind === 'noAnswer') return record;
      records.push(record);
    }
    const result = summarizeReplications(scenario, plan, records, (performance.now() - started) / 1000);
    wanted = replicationsWanted(plan, result);
    if (wanted <= records.length) return result;
  }
}

interface Engines {
  readonly engine?: Replicate;
  readonly engineNow?: ReplicateNow;
}

/** The same without pauses. */
export function simulateNow(
  scenario: Scenario,
  request: SimulationRequest = {},
  engineNow: ReplicateNow = replicateNow,
): SimulationResult | NoAnswer {
  const plan = planRun(scenario, request, engineNow);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  for (let wanted = replicationsWanted(plan); ; ) {
    while (records.length < wanted) {
      const record = engineNow(scenario, plan, records.length);
      if (record.kind === 'noAnswer') return record;
      records.push(record);
    }
    const result = summarizeReplications(scenario, plan, records, (performance.now() - started) / 1000);
    wanted = replicationsWanted(plan, result);
    if (wanted <= records.length) return result;
  }
}
