/** One replication by whichever engine takes the scenario: warm-up, observed time, and the record of it. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { ReplicationRecord } from '../contract/records.ts';
import type { SimulationPlan } from '../contract/simulating.ts';
import { compileModel } from '../simulate/compile-model.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import { refuse } from '../simulate/refuse.ts';
import { type ReplicateOptions, replicate, replicateNow } from '../simulate/replicate.ts';
import { chooseEngine } from './choose-engine.ts';
import { FastReplication } from './fast-replication.ts';

/** Events between two looks at the wall clock: a few milliseconds. */
const EVENTS_PER_LOOK = 100_000;
const PAUSE_EVERY = 50;
/** The first picture comes after this much, ms. */
const FIRST_PAUSE = 2;
const PROGRESS_EVERY = 100;

/** Pauses about every 50 ms so that messages arrive. Rejects with an AbortError when `shouldStop` says so. */
export async function runReplication(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
  options: ReplicateOptions = {},
): Promise<ReplicationRecord | NoAnswer> {
  const run = openFast(scenario, plan, replication);
  if (run === undefined) return replicate(scenario, plan, replication, options);
  const macrotasks = new Macrotasks();
  try {
    return await finish(run, macrotasks, options);
  } finally {
    macrotasks.close();
  }
}

/** The same without pauses. */
export function runReplicationNow(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
): ReplicationRecord | NoAnswer {
  const run = openFast(scenario, plan, replication);
  if (run === undefined) return replicateNow(scenario, plan, replication);
  for (;;) {
    const outcome = run.advance(EVENTS_PER_LOOK);
    if (outcome === true) return run.record();
    if (outcome !== false) return outcome;
  }
}

/** Undefined where the general engine runs, or refuses to. */
function openFast(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
): FastReplication | undefined {
  if (refuse(scenario)) return undefined;
  const model = compileModel(scenario);
  if (chooseEngine(scenario, model, plan).engine !== 'fast') return undefined;
  return new FastReplication(scenario, model, plan, replication);
}

async function finish(
  run: FastReplication,
  macrotasks: Macrotasks,
  { onProgress, shouldStop }: ReplicateOptions,
): Promise<ReplicationRecord | NoAnswer> {
  let paused = performance.now() + FIRST_PAUSE - PAUSE_EVERY;
  let told = Number.NEGATIVE_INFINITY;
  for (;;) {
    const outcome = run.advance(EVENTS_PER_LOOK);
    if (outcome === true) return run.record();
    if (outcome !== false) return outcome;
    const now = performance.now();
    if (now - paused < PAUSE_EVERY) continue;
    if (onProgress && now - told >= PROGRESS_EVERY) {
      told = now;
      onProgress(run.progress());
    }
    await macrotasks.next();
    if (shouldStop?.()) throw new DOMException('Cancelled', 'AbortError');
    paused = performance.now();
  }
}
