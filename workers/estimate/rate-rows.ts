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
  ENDS,
  INSERTION,
  NS_PER_SECOND,
  type NumericTableName,
  type RowTaker,
} from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import type { DepartureMeaning, QueueEnd, RateColumns } from './contract.ts';
import type { QueueEvents } from './queue-level.ts';
import { samplesFromCounters } from './samples-from-counters.ts';
import { samplesFromEvents } from './samples-from-events.ts';
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

  private endsOf({ events, counters }: OfQueue, { id, capacity }: QueueFacts): readonly SampledQueueEnd[] {
    const places = { ...(capacity !== undefined && { capacity }) };
    const fromEvents = (end: QueueEnd) => (period?: number, departure?: DepartureMeaning) =>
      samplesFromEvents(eventsOf(events), {
        ...{ end, ...places },
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
