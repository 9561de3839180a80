/** What was seen at a queue in the order of time, whichever order a file has it in. */

import { INSERTION } from '../measure/stream/row-layout.ts';
import { keptBy } from './columns.ts';
import type { RateColumns } from './contract.ts';
import type { QueueEvents } from './queue-level.ts';

/**
 * A file may hold one kind after the other. At one instant the insertions come first, whichever way its rows stand: a coarse
 * clock puts many at one instant, and an item does not leave before it came.
 */
export function eventsInOrder(events: QueueEvents): QueueEvents {
  const { time, kind, count, blockedFor } = events;
  const late = (at: number): number => (kind[at] === INSERTION ? 0 : 1);
  const isInOrder = time.every(
    (at, i) => i === 0 || at > time[i - 1]! || (at === time[i - 1] && late(i) >= late(i - 1)),
  );
  if (isInOrder) return events;
  const order = places(time.length).sort((a, b) => time[a]! - time[b]! || late(a) - late(b) || a - b);
  return {
    time: time.map((_, i) => time[order[i]!]!),
    kind: kind.map((_, i) => kind[order[i]!]!),
    count: count.map((_, i) => count[order[i]!]!),
    blockedFor: blockedFor.map((_, i) => blockedFor[order[i]!]!),
  };
}

/** Samples of one end. */
export function samplesInOrder(columns: RateColumns): RateColumns {
  const { time } = columns;
  if (isAscending(time)) return columns;
  return keptBy(
    columns,
    places(time.length).sort((a, b) => time[a]! - time[b]! || a - b),
  );
}

const places = (length: number): Uint32Array => new Uint32Array(length).map((_, i) => i);

const isAscending = (time: Float64Array): boolean => time.every((at, i) => i === 0 || at >= time[i - 1]!);
