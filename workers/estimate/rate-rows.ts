/** Takes the rows of a measurement file that rates are estimated from: tc, events and counters. */
import { readNumber } from '../measure/cell-number.ts';
import { byDesignWords } from '../measure/contract.ts';
import type { FaultList, Place } from '../measure/measurement-fault.ts';
import { rowsOf, type Table } from '../measure/qtm-table.ts';
import { wentBack } from '../measure/reduce/counter-queue.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import { GrowingRows } from '../measure/reduce/growing-rows.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { type QueueFacts, readQueueFacts } from '../measure/reduce/queue-facts.ts';
import { RateRecorder, type RecordedRates } from '../measure/reduce/rate-recorder.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import {
  DEPARTURE,
  EMPTY,
  ENDS,
  FULL,
  INSERTION,
  NS_PER_SECOND,
  type NumericTableName,
  type RowTaker,
} from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import type { DepartureMeaning, QueueEnd, RateColumns } from './contract.ts';
import { GapSigns } from './one-server.ts';
import { PeriodBins, type PeriodGrid } from './period-bins.ts';
import { type QueueEvents, queueLevels } from './queue-level.ts';
import { samplesFromCounters } from './samples-from-counters.ts';
import { eventsInOrder, samplesInOrder } from './time-order.ts';

/** One end of one queue: where it is, and what was seen there. */
export interface SampledQueueEnd {
  readonly queue: string;
  readonly end: QueueEnd;
  readonly from: 'tc' | 'events' | 'counters';
  readonly facts?: QueueFacts;
  readonly itemBytes?: number;
  /** `period` is the length of the samples that are made of events, s. Undefined: they make none. */
  readonly sample: (period?: number, departure?: DepartureMeaning) => RateColumns | undefined;
}

/** Rows of one queue: of events time, kind, count and blockedFor; of counters time, inCount and outCount. Times in s. */
interface OfQueue {
  readonly events: GrowingRows;
  readonly counters: GrowingRows;
  /** Visits: the previous one, and how many begin before and end after the next row, or the other way round. */
  last?: { readonly arrival: number; readonly departure: number };
  overtaken: number;
}

