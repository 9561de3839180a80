/**
 * A scenario answered by simulation, for calibrations: the same replications with the same random numbers for all values of
 * its parameters, so that what changes from one to the next is the model and hardly chance (common random numbers; A. M.
 * Distribution, Simulation Modeling and Analysis, 5th edition (2015), section 11.2). What chance is left, in the means themselves,
 * counts as an error beside that of the measurement.
 */

import type { Estimate, NoAnswer, StageMeasures } from '../../core/measures/measures.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import { runReplicationNow } from '../fast/run-replication.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import { planRun } from '../simulate/plan-run.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import type { SimulatedRun } from './contract.ts';
import type { ModelAnswer } from './model-answer.ts';

export interface SimulatedModel {
  readonly run: SimulatedRun;
  answer(scenario: Scenario): ModelAnswer;
  /** Standard errors of the means at the scenario that it was made for, relative; 0 where nothing is known. */
  spread(stage: NodeId, quantity: keyof StageMeasures<number>): number;
}

const REPLICATIONS = 4;
/** Standard errors in half of a 95 % interval. */
const STUDENT = studentQuantile(0.975, REPLICATIONS - 1);
/** Of one replication: hundreds of models are simulated. */
const MOST_EVENTS = 200_000;

export function simulatedModel(scenario: Scenario, seed: number): SimulatedModel | NoAnswer {
  const base = { seed, replications: REPLICATIONS };
  const plan = planRun(scenario, base, runReplicationNow);
  if ('kind' in plan) return plan;
  const record = runReplicationNow(scenario, plan, 0);
  if (record.kind === 'noAnswer') return record;
  // The round of a schedule cannot be cut short.
  const share = plan.course ? 1 : Math.min(1, MOST_EVENTS / record.events);
  const run = { ...base, horizon: plan.horizon * share, warmup: plan.warmup * share };
  const first = simulateNow(scenario, run, runReplicationNow);
  if (first.kind === 'noAnswer') return first;
  return {
    run,
    answer: (changed) => meansOf(changed, run),
    spread(stage, quantity) {
      const estimate = first.stages[stage]?.[quantity] as Estimate | undefined;
      return estimate && estimate.mean > 0 ? estimate.halfWidth / STUDENT / estimate.mean : 0;
    },
  };
}

function meansOf(scenario: Scenario, run: SimulatedRun): ModelAnswer {
  const result = simulateNow(scenario, run, runReplicationNow);
  if (result.kind === 'noAnswer') return result;
  const stages = scenario.nodes
    .filter(isStage)
    .flatMap(({ id }) => (result.stages[id] ? [[id, meansOfStage(result.stages[id])] as const] : []));
  return { kind: 'answer', stages: Object.fromEntries(stages) };
}

function meansOfStage(measures: StageMeasures<Estimate>): StageMeasures<number> {
  const means: Record<string, number | readonly number[]> = {};
  for (const [name, value] of Object.entries(measures) as readonly [string, unknown][]) {
    if (isEstimate(value)) means[name] = value.mean;
  }
  const levels = measures.occupancyDistribution;
  return { ...means, ...(levels && { occupancyDistribution: levels.map(({ mean }) => mean) }) };
}

const isEstimate = (value: unknown): value is Estimate =>
  typeof value === 'object' && value !== null && 'mean' in value;
