/** A whole run in one place, replication after replication, without pauses. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { ReplicationRecord } from '../contract/records.ts';
import type { SimulationRequest, SimulationResult } from '../contract/simulating.ts';
import { planRun } from './plan-run.ts';
import { type ReplicateNow, replicateNow } from './replicate.ts';
import { replicationsWanted } from './stopping.ts';
import { withStoppingVerdict } from './stopping-verdict.ts';
import { summarizeReplications } from './summarize.ts';

/** Plans, replicates with `engine` and summarizes, with more replications while the wanted precision is not reached. */
export function simulateNow(
  scenario: Scenario,
  request: SimulationRequest = {},
  engine: ReplicateNow = replicateNow,
): SimulationResult | NoAnswer {
  const plan = planRun(scenario, request, engine);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  for (let wanted = replicationsWanted(plan); ; ) {
    while (records.length < wanted) {
      const record = engine(scenario, plan, records.length);
      if (record.kind === 'noAnswer') return record;
      records.push(record);
    }
    const result = summarizeReplications(scenario, plan, records, (performance.now() - started) / 1000);
    wanted = replicationsWanted(plan, result);
    if (wanted <= records.length) return withStoppingVerdict(result);
  }
}
