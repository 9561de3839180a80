/** From what was watched to the record of a replication: plain data with the names of the scenario. */
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from './contract.ts';
import type { GroupCollector } from './group-collector.ts';
import type { PathTrips } from './network-collector.ts';
import { OTHER_PATH } from './paths.ts';
import type { PathRecord, ReplicationRecord, StageRecord } from './records.ts';
import type { SimulationState } from './state.ts';

export interface Watched {
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  readonly replication: number;
  readonly events: number;
  readonly state: SimulationState;
  readonly groups: ReadonlyMap<string, GroupCollector>;
}

/** The stages have been observed at the horizon. */
export function recordReplication(watched: Watched): ReplicationRecord {
  const { scenario, plan, replication, events, state, groups } = watched;
  const { network } = state;
  const { count, total, times } = network.total();
  const trips = network.trips();
  const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
  const { path: _, ...others } = trips.find(({ path }) => path === OTHER_PATH) ?? { path: OTHER_PATH };
  return {
    kind: 'record',
    engine: 'general',
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
