/** One metric over the frames, a row for each queue (TimeTrial's figures 18 and 19). */
import { useMemo } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { FrameChart } from './FrameChart.tsx';
import { metricRows } from './frame-rows.ts';
import { type MeasuredMetric, setMeasuredMetric, useMeasured } from './measured-store.ts';
import { useQueues } from './queue-names.ts';

const METRICS: readonly { readonly value: MeasuredMetric; readonly text: string; readonly label: string }[] =
  [
    { value: 'meanOccupancy', text: 'Occupancy', label: 'Mean elements in the queue' },
    { value: 'maxOccupancy', text: 'Highest', label: 'Most elements in the queue' },
    { value: 'arrivals', text: 'Arrivals', label: 'Insertions per second' },
    { value: 'throughput', text: 'Throughput', label: 'Departures per second' },
    { value: 'utilization', text: 'Busy', label: 'Share of time with at least one element' },
    { value: 'latency', text: 'Latency', label: 'Mean time from insertion to departure' },
    { value: 'stalls', text: 'Stalls', label: 'Share of time that writers waited for room' },
  ];

export function FrameMeans({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const metric = useMeasured((measured) => measured.metric);
  const { drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => metricRows(reduced, drawn, metric, nameOf), [reduced, drawn, metric, nameOf]);
  return (
    <FrameChart
      title="Measured over time"
      reduced={reduced}
      rows={rows}
      toolbar={
        <ChartToggles legend="Measure" options={METRICS} value={metric} onChange={setMeasuredMetric} />
      }
      empty="The measurement does not hold this for these queues."
    />
  );
}
