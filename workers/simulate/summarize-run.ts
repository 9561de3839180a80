/** The answer of a run: what the replications give, the means of an exact part, and what a precision still lacks. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ExactPart } from '../solve/exact-part/contract.ts';
import type { SimulationPlan, SimulationResult } from './contract.ts';
import { joinExactPart } from './join-exact-part.ts';
import type { ReplicationRecord } from './records.ts';
import { withStoppingVerdict } from './stopping-verdict.ts';
import { summarizeReplications } from './summarize.ts';

export function summarizeRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
  part?: ExactPart,
): SimulationResult {
  const result = summarizeReplications(scenario, plan, records, elapsedSeconds);
  return withStoppingVerdict(part ? joinExactPart(scenario, result, part) : result);
}
