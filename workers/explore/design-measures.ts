/** Measures of a design itself: places, servers, and what they cost. */
import { capacityOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import type { Costs, Prices } from '../../core/study/study.ts';

/** Undefined where a queue has no bound (of the cost: and its places a price). */
export function designMeasure(
  scenario: Scenario,
  measure: 'buffer' | 'servers' | 'cost',
  costs: Costs = {},
): number | undefined {
  const stages = scenario.nodes.filter(isStage);
  const prices = (stage: StageNode): Prices => {
    switch (measure) {
      case 'buffer':
        return { buffer: 1 };
      case 'servers':
        return { server: 1 };
      case 'cost':
        return { ...costs, ...(stage.platform && costs.byPlatform?.[stage.platform]) };
    }
  };
  const total = stages.reduce((sum, stage) => sum + priceOf(stage, prices(stage)), 0);
  return Number.isFinite(total) ? total : undefined;
}

function priceOf(node: StageNode, prices: Prices): number {
  const { buffer = 0, server = 0, stage = 0 } = prices;
  return (buffer === 0 ? 0 : buffer * capacityOf(node)) + server * serverCountOf(node) + stage;
}
