/** Microbursts: the most insertions within one millisecond of each frame, as a rate, against the frame's mean. */
import { useMemo } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { burstRows } from './burst-rows.ts';
import { FrameChart } from './FrameChart.tsx';
import { useQueues } from './queue-names.ts';

export function Bursts({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => burstRows(reduced, drawn, nameOf), [reduced, drawn, nameOf]);
  return (
    <>
      <FrameChart
        title="Bursts"
        reduced={reduced}
        rows={rows}
        empty="Bursts need a trace of insertions of at least 5 ms: samples of counters and levels do not show single milliseconds."
      />
      {rows.length > 0 && (
        <p className="panel__note">
          Filled: insertions of the fullest millisecond, as a rate. Dotted: the mean of the same time. Far
          apart means that queues must hold bursts that no mean shows.
        </p>
      )}
    </>
  );
}
