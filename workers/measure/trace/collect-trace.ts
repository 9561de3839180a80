/**
 * The insertions and departures of queues, one by one, from a measurement file of any size: at most the first million elements of each. What a
 * reduction keeps of a trace is not enough, since it has no times of single events.
 */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ByteSource, ReduceOptions, ReduceProgress } from '../contract.ts';
import { describeFault, FaultList } from '../measurement-fault.ts';
import { readRows } from '../read-rows.ts';
import { DirectReduction } from '../reduce/direct-reduction.ts';
import type { Intake } from '../reduce/intake.ts';
import { NameTable } from '../stream/name-table.ts';
import { DEPARTURE, INSERTION, type NumericTableName, type RowTaker } from '../stream/row-layout.ts';
import { TimeBase } from '../stream/time-base.ts';
import { type CollectedTrace, QueueEvents } from './queue-events.ts';

export const MOST_ARRIVALS = 1_000_000;

export interface CollectOptions {
  readonly fileName: string;
  readonly options?: ReduceOptions;
  readonly onProgress?: (progress: ReduceProgress) => void;
  readonly signal?: AbortSignal;
  /** Elements of each queue that are kept; a million when absent. */
  readonly most?: number;
}

export interface CollectedTraces {
  /** Whole seconds from which its times count. */
  readonly origin: string;
  /** By queue, in the order asked; one without events has no times. */
  readonly traces: ReadonlyMap<string, CollectedTrace>;
}

/** Refused with a sentence: the file cannot be read, or has no insertions of that queue. Rejects with the reason of `signal`. */
export async function collectTrace(
  source: ByteSource,
  queue: string,
  options: CollectOptions,
): Promise<Result<CollectedTrace, string>> {
  const intake = await readEvents(source, [queue], options);
  if (!intake.ok) return intake;
  const trace = intake.value.collected().traces.get(queue)!;
  return trace.arrivals.length > 0 ? ok(trace) : err(intake.value.nothing(queue, trace));
}

/** Collects the traces of several queues. Refused only when the file cannot be read. */
export async function collectTraces(
  source: ByteSource,
  queues: readonly string[],
  options: CollectOptions,
): Promise<Result<CollectedTraces, string>> {
  const intake = await readEvents(source, queues, options);
  return intake.ok ? ok(intake.value.collected()) : intake;
}

async function readEvents(
  source: ByteSource,
  queues: readonly string[],
  { fileName, options, onProgress, signal, most = MOST_ARRIVALS }: CollectOptions,
): Promise<Result<EventIntake, string>> {
  const enough = new AbortController();
  const intake = new EventIntake(queues, new FaultList(fileName), { most, onEnough: () => enough.abort() });
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
  return ok(intake);
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
  private readonly events: ReadonlyMap<string, QueueEvents>;
  private readonly otherTables = new Set<NumericTableName>();

  constructor(
    queues: readonly string[],
    readonly faults: FaultList,
    private readonly options: EnoughOptions,
  ) {
    this.events = new Map(queues.map((queue) => [queue, new QueueEvents(options.most)]));
  }

  addTable(): void {}

  open(table: NumericTableName): RowTaker {
    const take = this.takerOf(table);
    return (row) => {
      this.rows += 1;
      const events = this.events.get(this.names.names[row[0]!]!);
      if (!events || events.isEnough) return;
      take(events, row);
      if (events.isEnough && [...this.events.values()].every(({ isEnough }) => isEnough))
        this.options.onEnough();
    };
  }

  collected(): CollectedTraces {
    const traces = [...this.events].map(([queue, events]) => [queue, events.trace()] as const);
    return { origin: this.time.origin, traces: new Map(traces) };
  }

  /**
   * Decided once for a table, not row by row: in V8 11.3 to 12.9 (Node 20 to 23) compiled code may find `table === 'events'` false where `table`, a
   * text that was read and used as a key, is held by the function: garbage collection replaces it by the literal under the code. A row was lost.
   */
  private takerOf(table: NumericTableName): (events: QueueEvents, row: Float64Array) => void {
    if (table === 'events') return takeEvent;
    if (table === 'visits') return takeVisit;
    return () => this.otherTables.add(table);
  }

  /** Why a queue without insertions has none. */
  nothing(queue: string, { departures }: CollectedTrace): string {
    const { otherTables, names } = this;
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

function takeEvent(events: QueueEvents, row: Float64Array): void {
  const time = row[1]!;
  const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
  if (row[2] === INSERTION) events.insert(time, count);
  else if (row[2] === DEPARTURE) events.remove(time, count);
}

function takeVisit(events: QueueEvents, row: Float64Array): void {
  events.visit(row[1]!, row[2]!);
}
