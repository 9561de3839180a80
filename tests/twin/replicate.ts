/** One replication: warm-up, observed time, and the record of it. A function of scenario, plan and number alone. */

import { assert } from '../../core/base/assert.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from '../../workers/simulate/compile-model.ts';
import type { SimulationPlan, SimulationProgress } from '../../workers/simulate/contract.ts';
import type { PathRecord, ReplicationRecord, StageRecord } from '../../workers/simulate/records.ts';
import { refuse } from '../../workers/simulate/refuse.ts';
import { type RunningReplication, runAtOnce } from '../../workers/simulate/run-in-slices.ts';
import type { SimulationModel } from '../../workers/simulate/simulation-model.ts';
import { Streams } from '../../workers/simulate/streams.ts';
import { Engine } from './engine.ts';
import { GroupCollector } from './group-collector.ts';
import { SimulationHalt } from './halt.ts';
import type { PathTrips } from './network-collector.ts';
import { OTHER_PATH } from './paths.ts';
import { SimulationState } from './state.ts';
import { watchOf } from './watch.ts';

/** From what was watched to the record of a replication: plain data with the names of the scenario. */

interface Watched {
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  readonly replication: number;
  readonly events: number;
  readonly state: SimulationState;
  readonly groups: ReadonlyMap<string, GroupCollector>;
}

/** The stages have been observed at the horizon. */
function recordReplication(watched: Watched): ReplicationRecord {
  const { scenario, plan, replication, events, state, groups } = watched;
  const { network } = state;
  const { count, total, times } = network.total();
  const trips = network.trips();
  const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
  const { path: _, ...others } = trips.find(({ path }) => path === OTHER_PATH) ?? { path: OTHER_PATH };
  return {
    kind: 'record',
    replication,
    events,
    duration: plan.horizon - plan.warmup,
    stages: stageRecords(state),
    sinkArrivals: count,
    sinkSojournTotal: total,
    latencySketch: times,
    lost: state.stages.reduce((sum, stage) => sum + stage.collector.lost, 0),
    paths: trips.filter(({ path }) => path !== OTHER_PATH).map((of) => pathRecord(state, of)),
    ...('count' in others && { otherPaths: others }),
    ...(scenario.classes && { classes: network.classes() }),
    sinks: Object.fromEntries(sinks.map((id, i) => [id, network.sinks[i]!])),
    ...(scenario.groups && {
      groups: Object.fromEntries([...groups].map(([id, group]) => [id, group.record()])),
    }),
    ...(scenario.resources && {
      resources: Object.fromEntries(
        state.resources.map(({ model, collector }) => [model.id, collector.usedTime()]),
      ),
    }),
  };
}

function stageRecords(state: SimulationState): Readonly<Record<NodeId, StageRecord>> {
  const watched = [...state.stages, ...state.joins];
  return Object.fromEntries(watched.map(({ model, collector }) => [model.id, collector.record()]));
}

function pathRecord(state: SimulationState, { path, ...trips }: PathTrips): PathRecord {
  const { source, stages } = state.network.paths.describe(path);
  return {
    ...trips,
    source: state.sources[source]!.model.id,
    stages: stages.map((stage) => state.stages[stage]!.model.id),
  };
}

/** Who adds up what the stages of a virtual queue hold together. */

/** Groups by id; their stages tell them of each change. */
function watchGroups(scenario: Scenario, state: SimulationState): ReadonlyMap<string, GroupCollector> {
  const stages = new Map(state.stages.map((stage) => [stage.model.id, stage]));
  return new Map(
    (scenario.groups ?? []).map((group) => {
      const collector = new GroupCollector(state.clock);
      for (const id of group.stages) stages.get(id)!.collector.joinGroup(collector);
      return [group.id, collector];
    }),
  );
}

/** A replication under way: warm-up, first half, second half. */
export class Replication implements RunningReplication {
  readonly eventsPerLook = 20_000;
  readonly engine: Engine;
  private readonly scenario: Scenario;
  private readonly state: SimulationState;
  private readonly groups: ReadonlyMap<string, GroupCollector>;
  private readonly plan: SimulationPlan;
  private readonly replication: number;
  private phase: 'warmup' | 'firstHalf' | 'secondHalf' | 'done' = 'warmup';

  constructor(
    scenario: Scenario,
    plan: SimulationPlan,
    replication: number,
    model: SimulationModel = compileModel(scenario),
  ) {
    assert(
      model.stages.every(
        ({ timePerElement, speeds, pipelineLatency }) =>
          timePerElement === 0 && speeds.length === 0 && pipelineLatency === 0,
      ),
      'the twin knows services that depend on their distribution alone',
    );
    this.state = new SimulationState(model, new Streams(plan.seed, replication), watchOf(scenario, plan));
    this.engine = new Engine(this.state);
    this.groups = watchGroups(scenario, this.state);
    this.scenario = scenario;
    this.plan = plan;
    this.replication = replication;
  }

  /** At most so many events more; true when the horizon is reached. */
  advance(events: number): boolean | NoAnswer {
    const { warmup, horizon } = this.plan;
    const end = { warmup, firstHalf: (warmup + horizon) / 2, secondHalf: horizon, done: horizon }[this.phase];
    try {
      if (this.phase !== 'done' && this.engine.advance(end, events)) this.endPhase();
    } catch (reason) {
      if (reason instanceof SimulationHalt) return reason.answer;
      throw reason;
    }
    return this.phase === 'done';
  }

  progress(): SimulationProgress {
    const fraction = Math.min(1, this.state.now / this.plan.horizon);
    const occupancy = Object.fromEntries(
      this.state.stages.map((stage) => [stage.model.id, stage.collector.occupancy()]),
    );
    return { replication: this.replication, fraction, events: this.engine.events, occupancy };
  }

  /** The record of a finished replication, unless nothing at all was completed (E5). */
  record(): ReplicationRecord | NoAnswer {
    const { state, plan } = this;
    if (state.network.sinkArrivals === 0 && state.stages.every((stage) => stage.collector.served === 0)) {
      return noAnswer('nothingCompleted', { warmup: plan.warmup, horizon: plan.horizon });
    }
    return recordReplication({
      scenario: this.scenario,
      plan,
      replication: this.replication,
      events: this.engine.events,
      state,
      groups: this.groups,
    });
  }

  private endPhase(): void {
    const { state } = this;
    for (const stage of [...state.stages, ...state.joins]) {
      stage.collector.observe(stage);
      if (this.phase === 'warmup') stage.collector.restart();
      if (this.phase === 'firstHalf') stage.collector.markHalf();
    }
    if (this.phase === 'warmup') {
      state.network.restart();
      for (const group of this.groups.values()) group.restart();
      for (const { collector } of state.resources) collector.restart();
    }
    this.phase = this.phase === 'warmup' ? 'firstHalf' : this.phase === 'firstHalf' ? 'secondHalf' : 'done';
  }
}

/** One replication by the twin, without pauses. */
export function replicateByTwin(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
): ReplicationRecord | NoAnswer {
  return refuse(scenario) ?? runAtOnce(new Replication(scenario, plan, replication));
}
