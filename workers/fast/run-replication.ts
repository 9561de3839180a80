/** One replication by whichever engine takes the scenario: warm-up, observed time, and the record of it. */

import { refuseKinds } from '../../core/engines/capabilities.ts';
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import { copiesElements } from '../../core/rules/routing.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from '../simulate/compile-model.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import type { ReplicationRecord } from '../simulate/records.ts';
import { refuse } from '../simulate/refuse.ts';
import { type ReplicateNow, Replication, replicatorOf } from '../simulate/replicate.ts';
import { type ReplicateOptions, type RunningReplication, runInSlices } from '../simulate/run-in-slices.ts';
import type { SimulationModel } from '../simulate/simulation-model.ts';
import { type PortModel, type StageModel, sinkOf, UNBOUNDED } from '../simulate/simulation-model.ts';
import { FastReplication } from './fast-replication.ts';

/** Which engine runs a scenario: the fast one takes what its kernel knows, the general one everything. */

/** `why`: what in the scenario or the plan the fast engine does not know, in words. */
type EngineChoice = { readonly engine: 'fast' } | { readonly engine: 'general'; readonly why: string };

/** The bits that the kernel has for the class of an element. */
const MOST_CLASSES = 64;
/** Windows of time that a stage is counted in. */
const MOST_FRAMES = 2000;
/** Pairs of class and stage, each with two histograms of times (32 kB). */
const MOST_PAIRS = 4096;
/** Servers, which all have a clock. */
const MOST_SERVERS = 100_000;

export function chooseEngine(scenario: Scenario, model: SimulationModel, plan: SimulationPlan): EngineChoice {
  const unable = refuseKinds('compiled', scenario);
  const why =
    (unable && refusalText(unable)) ??
    ofScenario(scenario, plan) ??
    ofNetwork(model) ??
    firstOf(model.stages, ofStage) ??
    firstOf(model.ports, ofPort) ??
    ofBlocking(model);
  return why === undefined ? { engine: 'fast' } : { engine: 'general', why };
}

function ofScenario({ groups, resources }: Scenario, { frames, course, horizon }: SimulationPlan) {
  if (groups && groups.length > 0) return 'groups';
  if (resources && resources.length > 0) return 'shared resources';
  if (course !== undefined || frames?.repeats) return 'schedules';
  if (frames && frames.bounds.length > MOST_FRAMES) return `more than ${MOST_FRAMES} frames`;
  return horizon < Number.POSITIVE_INFINITY ? undefined : 'a run without end';
}

function ofNetwork({ classes, sources, stages }: SimulationModel): string | undefined {
  if (classes.length > MOST_CLASSES) return `more than ${MOST_CLASSES} classes`;
  if (classes.some(({ population }) => population > 0)) return 'closed classes';
  if (sources.length === 0) return 'no arrivals';
  if (sources.some(({ schedule }) => schedule !== null)) return 'schedules';
  if (classes.length * stages.length > MOST_PAIRS)
    return `more than ${MOST_PAIRS} pairs of a class and a stage`;
  const servers = stages.reduce((sum, { serverCount }) => sum + serverCount, 0);
  return servers > MOST_SERVERS ? `more than ${MOST_SERVERS} servers` : undefined;
}

function ofStage(stage: StageModel): string | undefined {
  if (stage.schedule !== null) return 'schedules';
  if (stage.levelCount > 1) return 'priorities';
  if (stage.batchMax > 1 || stage.timeout < Number.POSITIVE_INFINITY) return 'bulk service';
  return stage.whole ? 'admission of whole groups' : undefined;
}

function ofPort({ rule, targets }: PortModel): string | undefined {
  return copiesElements(rule) && targets.length > 1 ? 'broadcast' : undefined;
}

/** Only the general engine looks for deadlocks, where stages that can all block form a circle, and for circles of routers. */
function ofBlocking({ stages, ports }: SimulationModel): string | undefined {
  const blocks = stages.map(({ capacity, drops }) => capacity !== UNBOUNDED && !drops);
  const closed = new Set<number>();
  const open = new Set<number>();
  const isOnCircle = (node: number): boolean => {
    if (sinkOf(node) >= 0 || closed.has(node) || blocks[node] === false) return false;
    if (open.has(node)) return true;
    open.add(node);
    const found = ports[node]!.targets.some(isOnCircle);
    open.delete(node);
    closed.add(node);
    return found;
  };
  return ports.some((_, node) => isOnCircle(node)) ? 'blocking in a circle' : undefined;
}

function firstOf<T>(items: readonly T[], why: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = why(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

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
  const model = modelOf(scenario);
  return chooseEngine(scenario, model, plan).engine === 'fast'
    ? new FastReplication(scenario, model, plan, replication)
    : new Replication(scenario, plan, replication, model);
}
