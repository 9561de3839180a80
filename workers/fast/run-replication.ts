/** One replication: warm-up, observed time, and the record of it. */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from '../simulate/compile-model.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import type { ReplicationRecord } from '../simulate/records.ts';
import { refuse } from '../simulate/refuse.ts';
import { type ReplicateNow, replicatorOf } from '../simulate/replicate.ts';
import { type ReplicateOptions, type RunningReplication, runInSlices } from '../simulate/run-in-slices.ts';
import type { SimulationModel } from '../simulate/simulation-model.ts';
import { FastReplication } from './fast-replication.ts';

/** Pauses about every 20 ms so that messages arrive. Rejects with an AbortError when `shouldStop` says so. */
export async function runReplication(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
  options: ReplicateOptions = {},
): Promise<ReplicationRecord | NoAnswer> {
  return refuse(scenario) ?? runInSlices(open(scenario, plan, replication), options);
}

/** Runs to the end without pauses. */
export const runReplicationNow: ReplicateNow = replicatorOf(open);

/** Replications of one run have the same scenario, of which nothing is ever changed. */
const models = new WeakMap<Scenario, SimulationModel>();

function modelOf(scenario: Scenario): SimulationModel {
  const known = models.get(scenario);
  if (known) return known;
  const model = compileModel(scenario);
  models.set(scenario, model);
  return model;
}

function open(scenario: Scenario, plan: SimulationPlan, replication: number): RunningReplication {
  return new FastReplication(scenario, modelOf(scenario), plan, replication);
}
