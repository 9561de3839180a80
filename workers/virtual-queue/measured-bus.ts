/** What a file tells of the bus of a queue: by its tables, or by what came out of it. */
import type { ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';

export interface MeasuredBus {
  readonly bulkSize?: number;
  /** s. */
  readonly transferTime?: number;
  /** The events of the tail show the transfer time: no table has it. */
  readonly isSeen?: boolean;
  /** Least and most that transfers took, s, where they differ too much for one time. */
  readonly range?: readonly [number, number];
}

/** Standard deviation of transfers by their mean, up to which one time stands for all. */
const MOST_SPREAD = 0.25;

/**
 * Where no table has the time of a transfer, it is that from when the last of its elements was in the tail, or the transfer before it had ended, until
 * they left the tail together.
 */
export function measuredBus(
  queue: Pick<ReducedQueue, 'bulkSize'>,
  tail: Pick<ReducedQueue, 'bulkSize' | 'service' | 'basis' | 'interDeparture'> | undefined,
): MeasuredBus {
  const bulkSize = queue.bulkSize ?? tail?.bulkSize;
  const known = bulkSize === undefined ? {} : { bulkSize };
  if (tail?.service) return { ...known, transferTime: tail.service.mean };
  const seen = tail?.basis === 'events' ? tail.interDeparture?.availTime : undefined;
  if (!seen) return known;
  return Math.sqrt(seen.variance) <= MOST_SPREAD * seen.mean
    ? { ...known, transferTime: seen.mean, isSeen: true }
    : { ...known, range: [seen.min, seen.max] };
}

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
  const size = bulkSize ?? measuredBus(known ?? {}, tail).bulkSize;
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
