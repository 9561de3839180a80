/** The rows of the chart of closing intervals: the stages that are selected, else the one that is known worst. */

import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { intervalOf } from '../results/estimate-text.ts';
import { nodeTitle } from '../results/node-title.ts';
import { unitOf } from '../results/unit-of.ts';

const MOST_ROWS = 4;

type Known = Pick<SimulationResult, 'stages' | 'convergence' | 'plan'>;

export function convergenceRows(
  scenario: Scenario,
  result: Known,
  selected: readonly NodeId[],
): readonly LineRow[] {
  const wanted = selected.filter((id) => result.stages[id]?.meanOccupancy).slice(0, MOST_ROWS);
  const worst = worstKnown(result);
  const ids = wanted.length > 0 ? wanted : worst === undefined ? [] : [worst];
  return ids.map((id) => ({
    id,
    name: nodeTitle(scenario, id),
    value: { title: 'mean occupancy', unit: unitOf(scenario, id) },
    series: [
      {
        kind: 'simulation',
        name: 'mean',
        points: result.convergence.flatMap(({ replications, meanOccupancy }) => {
          const estimate = meanOccupancy[id];
          return estimate ? [{ x: replications, y: estimate.mean, ...intervalOf(estimate) }] : [];
        }),
      },
      ...wantedBounds(result, id),
    ],
  }));
}

/** The stage whose mean occupancy has the widest interval, as a share of the mean. */
export function worstKnown({ stages }: Pick<SimulationResult, 'stages'>): NodeId | undefined {
  let worst: NodeId | undefined;
  let widest = 0;
  for (const [id, { meanOccupancy }] of Object.entries(stages)) {
    if (!meanOccupancy || meanOccupancy.mean === 0) continue;
    const share = meanOccupancy.halfWidth / meanOccupancy.mean;
    if (worst !== undefined && share <= widest) continue;
    worst = id;
    widest = share;
  }
  return worst;
}

/** How narrow the interval is to become, where that was asked of the occupancy. */
function wantedBounds({ plan, stages, convergence }: Known, id: NodeId): readonly LineSeries[] {
  const { precision, precisionMeasures = ['meanOccupancy'] } = plan;
  const mean = stages[id]?.meanOccupancy?.mean;
  if (precision === undefined || mean === undefined || !precisionMeasures.includes('meanOccupancy'))
    return [];
  return [mean * (1 + precision), mean * (1 - precision)].map((bound) => ({
    kind: 'baseline',
    name: `± ${Number((100 * precision).toPrecision(3))} % wanted`,
    guide: true,
    points: convergence.map(({ replications }) => ({ x: replications, y: bound })),
  }));
}
