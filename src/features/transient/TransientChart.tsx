/** Mean occupancy, or the probability of being full, over time: a row for each stage. */

import { useMemo, useState } from 'react';
import { measureWords } from '../../../core/measures/measure-rows.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { TransientAnswer } from '../../../workers/transient/contract.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { nodeTitle } from '../results/node-title.ts';
import { timeAxis } from '../results/time-axis.ts';
import { unitOf } from '../results/unit-of.ts';

const VIEWS: readonly { readonly value: TransientView; readonly text: string; readonly label: string }[] = [
  { value: 'occupancy', text: 'Occupancy', label: 'Mean elements in the stage at each time' },
  { value: 'full', text: 'Full', label: 'Probability that the stage is full at each time' },
];
const ROW_HEIGHTS = [190, 110, 84];
const LOW_ROW = 60;

interface TransientPartProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

export function TransientChart({ scenario, answer }: TransientPartProps) {
  const [view, setView] = useState<TransientView>('occupancy');
  const selected = useSession((session) => session.selection.nodes);
  const x = useMemo(
    () => timeAxis('time', answer.times.at(-1)!, scenario.timeUnit),
    [answer, scenario.timeUnit],
  );
  const { rows, left } = useMemo(
    () => transientRows(scenario, answer, { view, selected }),
    [scenario, answer, view, selected],
  );
  return (
    <div>
      <LineChart
        title="Transient response"
        fileName={`${scenario.name} transient`}
        x={x}
        rows={rows}
        rowHeight={ROW_HEIGHTS[rows.length - 1] ?? LOW_ROW}
        selected={selected[0]}
        onSelect={selectOnly}
        toolbar={<ChartToggles legend="Measure" options={VIEWS} value={view} onChange={setView} />}
        empty="No stage has a capacity, so none is ever full."
      />
      {left > 0 && <p className="panel__note">{left} more stages; selected ones come first.</p>}
      <p className="panel__note">
        {answer.standIn ? '◐' : '● exact'} chain of {answer.states.toLocaleString('en')} states; no
        probability of it is off by more than {answer.errorBound.toExponential(0)}.{' '}
        {standInWords(scenario, answer)}
      </p>
    </div>
  );
}

function standInWords(scenario: Scenario, { standIn }: TransientAnswer): string {
  if (!standIn) return '';
  const names = standIn.stages.map((id) => nodeTitle(scenario, id)).join(', ');
  return `Constant times (${names}) are taken as Erlang times of ${standIn.phases} phases.`;
}

/** Rows of the chart over time: a stage each, with what it tends to. */

type TransientView = 'occupancy' | 'full';

const FULL: AxisSpec = { title: 'full', unit: 'probability' };

/** Stages in the order of the flow, the selected ones first; at most `most`. */
function transientRows(
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
    const value =
      view === 'full' ? FULL : { title: measureWords('meanOccupancy'), unit: unitOf(scenario, id) };
    return [{ id, name: nodeTitle(scenario, id), value, series }];
  });
  const isSelected = ({ id }: LineRow): boolean => selected.includes(id);
  const sorted = [...found.filter(isSelected), ...found.filter((row) => !isSelected(row))];
  const shown = new Set(sorted.slice(0, most));
  return { rows: found.filter((row) => shown.has(row)), left: sorted.length - shown.size };
}
