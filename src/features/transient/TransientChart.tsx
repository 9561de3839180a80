/** Mean occupancy, or the probability of being full, over time: a row for each stage. */
import { useMemo, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { TransientAnswer } from '../../../workers/transient/contract.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { timeAxis } from '../results/time-axis.ts';
import { type TransientView, transientRows } from './transient-rows.ts';

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
        title="From the start on"
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
