/** Fill and drain times: means and percentiles in a table, and how sure each is by when. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { TransientAnswer } from '../../../workers/transient/contract.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { type Passage, passageColumns, passagesOf } from './transient-table.ts';

interface TransientPassagesProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

export function TransientPassages({ scenario, answer }: TransientPassagesProps) {
  const selected = useSession((session) => session.selection.nodes);
  const passages = passagesOf(scenario, answer);
  if (passages.length === 0) return null;
  const { times } = answer;
  const end = times.at(-1)!;
  return (
    <div className="transient__charts">
      <DataTable
        caption="Fill and drain times"
        showCaption
        columns={passageColumns(scenario, answer)}
        rows={passages}
        rowKey={({ id }) => id}
        selectedKeys={new Set(selected)}
        onSelectRow={(id) => id !== '' && selectOnly(id)}
        fileName={`${scenario.name} times to fill`}
      />
      <LineChart
        title="Has happened by"
        fileName={`${scenario.name} times to fill`}
        x={timeAxis('time', end, scenario.timeUnit)}
        rows={passages.map((passage) => rowOf(passage, times))}
        rowHeight={passages.length > 2 ? 60 : 84}
        empty="Nothing to wait for."
      />
    </div>
  );
}

const rowOf = ({ id, what, time }: Passage, times: readonly number[]): LineRow => ({
  id: id || 'drain',
  name: what,
  value: { title: 'probability', unit: '' },
  series: [{ kind: 'model', name: 'exact', points: times.map((x, i) => ({ x, y: time.distribution[i] })) }],
});
