/** Microbursts: how many insertions the fullest millisecond had, beside the mean. */
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import type { NameQueue } from './frame-rows.ts';
import { rateAxis } from './measured-axis.ts';

type Frames = ReducedMeasurement['frames'];

/** Neighbouring frames are looked at together until they are so long, s: in a shorter one a millisecond says nothing. */
const SHORTEST_BURST_FRAME = 5e-3;

/** The fullest millisecond over the mean of the same time: bursts that the mean hides. */
export function burstRows(
  { frames }: ReducedMeasurement,
  queues: readonly ReducedQueue[],
  nameOf: NameQueue,
): readonly LineRow[] {
  const groups = frameGroups(frames);
  return queues.flatMap((queue): LineRow[] => {
    const { frames: columns, perMillisecond } = queue;
    if (!columns || !perMillisecond || groups.length === 0) return [];
    const sumOf = (column: Float64Array, { first, last }: FrameGroup): number =>
      column.slice(first, last + 1).reduce((sum, value) => sum + value, 0);
    const pointsOf = (valueIn: (group: FrameGroup) => number): readonly LinePoint[] =>
      groups.map((group) => ({
        x: frames.start[group.first]!,
        to: frames.end[group.last]!,
        y: sumOf(columns.observed, group) > 0 ? valueIn(group) : undefined,
      }));
    const most = pointsOf(
      ({ first, last }) => 1000 * Math.max(...columns.maxPerMillisecond.slice(first, last + 1)),
    );
    const mean = pointsOf((group) => sumOf(columns.insertions, group) / sumOf(columns.observed, group));
    const { title, unit } = nameOf(queue);
    const value = rateAxis(
      'insertions',
      unit,
      most.map(({ y }) => y),
    );
    const series = [
      { kind: 'measured' as const, name: 'fullest millisecond', points: most },
      { kind: 'baseline' as const, name: 'mean', points: mean },
    ];
    return [{ id: queue.id, name: title, value, series }];
  });
}

interface FrameGroup {
  readonly first: number;
  readonly last: number;
}

function frameGroups({ start, end }: Frames): readonly FrameGroup[] {
  const groups: FrameGroup[] = [];
  for (let first = 0, last = 0; last < start.length; last += 1) {
    if (end[last]! - start[first]! < SHORTEST_BURST_FRAME * (1 - 1e-9)) continue;
    groups.push({ first, last });
    first = last + 1;
  }
  return groups;
}