export class RateRows implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly tables: Table[] = [];
  private readonly queues: OfQueue[] = [];

  private readonly rates: RateRecorder;

  constructor(readonly faults: FaultList) {
    this.rates = new RateRecorder(faults);
  }

  addTable(table: Table): void {
    this.tables.push(table);
  }

  open(table: NumericTableName): RowTaker {
    const take = this.takerOf(table);
    return (row, number, placeOf) => {
      this.rows += 1;
      take(row, number, placeOf);
    };
  }

  /** Decided once for a table and not row by row, as in `EventIntake`. */
  private takerOf(table: NumericTableName): RowTaker {
    switch (table) {
      case 'tc':
        return (row, number, placeOf) => this.rates.take(row, number, placeOf);
      case 'events':
        return (row) => this.takeEvent(row);
      case 'visits':
        return (row) => this.takeVisit(row);
      case 'counters':
        return (row, number, placeOf) => this.takeCounters(row, placeOf(number));
      default:
        return () => {};
    }
  }

  private takeEvent(row: Float64Array): void {
    const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
    this.queueOf(row[0]!).events.push([row[1]! / NS_PER_SECOND, row[2]!, count, row[4]! / NS_PER_SECOND]);
  }

  private takeVisit(row: Float64Array): void {
    const [arrival, departure] = [row[1]! / NS_PER_SECOND, row[2]! / NS_PER_SECOND];
    const queue = this.queueOf(row[0]!);
    const { events, last } = queue;
    if (last && (arrival - last.arrival) * (departure - last.departure) < 0) queue.overtaken += 1;
    queue.last = { arrival, departure };
    events.push([arrival, INSERTION, 1, Number.NaN]);
    events.push([departure, DEPARTURE, 1, Number.NaN]);
  }

  private takeCounters(row: Float64Array, place: Place): void {
    const { counters } = this.queueOf(row[0]!);
    if (this.goesOn(row, place)) counters.push([row[1]! / NS_PER_SECOND, row[2]!, row[3]!]);
  }

  /** Takes a row of counters if it continues the previous one; reports it otherwise (E13). */
  private goesOn(row: Float64Array, place: Place): boolean {
    const id = this.names.names[row[0]!]!;
    const { counters } = this.queueOf(row[0]!);
    const before = (column: number): number => counters.column(column)[counters.length - 1] ?? 0;
    const fault = counterFault([before(0), before(1), before(2)], row, this.wrap);
    if (fault) this.faults.add('E13', `queue ${id}: ${fault.message}`, { place, column: fault.column });
    return !fault;
  }

  /** The first end that has samples so far, without what tables say that are read at the end. */
  firstEnd(): SampledQueueEnd | undefined {
    const sampled = this.rates.first();
    if (sampled) return this.tcEnd(sampled);
    const number = this.queues.findIndex((queue) => queue !== undefined);
    const queue = this.queues[number];
    return queue && this.endsOf(queue, { id: this.names.names[number]! })[0];
  }

  /** All ends, once every row is there. */
  finish(): readonly SampledQueueEnd[] {
    const facts = readQueueFacts(this.tables, this.faults);
    const bytes = itemBytesOf(this.tables, this.faults);
    const isKnown = (id: string): boolean => facts.size === 0 || facts.has(id);
    const sampled = this.rates.finish(this.names.names, isKnown).map((rates) => this.tcEnd(rates));
    const made = this.queues.flatMap((queue, number) => {
      const id = this.names.names[number]!;
      if (queue.overtaken > 0) this.reportOvertaken(id, queue.overtaken);
      return this.endsOf(queue, facts.get(id) ?? { id });
    });
    return [...sampled, ...made].map((end) => {
      const known = facts.get(end.queue);
      const itemBytes = bytes.get(end.queue);
      return {
        ...end,
        ...(known && { facts: known, sample: sampleOf(end.sample, known) }),
        ...(itemBytes !== undefined && { itemBytes }),
      };
    });
  }

  private reportOvertaken(id: string, count: number): void {
    const times = count === 1 ? 'once' : `${count} times`;
    const several =
      'several are served at a time, and the rate is that of all of them together, too low where few are';
    this.faults.add('W17', `queue ${id}: a visit overtakes another ${times}: ${several}`);
  }

  private tcEnd({ queue, samples: { end, ...columns } }: RecordedRates): SampledQueueEnd {
    return { queue: this.names.names[queue]!, end, from: 'tc', sample: () => samplesInOrder(columns) };
  }

  private endsOf(
    { events, counters }: OfQueue,
    { id, capacity, servers }: QueueFacts,
  ): readonly SampledQueueEnd[] {
    const places = { ...(capacity !== undefined && { capacity }) };
    const fromEvents = (end: QueueEnd) => (period?: number, departure?: DepartureMeaning) =>
      samplesFromEvents(eventsOf(events), {
        ...{ end, ...places },
        ...(servers !== undefined && { servers }),
        ...(period !== undefined && { period }),
        ...(departure && { departure }),
      });
    const fromCounters = (end: QueueEnd) => (_: number | undefined, departure?: DepartureMeaning) =>
      samplesFromCounters({ ...countersOf(counters), ...this.wrapping() }, { end, departure, ...places });
    return ENDS.flatMap((end): SampledQueueEnd[] => {
      if (events.length > 0 && fromEvents(end)())
        return [{ queue: id, end, from: 'events', sample: fromEvents(end) }];
      if (counters.length < 2) return [];
      return [{ queue: id, end, from: 'counters', sample: fromCounters(end) }];
    });
  }

  private wrapping(): { wrap?: number } {
    return this.wrap === undefined ? {} : { wrap: this.wrap };
  }

  private queueOf(number: number): OfQueue {
    this.queues[number] ??= { events: new GrowingRows(4), counters: new GrowingRows(3), overtaken: 0 };
    return this.queues[number]!;
  }
}

/** The samples, with what the kind of their queue says against a rate. */
export function sampleOf(
  sample: SampledQueueEnd['sample'],
  queue: Pick<QueueFacts, 'id' | 'kind'>,
): SampledQueueEnd['sample'] {
  const noServer = byDesignWords(queue);
  if (noServer === undefined) return sample;
  return (...settings) => {
    const columns = sample(...settings);
    return columns && { ...columns, noServer };
  };
}

/** Why a row of counters does not go on from the one before it (time in s, inCount, outCount). */
export function counterFault(
  [time, inBefore, outBefore]: readonly [number, number, number],
  [, timestamp, inCount, outCount]: Float64Array,
  wrap: number | undefined,
): { readonly column: string; readonly message: string } | undefined {
  if (timestamp! / NS_PER_SECOND < time)
    return { column: 'timestamp', message: 'this sample is older than the one above it' };
  if (wrap !== undefined) return undefined;
  if (inCount! < inBefore) return { column: 'inCount', message: wentBack(inBefore) };
  return outCount! < outBefore ? { column: 'outCount', message: wentBack(outBefore) } : undefined;
}

const eventsOf = (rows: GrowingRows): QueueEvents =>
  eventsInOrder({
    time: rows.column(0),
    kind: Uint8Array.from(rows.column(1)),
    count: rows.column(2),
    blockedFor: rows.column(3),
  });

const countersOf = (rows: GrowingRows) => ({
  time: rows.column(0),
  inCount: rows.column(1),
  outCount: rows.column(2),
});

