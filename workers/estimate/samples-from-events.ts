/**
 * The events of a queue to samples of one of its ends. When the end was blocked is told, in this order, by blockedFor of the
 * operation; by the event before it that found the queue empty (head) or full (tail); else by the level: a time between
 * operations that begins with nothing to read, or without room to write, is left out together with the operation that ends
 * it. That is unbiased whether a departure is the start or the end of a service, since service does not depend on the past.
 */

import { DEPARTURE, EMPTY, FULL, INSERTION } from '../measure/stream/row-layout.ts';
import type { DepartureMeaning, QueueEnd, RateColumns } from './contract.ts';
import { PeriodBins, type PeriodGrid } from './period-bins.ts';
import { type QueueEvents, queueLevels } from './queue-level.ts';

export interface SamplingOptions {
  readonly end: QueueEnd;
  /** Length of a period, s; when absent, such that a period holds about 20 items. */
  readonly period?: number;
  /** Places of the queue; a writer is never blocked when absent. */
  readonly capacity?: number;
  /** Where it is declared as the end, the server is idle only from a departure that leaves the queue empty to the next insertion. */
  readonly departure?: DepartureMeaning;
}

const ITEMS_PER_PERIOD = 20;
const MOST_PERIODS = 20_000;
const FEWEST_PERIODS = 8;
/** Share of times equal to the one before them from which a clock may be coarse. */
const ALIKE = 0.005;
/** Multiples of a tick, as far as binary fractions of a second tell them; longer gaps do not. */
const [ROUNDED, MOST_TICKS] = [0.01, 1000];
/** Most periods, however short a period is asked for. */
const MOST_KEPT = 1e7;

/** Undefined when there are fewer than three operations, or no time between them. */
export function samplesFromEvents(events: QueueEvents, options: SamplingOptions): RateColumns | undefined {
  const grid = gridOf(events, options);
  if (!grid) return undefined;
  const bins = new PeriodBins(grid);
  const { end, capacity = Number.POSITIVE_INFINITY } = options;
  const [operation, wait] = end === 'head' ? [DEPARTURE, EMPTY] : [INSERTION, FULL];
  const told = tellsWaits(events, operation, wait);
  const { after, mayIdle, doubt, clocks } = queueLevels(events);
  const tick = told ? undefined : tickOf(events.time);
  // Where departures are missing the server may be busy after a lowest level: what begins there is left out as a whole.
  const isSure = doubt === undefined || doubt.kind === 'neverEmpty';
  const isEnd = end === 'head' && options.departure === 'end' && isSure && !clocks;
  let previous: number | undefined;
  let cannot = false;
  let [doubtful, operations] = [0, 0];
  /** Time of the last insertion, and the items inserted at that instant. */
  let [instant, atInstant] = [Number.NaN, 0];
  let waiting: number | undefined;
  /** The first insertion since the previous operation. */
  let came: number | undefined;
  for (let at = 0; at < events.time.length; at += 1) {
    const time = events.time[at]!;
    const kind = events.kind[at]!;
    if (kind === wait) waiting ??= time;
    const items = events.count[at]!;
    if (kind === INSERTION) {
      came ??= time;
      atInstant = instant === time ? atInstant + items : items;
      instant = time;
    }
    if (kind !== operation) continue;
    operations += 1;
    if (previous !== undefined) {
      const blockedFor = events.blockedFor[at]!;
      if (!told && cannot && isEnd && came !== undefined) {
        bins.add(previous, came, 0);
        bins.add(time, time, items);
      } else if (!told && cannot) bins.add(previous, time, 0);
      else bins.add(Number.isNaN(blockedFor) ? (waiting ?? time) : time - blockedFor, time, items);
    }
    previous = time;
    waiting = undefined;
    came = undefined;
    cannot = end === 'head' ? mayIdle(at) : after[at]! >= capacity;
    // Within a tick it is not known whether the insertion that makes the difference came before the departure.
    const depends = end === 'head' ? !cannot && instant === time && after[at]! <= atInstant : cannot;
    if (!tick || !depends) continue;
    doubtful += 1;
    cannot ||= !isEnd;
  }
  return {
    ...bins.columns(),
    throughput: grid.throughput,
    ...(tick && !isEnd && { tick: { length: tick, doubtful: doubtful / operations } }),
    ...(doubt && !told && end === 'head' && { doubt }),
    ...(clocks && !told && end === 'head' && { clocks }),
  };
}

/** The length of the ticks of a coarse clock: many times are alike, and all differences multiples of the least one. */
function tickOf(time: Float64Array): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let alike = 0;
  for (let at = 1; at < time.length; at += 1) {
    const gap = time[at]! - time[at - 1]!;
    if (gap > 0) least = Math.min(least, gap);
    else alike += 1;
  }
  if (alike < ALIKE * time.length || !Number.isFinite(least)) return undefined;
  const isMultiple = time.every((now, at) => {
    const ticks = at === 0 ? 0 : (now - time[at - 1]!) / least;
    return ticks > MOST_TICKS || Math.abs(ticks - Math.round(ticks)) <= ROUNDED;
  });
  return isMultiple ? least : undefined;
}

const tellsWaits = ({ kind, blockedFor }: QueueEvents, operation: number, wait: number): boolean =>
  kind.some((letter, at) => letter === wait || (letter === operation && !Number.isNaN(blockedFor[at]!)));

/** From the first operation to the last. */
function gridOf(
  { time, kind, count }: QueueEvents,
  { end, period }: SamplingOptions,
): (PeriodGrid & { readonly throughput: number }) | undefined {
  const operation = end === 'head' ? DEPARTURE : INSERTION;
  const first = kind.indexOf(operation);
  const last = kind.lastIndexOf(operation);
  const span = time[last]! - time[first]!;
  if (!(span > 0)) return undefined;
  const items = count.reduce((total, number, at) => (kind[at] === operation ? total + number : total), 0);
  if (items < 3) return undefined;
  const usual = span / Math.max(FEWEST_PERIODS, Math.min(MOST_PERIODS, Math.floor(items / ITEMS_PER_PERIOD)));
  const length = Math.max(period ?? usual, span / MOST_KEPT);
  const throughput = (items - count[first]!) / span;
  return {
    throughput,
    start: time[first]!,
    period: length,
    periods: Math.max(1, Math.floor(span / length + 1e-9)),
  };
}
