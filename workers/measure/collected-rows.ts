/** Keeps the samples and visits of a measurement file as they are, for what must see each of them. */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { ByteSource, ColumnMapping, MeasurementFault } from './contract.ts';
import { FaultList } from './measurement-fault.ts';
import { readRows } from './read-rows.ts';
import { DirectReduction } from './reduce/direct-reduction.ts';
import type { Intake } from './reduce/intake.ts';
import type { SampledQueue, TracedVisits } from './sampled-against-traced.ts';
import { NameTable } from './stream/name-table.ts';
import { DEPARTURE, INSERTION, type NumericTableName, type RowTaker } from './stream/row-layout.ts';
import type { TimeBase } from './stream/time-base.ts';

interface OfQueue {
  readonly time: number[];
  readonly inCount: number[];
  readonly outCount: number[];
  readonly arrival: number[];
  readonly departure: number[];
  /** Insertions that have not left, oldest first from `left` on. */
  readonly inside: number[];
  left: number;
}

export interface CollectedRows {
  readonly samples: readonly SampledQueue[];
  /** Visits of all queues together. */
  readonly trace: TracedVisits;
  readonly tracedQueues: readonly string[];
  /** Visits of one of them. */
  traceOf(queue: string): TracedVisits;
  readonly faults: readonly MeasurementFault[];
}

/** `time` is shared by the files that are held against each other: one origin for both. */
export async function collectRows(
  source: ByteSource,
  fileName: string,
  time: TimeBase,
  mapping?: ColumnMapping,
): Promise<Result<CollectedRows, readonly MeasurementFault[]>> {
  const intake = new Collecting(new FaultList(fileName), time);
  const read = await readRows(source, { fileName, options: { ...(mapping && { mapping }) } }, intake);
  if (!read.ok) return err(read.error);
  return ok({
    samples: intake.samples(),
    trace: intake.trace(),
    tracedQueues: intake.tracedQueues(),
    traceOf: (queue) => intake.trace(queue),
    faults: intake.faults.report().shown,
  });
}

class Collecting implements Intake {
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly queues: OfQueue[] = [];

  constructor(
    readonly faults: FaultList,
    readonly time: TimeBase,
  ) {}

  addTable(): void {}

  open(table: NumericTableName): RowTaker {
    const take = TAKERS[table];
    return (row) => {
      this.rows += 1;
      take?.(this.queueOf(row[0]!), row);
    };
  }

  samples(): SampledQueue[] {
    return this.queues.flatMap((queue, number) =>
      queue.time.length === 0
        ? []
        : [
            {
              id: this.names.names[number]!,
              time: Float64Array.from(queue.time),
              inCount: unwrapped(queue.inCount, this.wrap),
              outCount: unwrapped(queue.outCount, this.wrap),
            },
          ],
    );
  }

  /** Visits of one queue, or of all of the file together. */
  trace(id?: string): TracedVisits {
    const queues = this.queues.filter((_, number) => id === undefined || this.names.names[number] === id);
    return {
      arrival: Float64Array.from(queues.flatMap(({ arrival }) => arrival)),
      departure: Float64Array.from(queues.flatMap(({ departure }) => departure)),
    };
  }

  tracedQueues(): string[] {
    return this.names.names.filter((_, number) => (this.queues[number]?.arrival.length ?? 0) > 0);
  }

  private queueOf(number: number): OfQueue {
    this.queues[number] ??= {
      time: [],
      inCount: [],
      outCount: [],
      arrival: [],
      departure: [],
      inside: [],
      left: 0,
    };
    return this.queues[number]!;
  }
}

/** A counter that goes on where it starts again after `wrap`: one that falls by more than half of it has turned. */
function unwrapped(counts: readonly number[], wrap: number | undefined): Float64Array {
  if (wrap === undefined) return Float64Array.from(counts);
  let turns = 0;
  return Float64Array.from(counts, (count, k) => {
    if (k > 0 && counts[k - 1]! - count > wrap / 2) turns += 1;
    return count + turns * wrap;
  });
}

/** Chosen once for a table and not row by row, as in `EventIntake`. */
const TAKERS: Partial<Record<NumericTableName, (queue: OfQueue, row: Float64Array) => void>> = {
  events: takeEvent,
  counters: (queue, row) => {
    queue.time.push(row[1]!);
    queue.inCount.push(row[2]!);
    queue.outCount.push(row[3]!);
  },
  visits: (queue, row) => {
    queue.arrival.push(row[1]!);
    queue.departure.push(row[2]!);
  },
};

/** First in, first out. */
function takeEvent(queue: OfQueue, row: Float64Array): void {
  const [, time, kind, counted] = row as unknown as [number, number, number, number];
  const count = Number.isNaN(counted) ? 1 : counted;
  for (let item = 0; item < count; item += 1) {
    if (kind === INSERTION) queue.inside.push(time);
    else if (kind === DEPARTURE && queue.left < queue.inside.length) {
      queue.arrival.push(queue.inside[queue.left]!);
      queue.departure.push(time);
      queue.left += 1;
    }
  }
}
