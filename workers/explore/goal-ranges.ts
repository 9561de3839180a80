/** Where a goal is searched that does not say it. */

import { largestBatch } from '../../core/rules/bulk.ts';
import { capacityOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import type { ParameterHandle } from '../../core/study/parameter.ts';
import { pathText } from '../../core/study/parameter-path.ts';
import type { Costs, Goal, GoalRange } from '../../core/study/study.ts';
import { solveScenario } from '../solve/solve-scenario.ts';

/**
 * Range of a parameter: whole numbers from the least up to a million; others a factor of 1024 to both sides of what
 * is drawn.
 */
export function usualRange({ parameter }: ParameterHandle): Pick<GoalRange, 'from' | 'to'> {
  if (parameter.kind === 'choice') return { from: 0, to: 0 };
  const { value, domain } = parameter;
  if (domain.integer) return { from: domain.least, to: Math.min(domain.most, 1_000_000) };
  if (domain.most === 1 || value === 0) return { from: domain.least, to: Math.min(domain.most, 1) };
  return { from: value / 1024, to: Math.min(domain.most, value * 1024) };
}

/**
 * What servers, places and cost are made of: the servers of all stages, the places of all that have a bound, both where
 * both have a price. Transfers of a bus are no servers that can be added. `scenario`: under the goal's conditions.
 */
export function usualRanges(
  scenario: Scenario,
  of: Goal['of'],
  costs: Costs | undefined,
): readonly GoalRange[] {
  const stages = scenario.nodes.filter(isStage).filter(({ bus, platform }) => !bus && platform !== 'bus');
  const prices = [costs, ...Object.values(costs?.byPlatform ?? {})];
  const takes = (kind: 'servers' | 'buffer'): boolean =>
    of === kind ||
    (of === 'cost' && prices.some((each) => (kind === 'servers' ? each?.server : each?.buffer)));
  return [
    ...(takes('servers') ? serverRanges(scenario, stages) : []),
    ...(takes('buffer') ? stages.flatMap(placesOf) : []),
  ];
}

/** Up to twice what the load needs and some more: beyond that hardly anybody waits. */
function serverRanges(scenario: Scenario, stages: readonly StageNode[]): readonly GoalRange[] {
  const solved = solveScenario(scenario, 'auto', false);
  return stages.map((stage) => {
    const { id, bulk } = stage;
    const serverCount = serverCountOf(stage);
    const load = solved.kind === 'noAnswer' ? undefined : solved.stages[id]?.loadPerServer;
    const needed = Math.ceil(Math.min((load ?? 1) * serverCount, 1e4));
    const to = Math.min(
      2 * Math.max(needed, serverCount) + 8,
      Math.floor(capacityOf(stage) / largestBatch(bulk)),
    );
    return { path: pathText({ kind: 'node', id }, ['serverCount']), from: 1, to: Math.max(1, to) };
  });
}

/** From what the servers hold to four times the places that are drawn. */
const placesOf = (stage: StageNode): readonly GoalRange[] =>
  stage.capacity === undefined
    ? []
    : [
        {
          path: pathText({ kind: 'node', id: stage.id }, ['capacity']),
          from: serverCountOf(stage) * largestBatch(stage.bulk),
          to: 4 * stage.capacity,
        },
      ];
