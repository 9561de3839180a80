/**
 * Samples of the two counters of a queue to samples of one of its ends. A period counts as blocked where the queue was empty
 * (head) or full (tail) when it began or ended. That it was so in between is not seen: only the censored likelihood, which
 * goes by the level at the beginning, takes that into account.
 */
import type { QueueEnd, RateColumns } from './contract.ts';

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
}

/** Periods of no length, and those in which a counter went back, are left out. */
export function samplesFromCounters(
  counters: QueueCounters,
  { end, capacity = Number.POSITIVE_INFINITY }: CounterOptions,
): RateColumns {
  const { time, inCount, outCount, wrap } = counters;
  const counter = end === 'head' ? outCount : inCount;
  /** What an operation could take at once: items, or places. */
  const room = (at: number): number => {
    const level = Math.max(0, levelOf(inCount[at]! - outCount[at]!, wrap));
    return end === 'head' ? level : Math.max(0, capacity - level);
  };
  const rows: { time: number; period: number; count: number; blocked: boolean; waiting: number }[] = [];
  for (let at = 1; at < time.length; at += 1) {
    const period = time[at]! - time[at - 1]!;
    const rise = counter[at]! - counter[at - 1]!;
    const count = rise < 0 && wrap !== undefined ? rise + wrap : rise;
    const waiting = room(at - 1);
    if (period > 0 && count >= 0)
      rows.push({ time: time[at]!, period, count, blocked: waiting === 0 || room(at) === 0, waiting });
  }
  return {
    time: Float64Array.from(rows, (row) => row.time),
    period: Float64Array.from(rows, ({ period }) => period),
    count: Float64Array.from(rows, ({ count }) => count),
    blocked: Uint8Array.from(rows, ({ blocked }) => (blocked ? 1 : 0)),
    blockedFor: Float64Array.from(rows, ({ blocked }) => (blocked ? Number.NaN : 0)),
    waiting: Float64Array.from(rows, ({ waiting }) => waiting),
  };
}

/** Level from two counters, one of which may have restarted. */
function levelOf(difference: number, wrap: number | undefined): number {
  if (wrap === undefined || Math.abs(difference) <= wrap / 2) return difference;
  return difference < 0 ? difference + wrap : difference - wrap;
}
