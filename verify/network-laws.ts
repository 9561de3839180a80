/** Laws that hold for a network as a whole in any replication. */
import { graphOf, reachableFrom } from '../core/scenario/graph.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import { sketchCount } from '../workers/simulate/latency-sketch.ts';
import type { ReplicationRecord, TripsRecord } from '../workers/simulate/records.ts';
import { LawCheck, meanLevel, sum } from './law-check.ts';

/** Sentences, one for each law that is broken. */
export function brokenInNetwork(scenario: Scenario, record: ReplicationRecord): readonly string[] {
  const check = new LawCheck();
  trips(check, record);
  populations(check, scenario, record);
  groups(check, scenario, record);
  resources(check, scenario, record);
  const lost = Object.values(record.stages).map((stage) => stage.lost);
  check.same('the stages add up to what was lost', sum(lost), record.lost);
  return check.broken;
}

/** Paths, sinks and classes divide the same arrivals. */
function trips(check: LawCheck, record: ReplicationRecord): void {
  const { paths, otherPaths, classes, sinks, sinkArrivals, sinkSojournTotal, latencySketch } = record;
  const addsUp = (what: string, parts: readonly TripsRecord[]): void => {
    check.same(`the ${what} add up to the arrivals`, sum(parts.map(({ count }) => count)), sinkArrivals);
    check.same(`the ${what} add up to the times`, sum(parts.map(({ total }) => total)), sinkSojournTotal);
    for (const { count, times } of parts)
      check.same(`one of the ${what} has as many times as arrivals`, sketchCount(times), count);
  };
  addsUp('paths', [...paths, ...(otherPaths ? [otherPaths] : [])]);
  if (classes)
    addsUp(
      'classes',
      classes.map(({ arrivals }) => arrivals),
    );
  check.same('the sinks add up to the arrivals', sum(Object.values(sinks)), sinkArrivals);
  check.same('there are as many times as arrivals', sketchCount(latencySketch), sinkArrivals);
}

/** Jobs of a closed class are always somewhere; split into tasks they are in several places. */
function populations(check: LawCheck, scenario: Scenario, { stages, classes, duration }: ReplicationRecord) {
  const graph = graphOf(scenario);
  for (const [c, { id, closed }] of (scenario.classes ?? []).entries()) {
    const { arrivals, rounds } = classes![c]!;
    check.law((closed ? arrivals : rounds).count === 0, `class ${id} is open or closed, not both`);
    const ways = [...reachableFrom(graph, closed ? [closed.start] : [])];
    if (!closed || ways.some((node) => graph.nodes.get(node)!.kind === 'fork')) continue;
    const ofClass = Object.values(stages).map(
      (stage) => stage.classes?.[c]?.occupancyTime ?? stage.occupancyTime,
    );
    check.same(`the population of ${id} is constant`, sum(ofClass), closed.population * duration);
  }
}

function groups(check: LawCheck, scenario: Scenario, record: ReplicationRecord): void {
  for (const { id, stages } of scenario.groups ?? []) {
    const { occupancy, occupancyTime } = record.groups![id]!;
    const inStages = stages.map((stage) => record.stages[stage]!.occupancyTime);
    check.same(`group ${id}: the times at all levels are the observed time`, sum(occupancy), record.duration);
    check.same(`group ${id}: the mean is that of the histogram`, meanLevel(occupancy), occupancyTime);
    check.same(`group ${id}: it holds what its stages hold`, sum(inStages), occupancyTime);
  }
}

/** A service holds one unit while it lasts. */
function resources(check: LawCheck, scenario: Scenario, record: ReplicationRecord): void {
  for (const { id, units = 1 } of scenario.resources ?? []) {
    const used = record.resources![id]!;
    const users = scenario.nodes.filter(isStage).filter(({ resource }) => resource === id);
    const serving = users.map((stage) => record.stages[stage.id]!.servingTime);
    check.same(`resource ${id}: it is used while services last`, sum(serving), used);
    check.law(used <= units * record.duration * (1 + 1e-9), `resource ${id}: more than ${units} are used`);
  }
}
