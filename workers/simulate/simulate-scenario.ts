/** A whole run in one place, replication after replication: for the command line and for tests. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type {
  ReplicationRecord,
  SimulationPlan,
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
} from '../contract/simulating.ts';
import { planRun } from './plan-run.ts';
import { type ReplicateOptions, replicate, replicateNow } from './replicate.ts';
import { summarizeReplications } from './summarize.ts';

/** More replications than this are not made in the search for a wanted precision. */
const MOST_REPLICATIONS = 400;

export interface SimulateOptions extends ReplicateOptions {
  /** Told at most ten times a second; the replications of the run are numbered from 0. */
  readonly onProgress?: (progress: SimulationProgress) => void;
}

/** Plans, replicates and summarizes, with more replications while the wanted precision is not reached. */
export async function simulateScenario(
  scenario: Scenario,
  request: SimulationRequest = {},
  options: SimulateOptions = {},
): Promise<SimulationResult | NoAnswer> {
  const plan = planRun(scenario, request);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  for (;;) {
    for (let wanted = nextCount(plan, records.length); records.length < wanted; ) {
      const record = await replicate(scenario, plan, records.length, options);
      if (record.kind === 'noAnswer') return record;
      records.push(record);
    }
    const result = summarizeReplications(scenario, plan, records, (performance.now() - started) / 1000);
    if (isDone(plan, result)) return result;
  }
}

/** The same without pauses. */
export function simulateNow(
  scenario: Scenario,
  request: SimulationRequest = {},
): SimulationResult | NoAnswer {
  const plan = planRun(scenario, request);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  for (;;) {
    for (let wanted = nextCount(plan, records.length); records.length < wanted; ) {
      const record = replicateNow(scenario, plan, records.length);
      if (record.kind === 'noAnswer') return record;
      records.push(record);
    }
    const result = summarizeReplications(scenario, plan, records, (performance.now() - started) / 1000);
    if (isDone(plan, result)) return result;
  }
}

const nextCount = (plan: SimulationPlan, done: number): number =>
  Math.min(Math.max(MOST_REPLICATIONS, plan.replications), done + plan.replications);

function isDone(plan: SimulationPlan, result: SimulationResult): boolean {
  const { precision } = plan;
  if (precision === undefined || result.replications >= MOST_REPLICATIONS) return true;
  return Object.values(result.stages).every(
    ({ meanOccupancy: n }) => !n || n.halfWidth <= precision * n.mean,
  );
}
