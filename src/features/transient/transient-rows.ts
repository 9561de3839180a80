/** Rows of the chart over time: a stage each, with what it tends to. */

import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { TransientAnswer } from '../../../workers/transient/contract.ts';
import type { AxisSpec, LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { nodeTitle } from '../results/node-title.ts';
import { unitOf } from '../results/unit-of.ts';

export type TransientView = 'occupancy' | 'full';

const FULL: AxisSpec = { title: 'full', unit: 'probability' };

/** Stages in the order of the flow, the selected ones first; at most `most`. */
export function transientRows(
  scenario: Scenario,
  { stages, times }: TransientAnswer,
  { view, selected }: { readonly view: TransientView; readonly selected: readonly NodeId[] },
  most = 6,
): { readonly rows: readonly LineRow[]; readonly left: number } {
  const found = flowOrder(scenario).flatMap((id): readonly LineRow[] => {
    const stage = stages[id];
    const values = view === 'occupancy' ? stage?.meanOccupancy : stage?.fullProbability;
    if (!stage || !values) return [];
    const steady = view === 'occupancy' ? stage.steadyOccupancy : stage.steadyFullProbability;
    const series: LineSeries[] = [
      { kind: 'model', name: 'exact', points: times.map((x, i) => ({ x, y: values[i] })) },
    ];
    if (steady !== undefined)
      series.push({ kind: 'baseline', name: 'steady state', points: times.map((x) => ({ x, y: steady })) });
    const value = view === 'full' ? FULL : { title: 'mean occupancy', unit: unitOf(scenario, id) };
    return [{ id, name: nodeTitle(scenario, id), value, series }];
  });
  const isSelected = ({ id }: LineRow): boolean => selected.includes(id);
  const sorted = [...found.filter(isSelected), ...found.filter((row) => !isSelected(row))];
  const shown = new Set(sorted.slice(0, most));
  return { rows: found.filter((row) => shown.has(row)), left: sorted.length - shown.size };
}
