/** Questions about the samples of one end of a queue, and parts of them. */
import type { RateColumns } from './contract.ts';

export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i]!;
  return total;
};

export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * Is it known for how long each period was blocked? In one without blocking it is 0 whether it was noted or not; where only
 * the items that waited are known, blocking is ruled out only if fewer passed.
 */
export function hasBlockedTimes({ count, blocked, blockedFor, waiting }: RateColumns): boolean {
  if (waiting) return count.every((items, i) => items < waiting[i]!);
  return blockedFor.every((time, i) => blocked[i] === 0 || !Number.isNaN(time));
}

/** Time of a period that was not blocked, s. */
export const exposureAt = ({ period, blocked, blockedFor }: RateColumns, i: number): number =>
  blocked[i] === 0 || Number.isNaN(blockedFor[i]!) ? period[i]! : Math.max(0, period[i]! - blockedFor[i]!);

/** The samples from `start` up to but without `end`. */
export const between = (columns: RateColumns, start: number, end: number): RateColumns =>
  each(columns, (column) => column.subarray(start, end));

/** Only the samples for which `keep` holds. */
export const keeping = (columns: RateColumns, keep: (i: number) => boolean): RateColumns =>
  keptBy(
    columns,
    Uint32Array.from(columns.time.keys()).filter((i) => keep(i)),
  );

/** The samples at those places, in that order. */
export const keptBy = (columns: RateColumns, places: Uint32Array): RateColumns =>
  each(columns, (column) => column.slice(0, places.length).map((_, i) => column[places[i]!]!));

type Column = Float64Array | Uint8Array;

function each(columns: RateColumns, change: (column: Column) => Column): RateColumns {
  const { time, period, count, blocked, blockedFor, waiting, idleSampled, clocks } = columns;
  const changed = <C extends Column>(column: C): C => change(column) as C;
  return {
    time: changed(time),
    period: changed(period),
    count: changed(count),
    blocked: changed(blocked),
    blockedFor: changed(blockedFor),
    ...(waiting && { waiting: changed(waiting) }),
    ...(idleSampled && { idleSampled }),
    ...(clocks && { clocks }),
  };
}

/** Realised periods further from the usual one are left out, as RaftLib does: their counts are of another T. */
export const PERIOD_TOLERANCE = 0.01;

/** The counts of the periods of the usual length in which nothing was blocked. */
export function usableCounts(columns: RateColumns): RateColumns {
  const usual = medianOf(columns.period);
  return keeping(
    columns,
    (i) => columns.blocked[i] === 0 && Math.abs(columns.period[i]! - usual) <= PERIOD_TOLERANCE * usual,
  );
}

/** Why a handful of samples gives no rate. */
export const tooFewPeriods = (seen: number, fewest: number): string =>
  `${seen} ${seen === 1 ? 'period is' : 'periods are'} too few; expected at least ${fewest}`;
