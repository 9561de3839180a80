/** One replication by whichever engine takes the scenario: warm-up, observed time, and the record of it. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { ReplicationRecord } from '../contract/records.ts';
import type { SimulationPlan } from '../contract/simulating.ts';
import { compileModel } from '../simulate/compile-model.ts';
import { refuse } from '../simulate/refuse.ts';
import { type ReplicateNow, Replication, replicatorOf } from '../simulate/replicate.ts';
import { type ReplicateOptions, type RunningReplication, runInSlices } from '../simulate/run-in-slices.ts';
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

function open(scenario: Scenario, plan: SimulationPlan, replication: number): RunningReplication {
  const model = compileModel(scenario);
  return chooseEngine(scenario, model, plan).engine === 'fast'
    ? new FastReplication(scenario, model, plan, replication)
    : new Replication(scenario, plan, replication, model);
}
