/** One replication by whichever engine takes the scenario: warm-up, observed time, and the record of it. */

import type { NoAnswer } from '../../core/measures/measures.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from '../simulate/compile-model.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import type { ReplicationRecord } from '../simulate/records.ts';
import { refuse } from '../simulate/refuse.ts';
import { type ReplicateNow, Replication, replicatorOf } from '../simulate/replicate.ts';
import { type ReplicateOptions, type RunningReplication, runInSlices } from '../simulate/run-in-slices.ts';
import type { SimulationModel } from '../simulate/simulation-model.ts';
import { chooseEngine } from './choose-engine.ts';
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

/** The same without pauses. */
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
  const model = modelOf(scenario);
  return chooseEngine(scenario, model, plan).engine === 'fast'
    ? new FastReplication(scenario, model, plan, replication)
    : new Replication(scenario, plan, replication, model);
}
