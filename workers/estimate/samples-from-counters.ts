/**
 * Samples of the two counters of a queue to samples of one of its ends. A period counts as blocked where the queue was empty
 * (head) or full (tail) when it began or ended. That it was so in between is not seen: only the censored likelihood, which
 * goes by the level at the beginning, takes that into account.
 *
 * Where departures are declared as the ends of services the server is idle just when the queue is empty. Samples are taken at any
 * moment, so the share of those with an empty queue is the share of the idle time, whatever services and arrivals are like:
 * half a period is blocked for each of its two ends at which the queue is empty.
 */
import type { DepartureMeaning, QueueEnd, RateColumns } from './contract.ts';

/** Column by column, in the order of time. */
export interface QueueCounters {
  /** s. */
  readonly time: Float64Array;
  readonly inCount: Float64Array;
  readonly outCount: Float64Array;
  /** The counters start again at 0 after this. */
  readonly wrap?: number;
}

export interface CounterOptions {
  readonly end: QueueEnd;
  /** Places of the queue; a writer is never blocked when absent. */
  readonly capacity?: number;
  readonly departure?: DepartureMeaning | undefined;
}

/** Periods of no length, and those in which a counter went back, are left out. */
export function samplesFromCounters(
  counters: QueueCounters,
  { end, departure, capacity = Number.POSITIVE_INFINITY }: CounterOptions,
): RateColumns {
  const { time, inCount, outCount, wrap } = counters;
  const counter = end === 'head' ? outCount : inCount;
  /** What an operation could take at once: items, or places. */
  const room = (at: number): number => {
    const level = Math.max(0, levelOf(inCount[at]! - outCount[at]!, wrap));
    return end === 'head' ? level : Math.max(0, capacity - level);
  };
  const isEnd = end === 'head' && departure === 'end';
  const rows: { time: number; period: number; count: number; empty: number; waiting: number }[] = [];
  for (let at = 1; at < time.length; at += 1) {
    const period = time[at]! - time[at - 1]!;
    const rise = counter[at]! - counter[at - 1]!;
    const count = rise < 0 && wrap !== undefined ? rise + wrap : rise;
    const waiting = room(at - 1);
    const empty = [waiting, room(at)].filter((items) => items === 0).length;
    if (period > 0 && count >= 0) rows.push({ time: time[at]!, period, count, empty, waiting });
  }
  return {
    time: Float64Array.from(rows, (row) => row.time),
    period: Float64Array.from(rows, ({ period }) => period),
    count: Float64Array.from(rows, ({ count }) => count),
    blocked: Uint8Array.from(rows, ({ empty }) => (empty > 0 ? 1 : 0)),
    blockedFor: Float64Array.from(rows, ({ empty, period }) =>
      isEnd || empty === 0 ? (period * empty) / 2 : Number.NaN,
    ),
    ...(isEnd ? { idleSampled: true } : { waiting: Float64Array.from(rows, ({ waiting }) => waiting) }),
  };
}

/** Level from two counters, one of which may have restarted. */
function levelOf(difference: number, wrap: number | undefined): number {
  if (wrap === undefined || Math.abs(difference) <= wrap / 2) return difference;
  return difference < 0 ? difference + wrap : difference - wrap;
}
