/**
 * The insertions and departures of one queue, one by one, from a measurement file of any size: at most the first million elements. What a
 * reduction keeps of a trace is not enough, since it has no times of single events. Rows are taken by the rules of the reduction: one that is
 * older than the last of its kind is left out, and so is what leaves an empty queue.
 */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { ByteSource, ReduceOptions, ReduceProgress } from '../contract/measuring.ts';
import { describeFault, FaultList } from '../measure/measurement-fault.ts';
import { readRows } from '../measure/read-rows.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import type { NumericTableName, RowTaker } from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import { GrowingTimes } from './growing-times.ts';

export const MOST_ARRIVALS = 1_000_000;

/** Kinds of events by number, as the row scanner gives them. */
const INSERTION = 0;
const DEPARTURE = 1;

/** Times in ns from the origin of the file, in growing order, one entry for each element. */
export interface CollectedTrace {
  readonly arrivals: Float64Array;
  readonly departures: Float64Array;
  /** Elements of each insertion, where it is the same for all. */
  readonly groupSize?: number;
  /** Whether elements left in the order in which they came; unknown to a trace that does not say which one left. */
  readonly isOutOfTurn: boolean;
  readonly isCut: boolean;
  /** Rows that are older than the one above them. */
  readonly outOfOrder: number;
}

export interface CollectOptions {
  readonly fileName: string;
  readonly options?: ReduceOptions;
  readonly onProgress?: (progress: ReduceProgress) => void;
  readonly signal?: AbortSignal;
  /** Elements that are kept; a million when absent. */
  readonly most?: number;
}

/** Refused with a sentence: the file cannot be read, or has no insertions of that queue. Rejects with the reason of `signal`. */
export async function collectTrace(
  source: ByteSource,
  queue: string,
  { fileName, options, onProgress, signal, most = MOST_ARRIVALS }: CollectOptions,
): Promise<Result<CollectedTrace, string>> {
  const enough = new AbortController();
  const intake = new EventIntake(queue, new FaultList(fileName), { most, onEnough: () => enough.abort() });
  const context = {
    ...{ fileName, ...(options && { options }), ...(onProgress && { onProgress }) },
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
  };
  try {
    const read = await readRows(source, context, intake);
    if (!read.ok) return err(`${fileName} cannot be replayed: ${describeFault(read.error[0]!)}`);
  } catch (reason) {
    if (!enough.signal.aborted || signal?.aborted) throw reason;
  }
  return intake.trace();
}

interface EnoughOptions {
  readonly most: number;
  readonly onEnough: () => void;
}

class EventIntake implements Intake {
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  readonly time = new TimeBase();
  rows = 0;
  wrap: number | undefined;
  private readonly arrivals = new GrowingTimes();
  private readonly departures = new GrowingTimes();
  private readonly visits = { arrival: new GrowingTimes(), departure: new GrowingTimes() };
  private groupSize: number | undefined;
  private groupsDiffer = false;
  private isCut = false;
  private outOfOrder = 0;
  private readonly otherTables = new Set<NumericTableName>();

  constructor(
    private readonly queue: string,
    readonly faults: FaultList,
    private readonly options: EnoughOptions,
  ) {}

  addTable(): void {}

  open(table: NumericTableName): RowTaker {
    return (row) => {
      this.rows += 1;
      if (this.names.names[row[0]!] !== this.queue) return;
      if (table === 'events') this.event(row);
      else if (table === 'visits') this.visit(row[1]!, row[2]!);
      else this.otherTables.add(table);
    };
  }

  trace(): Result<CollectedTrace, string> {
    if (this.visits.arrival.length > 0) return ok(this.ofVisits());
    if (this.arrivals.length === 0) return err(this.nothing());
    const arrivals = this.arrivals.values();
    const last = arrivals.at(-1)!;
    const departures = this.departures.values();
    return ok({
      arrivals,
      departures: this.isCut ? departures.filter((time) => time <= last) : departures,
      ...(!this.groupsDiffer && this.groupSize !== undefined && { groupSize: this.groupSize }),
      ...{ isOutOfTurn: false, isCut: this.isCut, outOfOrder: this.outOfOrder },
    });
  }

  private event(row: Float64Array): void {
    const time = row[1]!;
    const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
    if (row[2] === INSERTION) this.insert(time, count);
    else if (row[2] === DEPARTURE) this.remove(time, count);
  }

  private insert(time: number, count: number): void {
    const { arrivals } = this;
    if (this.isCut || count === 0) return;
    if (time < arrivals.last) this.outOfOrder += 1;
    else if (arrivals.length + count > this.options.most) this.isCut = true;
    else {
      this.groupsDiffer ||= this.groupSize !== undefined && this.groupSize !== count;
      this.groupSize = count;
      arrivals.add(time, count);
    }
  }

  /** Of a trace that is cut the rest is only read until the departures have come as far as the arrivals. */
  private remove(time: number, count: number): void {
    if (this.isCut && time > this.arrivals.last) this.options.onEnough();
    else if (time < this.departures.last) this.outOfOrder += 1;
    // Those beyond belong to arrivals that are not kept.
    else if (this.departures.length + count <= this.options.most) this.departures.add(time, count);
  }

  private visit(arrival: number, departure: number): void {
    if (departure < arrival) this.outOfOrder += 1;
    else if (this.visits.arrival.length === this.options.most) {
      this.isCut = true;
      this.options.onEnough();
    } else {
      this.visits.arrival.add(arrival, 1);
      this.visits.departure.add(departure, 1);
    }
  }

  private ofVisits(): CollectedTrace {
    const arrival = this.visits.arrival.values();
    const departure = this.visits.departure.values();
    const order = Uint32Array.from(arrival.keys()).sort(
      (a, b) => arrival[a]! - arrival[b]! || departure[a]! - departure[b]!,
    );
    const isOutOfTurn = order.some((visit, i) => i > 0 && departure[visit]! < departure[order[i - 1]!]!);
    return {
      ...{ arrivals: arrival.sort(), departures: departure.sort(), groupSize: 1, isOutOfTurn },
      ...{ isCut: this.isCut, outOfOrder: this.outOfOrder },
    };
  }

  private nothing(): string {
    const { queue, otherTables, departures, names } = this;
    if (departures.length > 0)
      return `queue ${queue} has departures and no insertions: without times of arrival nothing can be replayed`;
    if (otherTables.size > 0) {
      const tables = [...otherTables].join(' and ');
      return `queue ${queue} has ${tables} only, which do not say when each element arrived; a replay needs a trace of insertions`;
    }
    const others =
      names.names.length > 0 ? `its events are of ${names.names.join(', ')}` : 'it has no events';
    return `the file has no insertions of queue ${queue}: ${others}. Histograms and means do not say when each element arrived`;
  }
}
