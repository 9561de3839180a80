/** A whole run in one place, replication after replication, without pauses. */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ExactPart, ExactPartQuestion } from '../solve/exact-part/contract.ts';
import {
  goesOnWithout,
  type SimulationRequest,
  type SimulationResult,
  type SimulatorFault,
} from './contract.ts';
import { nextStep } from './next-step.ts';
import { planRun } from './plan-run.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';
import { summarizeRun } from './summarize-run.ts';

/** Means of a part of the scenario from its chain, or why there are none. */
export type SolveExactPart = (scenario: Scenario, question: ExactPartQuestion) => ExactPart | NoAnswer;

/**
 * Plans, replicates and summarizes, with more replications while the wanted precision is not reached, and
 * with what `solvePart` tells of stages that no number of them would know so well.
 */
export function simulateNow(
  scenario: Scenario,
  request: SimulationRequest = {},
  solvePart?: SolveExactPart,
): SimulationResult | NoAnswer {
  const plan = planRun(scenario, request);
  if ('kind' in plan) return plan;
  const started = performance.now();
  const records: ReplicationRecord[] = [];
  const failed: SimulatorFault[] = [];
  let part: ExactPart | undefined;
  let asked: ExactPartQuestion | undefined;
  for (let step = nextStep(plan); ; ) {
    while (records.length < step.replications) {
      const record = replicateNow(scenario, plan, records.length + failed.length);
      if (record.kind === 'record') records.push(record);
      else if (!goesOnWithout(record, failed)) return record;
    }
    if (step.question) {
      asked = step.question;
      const answer = solvePart?.(scenario, asked);
      part = answer?.kind === 'exactPart' ? answer : undefined;
    }
    const elapsed = (performance.now() - started) / 1000;
    const result = summarizeRun(scenario, plan, records, elapsed, { part, failed });
    step = nextStep(plan, result, asked);
    if (!step.question && step.replications <= records.length) return result;
  }
}
