/** Who adds up what the stages of a virtual queue hold together. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import { GroupCollector } from './group-collector.ts';
import type { SimulationState } from './state.ts';

/** Groups by id; their stages tell them of each change. */
export function watchGroups(scenario: Scenario, state: SimulationState): ReadonlyMap<string, GroupCollector> {
  const stages = new Map(state.stages.map((stage) => [stage.model.id, stage]));
  return new Map(
    (scenario.groups ?? []).map((group) => {
      const collector = new GroupCollector(state.clock);
      for (const id of group.stages) stages.get(id)!.collector.joinGroup(collector);
      return [group.id, collector];
    }),
  );
}
