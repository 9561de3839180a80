/** Reads a measurement file for estimates of rates: the samples of both ends of every queue, from tc, events or counters. */
import type { RateColumns } from '../workers/contract/estimating.ts';
import type { MeasurementFault, ReduceOptions } from '../workers/contract/measuring.ts';
import { samplesFromCounters } from '../workers/estimate/samples-from-counters.ts';
import {
  type QueueEnd,
  type QueueEvents,
  samplesFromEvents,
} from '../workers/estimate/samples-from-events.ts';
import { readNumber } from '../workers/measure/cell-number.ts';
import { describeFault, FaultList } from '../workers/measure/measurement-fault.ts';
import { rowsOf, type Table } from '../workers/measure/qtm-table.ts';
import { readRates } from '../workers/measure/rate-table.ts';
import { readRows } from '../workers/measure/read-rows.ts';
import { DirectReduction } from '../workers/measure/reduce/direct-reduction.ts';
import type { Intake } from '../workers/measure/reduce/intake.ts';
import { type QueueFacts, readQueueFacts } from '../workers/measure/reduce/queue-facts.ts';
import { NameTable } from '../workers/measure/stream/name-table.ts';
import type { NumericTableName, RowTaker } from '../workers/measure/stream/row-layout.ts';
import { TimeBase } from '../workers/measure/stream/time-base.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { BadInput } from './outcome.ts';

/** One end of one queue: where it is, and what was seen there. */
export interface SampledEnd {
  readonly queue: string;
  readonly end: QueueEnd;
  readonly from: 'tc' | 'events' | 'counters';
  readonly facts?: QueueFacts;
  readonly itemBytes?: number;
  readonly columns: RateColumns;
}

export interface SampledFile {
  /** Whole seconds, in digits, from which all times count. */
  readonly origin: string;
  readonly ends: readonly SampledEnd[];
  readonly warnings: readonly MeasurementFault[];
}

const ENDS: readonly QueueEnd[] = ['head', 'tail'];

export async function readSampledEnds(file: string, options: ReduceOptions): Promise<SampledFile> {
  const fileName = nameOf(file);
  const intake = new RateRows(new FaultList(fileName));
  const read = await readRows(await byteSource(file), { fileName, options }, intake);
  if (!read.ok) throw new BadInput(read.error.map(describeFault));
  const ends = intake.ends(options.frameSeconds);
  if (intake.faults.hasErrors) throw new BadInput(intake.faults.allFaults().map(describeFault));
  if (ends.length === 0)
    throw new BadInput([
      `${fileName}: nothing to estimate a rate from; expected rows of a table tc, events or counters`,
    ]);
  return { origin: intake.time.origin, ends, warnings: intake.faults.warningFaults() };
}

/** Rows of one queue, column after column. */
interface OfQueue {
  readonly events: { time: number[]; kind: number[]; count: number[]; blockedFor: number[] };
  readonly counters: { time: number[]; inCount: number[]; outCount: number[] };
}

class RateRows implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly tables: Table[] = [];
  private readonly queues: OfQueue[] = [];

  constructor(readonly faults: FaultList) {}

  addTable(table: Table): void {
    this.tables.push(table);
  }

  open(table: NumericTableName): RowTaker {
    return (row) => {
      this.rows += 1;
      const { events, counters } = this.queueOf(row[0]!);
      if (table === 'events') {
        events.time.push(row[1]! / NS_PER_SECOND);
        events.kind.push(row[2]!);
        events.count.push(Number.isNaN(row[3]!) ? 1 : row[3]!);
        events.blockedFor.push(row[4]! / NS_PER_SECOND);
      } else if (table === 'counters') {
        counters.time.push(row[1]! / NS_PER_SECOND);
        counters.inCount.push(row[2]!);
        counters.outCount.push(row[3]!);
      }
    };
  }

  /** `period` is the length of the samples that are made from events. */
  ends(period: number | undefined): readonly SampledEnd[] {
    const facts = readQueueFacts(this.tables, this.faults);
    const bytes = itemBytesOf(this.tables, this.faults);
    const { faults, time, direct } = this;
    const declared = facts.size > 0;
    readRates(this.tables, {
      ...{ faults, time, direct },
      findQueue: (row) => {
        const id = row.text('queueId');
        if (id !== '' && (!declared || facts.has(id))) return { stage: { id } };
        const detail = { place: row.place, column: 'queueId', value: id };
        faults.add(
          'E02',
          `unknown queueId "${id}"; table queues has ${[...facts.keys()].join(', ')}`,
          detail,
        );
        return undefined;
      },
    });
    const sampled = [...direct.queues].flatMap(([queue, { rates }]) =>
      rates.map(({ end, ...columns }) => ({ queue, end, from: 'tc' as const, columns })),
    );
    const made = this.queues.flatMap((queue, number) =>
      queue ? this.madeEnds(queue, this.names.names[number]!, { facts, period }) : [],
    );
    return [...sampled, ...made].map((end) => {
      const known = facts.get(end.queue);
      const itemBytes = bytes.get(end.queue);
      return { ...end, ...(known && { facts: known }), ...(itemBytes !== undefined && { itemBytes }) };
    });
  }

  private madeEnds(
    { events, counters }: OfQueue,
    queue: string,
    { facts, period }: { facts: ReadonlyMap<string, QueueFacts>; period: number | undefined },
  ): SampledEnd[] {
    const capacity = facts.get(queue)?.capacity;
    const { wrap } = this;
    const known = { ...(capacity !== undefined && { capacity }) };
    const traced: QueueEvents = {
      time: Float64Array.from(events.time),
      kind: Uint8Array.from(events.kind),
      count: Float64Array.from(events.count),
      blockedFor: Float64Array.from(events.blockedFor),
    };
    const counted = {
      time: Float64Array.from(counters.time),
      inCount: Float64Array.from(counters.inCount),
      outCount: Float64Array.from(counters.outCount),
      ...(wrap !== undefined && { wrap }),
    };
    return ENDS.flatMap((end): SampledEnd[] => {
      const columns = samplesFromEvents(traced, { end, ...known, ...(period !== undefined && { period }) });
      if (columns) return [{ queue, end, from: 'events', columns }];
      if (counted.time.length < 2) return [];
      return [{ queue, end, from: 'counters', columns: samplesFromCounters(counted, { end, ...known }) }];
    });
  }

  private queueOf(number: number): OfQueue {
    this.queues[number] ??= {
      events: { time: [], kind: [], count: [], blockedFor: [] },
      counters: { time: [], inCount: [], outCount: [] },
    };
    return this.queues[number]!;
  }
}

const NS_PER_SECOND = 1e9;

function itemBytesOf(tables: readonly Table[], faults: FaultList): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const row of rowsOf(tables, 'queues')) {
    const value = readNumber(row, 'itemBytes', { faults });
    if (value !== undefined && value > 0) bytes.set(row.text('queueId'), value);
  }
  return bytes;
}
