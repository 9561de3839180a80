/** Cumulative fill levels, and how often queues were not empty (Weh 2012, figures 13 to 17, tables 3 to 7). */

import { useMemo } from 'react';
import { numberColumn } from '../../../core/quantities/table.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { FrameChart } from './FrameChart.tsx';
import { cumulativeRows } from './frame-rows.ts';
import { useQueues } from './queue-names.ts';

export function Counters({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => cumulativeRows(reduced, drawn, nameOf), [reduced, drawn, nameOf]);
  const sampled = all.filter(({ counters }) => counters);
  return (
    <>
      <FrameChart
        title="Cumulative sum of fill levels"
        reduced={reduced}
        rows={rows}
        empty="No queue has frames."
      />
      {sampled.length > 0 ? (
        <DataTable
          caption="Sampled fill levels"
          columns={columnsOf((queue) => nameOf(queue).title)}
          rows={sampled}
          rowKey={({ id }) => id}
          fileName={`${reduced.name} fill levels`}
        />
      ) : (
        <p className="panel__note">Counts of non-zero samples need samples of counters (table counters).</p>
      )}
    </>
  );
}

function columnsOf(title: (queue: ReducedQueue) => string): readonly PageColumn<ReducedQueue>[] {
  const number = (
    id: string,
    header: string,
    value: (counters: NonNullable<ReducedQueue['counters']>) => number | undefined,
  ): PageColumn<ReducedQueue> => {
    return numberColumn<ReducedQueue>(
      id,
      header,
      ({ counters }) => counters && value(counters),
      (count) => count.toLocaleString('en'),
    );
  };
  return [
    { id: 'queue', header: 'Queue', value: title },
    number('samples', 'Samples', ({ samples }) => samples),
    number('nonZero', 'count(C ≥ 1)', ({ nonZero }) => nonZero),
    number('sum', 'Σ C', ({ levelSum }) => levelSum),
    number('mean', 'Mean of those ≥ 1', ({ levelSum, positiveSum = levelSum, nonZero }) =>
      nonZero > 0 ? positiveSum / nonZero : 0,
    ),
    number('negative', 'Negative', ({ negative }) => negative),
    number('in', 'Entered', ({ inCount }) => inCount),
    number('before', 'Entered before', ({ inBefore }) => inBefore),
  ];
}
