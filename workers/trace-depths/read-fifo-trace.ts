/** The events of all FIFOs of a measurement file of any format that tells single events, with what table `queues` says of them. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ByteSource } from '../measure/contract.ts';
import { describeFault, FaultList } from '../measure/measurement-fault.ts';
import type { Table } from '../measure/qtm-table.ts';
import { readRows } from '../measure/read-rows.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import { GrowingRows } from '../measure/reduce/growing-rows.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { readQueueFacts } from '../measure/reduce/queue-facts.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import { EMPTY, FULL, type NumericTableName, type RowTaker } from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import type { CollectOptions } from '../measure/trace/collect-trace.ts';
import type { FifoFacts } from './contract.ts';
import type { FifoEvents, NamedFifo } from './event-program.ts';

/** More do not fit the memory of a page. */
const MOST_EVENTS = 20_000_000;
/** Elements that events move together, beyond one each: every element is followed, however few rows tell of it. */
const MOST_TOGETHER = 4_000_000;
/** Ticks of an ns: times are kept to the ps where the run is short enough for whole numbers. */
const TICKS_PER_NS = 1000;

export interface FifoTrace {
  readonly events: FifoEvents;
  /** s. */
  readonly tick: number;
  /** Rows that were left out, in words. */
  readonly faults: readonly string[];
  readonly truncated: boolean;
  /** Rows were left out for what is in them. */
  readonly isPartial: boolean;
}

export async function readFifoTrace(
  source: ByteSource,
  facts: Readonly<Record<string, FifoFacts>>,
  { fileName, options, onProgress, signal }: CollectOptions,
): Promise<Result<FifoTrace, string>> {
  const intake = new FifoIntake(new FaultList(fileName));
  const context = {
    fileName,
    ...(options && { options }),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  };
  const read = await readRows(source, context, intake);
  if (!read.ok) return err(`${fileName} cannot be read: ${describeFault(read.error[0]!)}`);
  return intake.trace(fileName, facts, read.value.truncated);
}

class FifoIntake implements Intake {
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  readonly time = new TimeBase();
  rows = 0;
  wrap: number | undefined;
  readonly #tables: Table[] = [];
  readonly #otherTables = new Set<NumericTableName>();
  readonly #events = new GrowingRows(5);
  #together = 0;
  #isCut = false;

  constructor(readonly faults: FaultList) {}

  addTable(table: Table): void {
    this.#tables.push(table);
  }

  open(table: NumericTableName): RowTaker {
    const take = this.#takerOf(table);
    return (row) => {
      this.rows += 1;
      take(row);
    };
  }

  /** Decided once for a table, not row by row: see collect-trace.ts. */
  #takerOf(table: NumericTableName): (row: Float64Array) => void {
    if (table === 'events')
      return (row) => {
        const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
        if (count > 0) this.#add(row[0]!, row[1]!, row[2]!, count, row[4]!);
      };
    if (table === 'visits')
      return (row) => {
        this.#add(row[0]!, row[1]!, 0, 1, Number.NaN);
        this.#add(row[0]!, row[2]!, 1, 1, Number.NaN);
      };
    return () => this.#otherTables.add(table);
  }

  #add(
    ...values: readonly [queue: number, time: number, kind: number, count: number, blocked: number]
  ): void {
    this.#together += values[3] - 1;
    if (this.#events.length === MOST_EVENTS || this.#together > MOST_TOGETHER) this.#isCut = true;
    if (!this.#isCut) this.#events.push(values);
  }

  #cutWords(): string {
    const used = `Only the first ${this.#events.length.toLocaleString('en')} events are used`;
    const most = MOST_TOGETHER.toLocaleString('en');
    return this.#together > MOST_TOGETHER
      ? `${used}: with those after them more than ${most} elements would be moved several at a time, and each is followed by itself.`
      : `${used}.`;
  }

  #faultWords(): readonly string[] {
    return this.faults.allFaults().map(describeFault);
  }

  trace(
    fileName: string,
    told: Readonly<Record<string, FifoFacts>>,
    truncated: boolean,
  ): Result<FifoTrace, string> {
    // Rows F and E alone move nothing.
    if (this.#events.length === 0 && this.#isCut)
      return err(
        `${fileName}: its first event moves more than ${MOST_TOGETHER.toLocaleString('en')} elements at once, too many to follow each by itself`,
      );
    const isMoving = this.#events.column(2).some((kind) => kind !== FULL && kind !== EMPTY);
    if (!isMoving)
      return err(
        [
          `${fileName} has no insertions and departures${this.#otherTables.size > 0 ? `: ${[...this.#otherTables].join(' and ')} do not tell single events` : ''}. Expected a table events, or a VCD file with handshakes of FIFOs`,
          ...this.#faultWords().slice(0, 1),
        ].join('. '),
      );
    const wrong = Object.keys(told).find((id) => !this.names.names.includes(id));
    if (wrong !== undefined)
      return err(`there is no FIFO "${wrong}" in ${fileName}; it has ${this.names.names.join(', ')}`);
    const known = readQueueFacts(this.#tables, this.faults);
    const fifos = this.names.names.map((id): NamedFifo => {
      const { source, dest, capacity } = known.get(id) ?? endsInName(id);
      const facts = told[id] ?? {};
      const depth = facts.depth ?? capacity;
      return {
        id,
        ...{ ...(source !== undefined && { source }), ...(dest !== undefined && { dest }) },
        ...{ ...(facts.source !== undefined && { source: facts.source }) },
        ...{ ...(facts.dest !== undefined && { dest: facts.dest }) },
        ...(depth !== undefined && depth >= 1 && { depth }),
      };
    });
    const [queue, time, kind, count, blocked] = [0, 1, 2, 3, 4].map((i) => this.#events.column(i)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const last = time.reduce((most, each) => Math.max(most, each), 0);
    const perNs = Number.isSafeInteger(Math.ceil(last * TICKS_PER_NS)) ? TICKS_PER_NS : 1;
    const ticks = (ns: number): number => Math.round(ns * perNs);
    const faults = this.#faultWords();
    return ok({
      events: {
        fifos,
        time: time.map(ticks),
        fifo: Int32Array.from(queue),
        kind: Uint8Array.from(kind),
        count: Int32Array.from(count),
        blockedFor: blocked.map((each) => (Number.isNaN(each) ? each : ticks(each))),
      },
      tick: 1e-9 / perNs,
      faults: this.#isCut ? [...faults, this.#cutWords()] : faults,
      ...{ truncated, isPartial: this.faults.hasErrors },
    });
  }
}

/** `a>b` and `a -> b` tell both ends. */
function endsInName(id: string): FifoFacts & { readonly capacity?: number } {
  const [, source, dest] = /^([^>]+?)\s*-?>\s*([^>]+)$/.exec(id) ?? [];
  return source !== undefined && dest !== undefined ? { source, dest } : {};
}
