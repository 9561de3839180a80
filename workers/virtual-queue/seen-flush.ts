/** Whether the bus of a measured queue was flushed: its file cannot say so, but what came out of it may. */
import type { ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';

/** More elements came over the bus than its whole bulks hold. */
export interface SeenFlush {
  /** Elements that came over. */
  readonly moved: number;
  /** Elements in the whole bulks that were there to send. */
  readonly whole: number;
  readonly bulkSize: number;
}

/** `bulkSize` goes before what the file says of it. Undefined where the counts are of whole bulks, or not known. */
export function seenFlush(
  { queues }: Pick<ReducedMeasurement, 'queues'>,
  queue: string,
  bulkSize?: number,
): SeenFlush | undefined {
  const known = queues.find(({ id }) => id === queue);
  const end = (kind: 'tail' | 'head') => queues.find((one) => one.kind === kind && one.parentId === queue);
  const [tail, head] = [end('tail'), end('head')];
  const size = bulkSize ?? known?.bulkSize ?? tail?.bulkSize;
  const inserted = Math.max(inOf(tail), inOf(known));
  const moved = Math.max(outOf(tail), inOf(head), outOf(head), outOf(known));
  if (size === undefined || !(size > 1) || inserted === 0 || moved > inserted) return undefined;
  // Counted by its gaps, a table has one less than came.
  const whole = size * Math.floor((inserted + 1) / size);
  return moved > whole ? { moved, whole, bulkSize: size } : undefined;
}

const inOf = (queue: ReducedQueue | undefined): number => countOf(queue?.frames?.insertions);
const outOf = (queue: ReducedQueue | undefined): number => countOf(queue?.frames?.departures);

/** 0 where it is not known of each frame. */
function countOf(frames: Float64Array | undefined): number {
  const sum = frames?.reduce((total, count) => total + count, 0) ?? 0;
  return Number.isFinite(sum) ? Math.round(sum) : 0;
}
