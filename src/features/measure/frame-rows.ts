/** What is drawn over the frames of a measurement: a row for each queue. */
import type {
  Bins,
  QueueFrames,
  ReducedMeasurement,
  ReducedQueue,
} from '../../../workers/measure/contract.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import type { LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { metricAxis } from './measured-axis.ts';
import type { MeasuredMetric } from './measured-store.ts';

export interface QueueName {
  readonly title: string;
  /** Name of its elements. */
  readonly unit: string;
}
export type NameQueue = (queue: ReducedQueue) => QueueName;

type Frames = ReducedMeasurement['frames'];
type Values = readonly (number | undefined)[];

/** Queues that do not have the metric are left out. */
export function metricRows(
  { frames }: ReducedMeasurement,
  queues: readonly ReducedQueue[],
  metric: MeasuredMetric,
  nameOf: NameQueue,
): readonly LineRow[] {
  return queues.flatMap((queue): LineRow[] => {
    const values = metricValues(queue, metric);
    if (!values?.some((value) => value !== undefined)) return [];
    const { title, unit } = nameOf(queue);
    const value = metricAxis(metric, unit, values);
    return [
      {
        id: queue.id,
        name: title,
        value,
        series: [{ kind: 'measured', name: 'measured', points: pointsOf(frames, values) }],
      },
    ];
  });
}

/** Sums of fill levels up to each frame: of the samples of counters (Weh 2012, figure 14), else element-seconds. */
export function cumulativeRows(
  { frames }: ReducedMeasurement,
  queues: readonly ReducedQueue[],
  nameOf: NameQueue,
): readonly LineRow[] {
  return queues.flatMap((queue): LineRow[] => {
    const { frames: columns } = queue;
    if (!columns || columns.meanOccupancy.some(Number.isNaN)) return [];
    const sampled = queue.basis === 'counters';
    let sum = 0;
    const values = Array.from(columns.observed, (seconds, frame) => {
      sum += sampled ? columns.levelSum[frame]! : columns.meanOccupancy[frame]! * seconds;
      return sum;
    });
    const { title, unit } = nameOf(queue);
    const value: AxisSpec = sampled
      ? { title: 'sum of sampled occupancies', unit }
      : { title: 'fill level times time', unit: `${unit} s` };
    return [
      {
        id: queue.id,
        name: title,
        value,
        series: [{ kind: 'measured', name: 'sum', points: pointsOf(frames, values) }],
      },
    ];
  });
}

function metricValues(queue: ReducedQueue, metric: MeasuredMetric): Values | undefined {
  const counts = queue.basis !== 'levels';
  switch (metric) {
    case 'meanOccupancy':
      return valuesOf(queue, ({ meanOccupancy }, frame) => meanOccupancy[frame]!);
    case 'maxOccupancy':
      return valuesOf(queue, ({ maxOccupancy }, frame) => maxOccupancy[frame]!);
    case 'throughput':
      return counts ? perSecond(queue, 'departures') : undefined;
    case 'arrivals':
      return counts ? perSecond(queue, 'insertions') : undefined;
    case 'utilization':
      return perSecond(queue, 'busy');
    case 'stalls':
      return queue.frames?.writerBlocked.some((time) => time > 0)
        ? perSecond(queue, 'writerBlocked')
        : undefined;
    case 'latency':
      return queue.latency && frameMeans(queue.latency);
  }
}

function perSecond(queue: ReducedQueue, column: keyof QueueFrames): Values | undefined {
  return valuesOf(queue, (frames, frame) => frames[column][frame]! / frames.observed[frame]!);
}

/** Undefined in frames where the queue was not observed, or a table does not tell it. */
function valuesOf(
  { frames }: ReducedQueue,
  valueIn: (frames: QueueFrames, frame: number) => number,
): Values | undefined {
  if (!frames) return undefined;
  return Array.from(frames.observed, (seconds, frame) => {
    const value = seconds > 0 ? valueIn(frames, frame) : Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  });
}

/** From the middles of the bins, at most 6.25 % wide. */
function frameMeans({ low, high, byFrame }: Bins): Values | undefined {
  if (!byFrame || low.length === 0) return undefined;
  return Array.from({ length: byFrame.length / low.length }, (_, frame) => {
    let [sum, total] = [0, 0];
    low.forEach((from, bin) => {
      const weight = byFrame[frame * low.length + bin]!;
      if (weight === 0) return;
      total += weight;
      sum += (weight * (from + high[bin]!)) / 2;
    });
    return total > 0 && Number.isFinite(sum) ? sum / total : undefined;
  });
}

const pointsOf = ({ start, end }: Frames, values: Values): readonly LinePoint[] =>
  values.map((y, frame) => ({ x: start[frame]!, to: end[frame]!, y }));
