/** Takes the rows of a measurement file that rates are estimated from: tc, events and counters. */
import type { QueueEnd, RateColumns } from '../contract/estimating.ts';
import { readNumber } from '../measure/cell-number.ts';
import type { FaultList } from '../measure/measurement-fault.ts';
import { rowsOf, type Table } from '../measure/qtm-table.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import { GrowingRows } from '../measure/reduce/growing-rows.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { type QueueFacts, readQueueFacts } from '../measure/reduce/queue-facts.ts';
import { RateRecorder, type RecordedRates } from '../measure/reduce/rate-recorder.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import type { NumericTableName, RowTaker } from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import { samplesFromCounters } from './samples-from-counters.ts';
import { type QueueEvents, samplesFromEvents } from './samples-from-events.ts';

/** One end of one queue: where it is, and what was seen there. */
export interface SampledQueueEnd {
  readonly queue: string;
  readonly end: QueueEnd;
  readonly from: 'tc' | 'events' | 'counters';
  readonly facts?: QueueFacts;
  readonly itemBytes?: number;
  /** `period` is the length of the samples that are made of events, s. Undefined: they make none. */
  readonly sample: (period?: number) => RateColumns | undefined;
}

const ENDS: readonly QueueEnd[] = ['head', 'tail'];
const NS_PER_SECOND = 1e9;

/** Rows of one queue: of events time, kind, count and blockedFor; of counters time, inCount and outCount. Times in s. */
interface OfQueue {
  readonly events: GrowingRows;
  readonly counters: GrowingRows;
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
    return (row, number, placeOf) => {
      this.rows += 1;
      if (table === 'tc') {
        this.rates.take(row, number, placeOf);
        return;
      }
      const { events, counters } = this.queueOf(row[0]!);
      const time = row[1]! / NS_PER_SECOND;
      if (table === 'events')
        events.push([time, row[2]!, Number.isNaN(row[3]!) ? 1 : row[3]!, row[4]! / NS_PER_SECOND]);
      else if (table === 'counters') counters.push([time, row[2]!, row[3]!]);
    };
  }

  /** Of the rows so far, without what tables say that are read at the end: the first end that has some. */
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
      return this.endsOf(queue, facts.get(id) ?? { id });
    });
    return [...sampled, ...made].map((end) => {
      const known = facts.get(end.queue);
      const itemBytes = bytes.get(end.queue);
      return { ...end, ...(known && { facts: known }), ...(itemBytes !== undefined && { itemBytes }) };
    });
  }

  private tcEnd({ queue, samples: { end, ...columns } }: RecordedRates): SampledQueueEnd {
    return { queue: this.names.names[queue]!, end, from: 'tc', sample: () => columns };
  }

  private endsOf({ events, counters }: OfQueue, { id, capacity }: QueueFacts): readonly SampledQueueEnd[] {
    const places = { ...(capacity !== undefined && { capacity }) };
    const fromEvents = (end: QueueEnd) => (period?: number) =>
      samplesFromEvents(eventsOf(events), { end, ...places, ...(period !== undefined && { period }) });
    const fromCounters = (end: QueueEnd) => () =>
      samplesFromCounters({ ...countersOf(counters), ...this.wrapping() }, { end, ...places });
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
    this.queues[number] ??= { events: new GrowingRows(4), counters: new GrowingRows(3) };
    return this.queues[number]!;
  }
}

function eventsOf(rows: GrowingRows): QueueEvents {
  return {
    time: rows.column(0),
    kind: Uint8Array.from(rows.column(1)),
    count: rows.column(2),
    blockedFor: rows.column(3),
  };
}

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
