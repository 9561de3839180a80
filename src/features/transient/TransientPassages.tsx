/** Times to fill and to drain: means and percentiles in a table, and how sure each is by when. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { PassageTime, TransientAnswer } from '../../../workers/transient/contract.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { timeAxis } from '../results/time-axis.ts';

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
  const time = (value: number): string => formatQuantity(value, 'time', { timeUnit: scenario.timeUnit });
  const number = (
    id: string,
    header: string,
    value: (passage: Passage) => number | undefined,
    write: (value: number) => string = time,
  ): Column<Passage> => ({
    id,
    header,
    kind: 'number',
    cell: (passage) => {
      const found = value(passage);
      if (found === undefined) return `after ${time(end)}`;
      return (
        <span title={String(found)}>
          {found === Number.POSITIVE_INFINITY ? 'perhaps never' : write(found)}
        </span>
      );
    },
    text: (passage) => String(value(passage) ?? ''),
  });
  const columns: readonly Column<Passage>[] = [
    {
      id: 'what',
      header: 'First time that',
      rowHeader: true,
      cell: ({ what }) => what,
      text: ({ what }) => what,
    },
    number('mean', 'Mean', (passage) => passage.time.mean),
    number('half', 'Half of runs by', (passage) => quantileOf(passage.time.distribution, times, 0.5)),
    number('most', '90 % by', (passage) => quantileOf(passage.time.distribution, times, 0.9)),
    number(
      'byEnd',
      `By ${time(end)}`,
      (passage) => passage.time.distribution.at(-1),
      (value) => formatQuantity(value, 'probability'),
    ),
  ];
  return (
    <div className="transient__charts">
      <DataTable
        caption="Times to fill and to drain"
        showCaption
        columns={columns}
        rows={passages}
        rowKey={({ id }) => id}
        selectedKeys={new Set(selected)}
        onSelectRow={(id) => id !== '' && selectOnly(id)}
        onCopy={copyText}
        onSaveCsv={(text) => saveText(`${scenario.name} times to fill.csv`, text, 'text/csv')}
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

/** Times until something happens for the first time, and by when it has in half and in nine of ten runs. */

interface Passage {
  readonly id: string;
  readonly what: string;
  readonly time: PassageTime;
}

function passagesOf(scenario: Scenario, { fill, drain }: TransientAnswer): readonly Passage[] {
  return [
    ...Object.entries(fill).map(([id, time]) => ({ id, what: `${nodeTitle(scenario, id)} full`, time })),
    ...(drain ? [{ id: '', what: 'All empty, sources off', time: drain }] : []),
  ];
}

/** The time by which it has happened with this probability, between two times of the answer; undefined beyond the last. */
export function quantileOf(
  distribution: readonly number[],
  times: readonly number[],
  probability: number,
): number | undefined {
  const i = distribution.findIndex((p) => p >= probability);
  if (i < 0) return undefined;
  if (i === 0) return times[0];
  const [before, after] = [distribution[i - 1]!, distribution[i]!];
  return times[i - 1]! + ((probability - before) / (after - before)) * (times[i]! - times[i - 1]!);
}