function itemBytesOf(tables: readonly Table[], faults: FaultList): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const row of rowsOf(tables, 'queues')) {
    const value = readNumber(row, 'itemBytes', { faults });
    if (value !== undefined && value > 0) bytes.set(row.text('queueId'), value);
  }
  return bytes;
}

/**
 * The events of a queue to samples of one of its ends. When the end was blocked is told, in this order, by blockedFor of the
 * operation; by the event before it that found the queue empty (head) or full (tail); else by the level: a time between
 * operations that begins with nothing to read, or without room to write, is left out together with the operation that ends
 * it. That is unbiased whether a departure is the start or the end of a service, since service does not depend on the past.
 */

interface SamplingOptions {
  readonly end: QueueEnd;
  /** Length of a period, s; when absent, such that a period holds about 20 items. */
  readonly period?: number;
  /** Places of the queue; a writer is never blocked when absent. */
  readonly capacity?: number;
  /** All of them have work where as many are left, which is right whether a departure is the start or the end of a service. */
  readonly servers?: number;
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
  const { end, capacity = Number.POSITIVE_INFINITY, servers = 1 } = options;
  const [operation, wait] = end === 'head' ? [DEPARTURE, EMPTY] : [INSERTION, FULL];
  const told = tellsWaits(events, operation, wait);
  const { after, mayIdle, doubt, clocks } = queueLevels(events);
  const tick = told ? undefined : tickOf(events.time);
  // Where departures are missing the server may be busy after a lowest level: what begins there is left out as a whole.
  const isSure = doubt === undefined || doubt.kind === 'neverEmpty';
  const isEnd = end === 'head' && options.departure === 'end' && servers === 1 && isSure && !clocks;
  const silent = end === 'head' && !told ? longestSilence(events, after) : undefined;
  const signs = new GapSigns();
  let previous: number | undefined;
  let cannot = false;
  let left = 0;
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
      const isSilent = !cannot && silent !== undefined && previous < silent.to && time >= silent.to;
      if (!cannot && !isSilent && time > previous) signs.addBusy(left, time - previous);
      if (!told && cannot && isEnd && came !== undefined) {
        if (items === 1) signs.addAfterIdle(time - came);
        bins.add(previous, came, 0);
        bins.add(time, time, items);
      } else if (isSilent) bins.add(previous, time, 0);
      else if (!told && cannot) bins.add(previous, time, 0);
      else bins.add(Number.isNaN(blockedFor) ? (waiting ?? time) : time - blockedFor, time, items);
    }
    previous = time;
    waiting = undefined;
    came = undefined;
    left = after[at]!;
    cannot = end === 'head' ? mayIdle(at) || left < servers : left >= capacity;
    // Within a tick it is not known whether the insertion that makes the difference came before the departure.
    const depends = end === 'head' ? !cannot && instant === time && after[at]! <= atInstant : cannot;
    if (!tick || !depends) continue;
    doubtful += 1;
    cannot ||= !isEnd;
  }
  const asks = end === 'head' && !told && !clocks;
  const unlikeEnd = asks && isEnd && !tick ? signs.unlikeEnd() : undefined;
  if (unlikeEnd) {
    const columns = samplesFromEvents(events, { ...options, departure: 'start' });
    return columns && { ...columns, unlikeEnd };
  }
  const together = asks ? signs.together(servers) : undefined;
  return {
    ...bins.columns(),
    throughput: grid.throughput,
    ...(together && { together }),
    ...(silent && { silence: silent.to - silent.from }),
    ...(tick && !isEnd && { tick: { length: tick, doubtful: doubtful / operations } }),
    ...(doubt && !told && end === 'head' && { doubt }),
    ...(clocks && !told && end === 'head' && { clocks }),
  };
}

/** Nothing was ever silent for this share of the longest silence, which is that share of the whole: rows are cut out. */
const SILENCE = { next: 0.25, ofAll: 0.005, fewest: 200 };

/** A time without any event though the server had work, far longer than any other time without one. */
function longestSilence(
  { time }: QueueEvents,
  after: Float64Array,
): { readonly from: number; readonly to: number } | undefined {
  let [longest, next, at] = [0, 0, 0];
  for (let i = 1; i < time.length; i += 1) {
    const silence = time[i]! - time[i - 1]!;
    if (silence <= longest) next = Math.max(next, silence);
    else [next, longest, at] = [longest, silence, i];
  }
  const { next: share, ofAll, fewest } = SILENCE;
  const isCut =
    time.length >= fewest &&
    after[at - 1]! > 0 &&
    next < share * longest &&
    longest > ofAll * (time.at(-1)! - time[0]!);
  return isCut ? { from: time[at - 1]!, to: time[at]! } : undefined;
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
