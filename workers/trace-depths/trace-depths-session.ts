/** Questions to one trace at a time, which stays open between them. */

import { err, ok, type Result } from '../../core/base/result.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
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
import { Macrotasks } from '../simulate/macrotasks.ts';
import type {
  FifoFacts,
  OpenedTrace,
  RunUnderDepths,
  TraceDepthsQuestion,
  TraceDepthsService,
  TraceRefusal,
} from './contract.ts';
import { DepthTrace } from './depth-trace.ts';
import {
  type CompiledTrace,
  compileTrace,
  type FifoEvents,
  type LatencyBounds,
  type NamedFifo,
} from './event-program.ts';

const refused = (reason: string): TraceRefusal => ({ kind: 'refused', reason });

/** A trace that questions can be put to, or why not. Rejects with the reason of `signal`. */
export async function openDepthTrace(
  source: ByteSource,
  question: TraceDepthsQuestion,
  options: CollectOptions,
): Promise<{ readonly trace: DepthTrace; readonly opened: OpenedTrace } | TraceRefusal> {
  const { fifos = {}, tokenLatency, roomLatency, sequential = false } = question;
  const read = await readFifoTrace(source, fifos, options);
  if (!read.ok) return refused(read.error);
  const { events, tick } = read.value;
  const ticks = (seconds: number): number => Math.round(seconds / tick);
  const compiled = compileTrace(
    events,
    {
      ...(tokenLatency !== undefined && { token: ticks(tokenLatency) }),
      ...(roomLatency !== undefined && { room: ticks(roomLatency) }),
    },
    (time) => formatQuantity(time * tick, 'time', { digits: 9 }),
    sequential,
  );
  if (!compiled.ok) return refused([compiled.error, ...read.value.faults.slice(0, 1)].join('. '));
  const trace = new DepthTrace(compiled.value, tick);
  const notes = notesOf(compiled.value, read.value, question);
  return { trace, opened: trace.opened(notes, read.value.isPartial) };
}

/** What the trace tells, and what it does not. */
function notesOf(
  { program, layout, latencies, sameInstant, loose, unknownWaits, overlongWaits, disordered }: CompiledTrace,
  { tick, faults, truncated }: FifoTrace,
  { tokenLatency, roomLatency, sequential }: TraceDepthsQuestion,
): readonly string[] {
  const time = (ticks: number): string => formatQuantity(ticks * tick, 'time', { digits: 4 });
  const unsized = program.fifos.filter(({ depth }) => depth === undefined).map(({ id }) => id);
  const left = program.fifos.flatMap(({ id }, q) => {
    const count = layout.puts[q]! - layout.frees[q]!;
    return count > 0 ? [`${count.toLocaleString('en')} in ${id}`] : [];
  });
  return [
    ...(loose.length > 0
      ? [
          `Nobody told whose these ends are, so each is a process of its own, which waits for nothing else: ${loose.slice(0, 6).join(', ')}${loose.length > 6 ? ` and ${loose.length - 6} more` : ''}. Table queues tells them by source and dest.`,
        ]
      : []),
    ...(unsized.length > 0
      ? [
          `The depth in the traced run is not told for ${unsized.slice(0, 6).join(', ')}${unsized.length > 6 ? ` and ${unsized.length - 6} more` : ''}: time that their writers waited for room counts as their own work. Table queues tells it as capacity.`,
        ]
      : []),
    ...(tokenLatency === undefined
      ? [latencyWords('From a write to the read of the same element', latencies.token, time)]
      : []),
    ...(roomLatency === undefined
      ? [latencyWords('From a read to the next write into its slot', latencies.room, time)]
      : []),
    ...(unknownWaits > 0
      ? [
          `${unknownWaits.toLocaleString('en')} steps came just when what they needed was there, and the trace does not tell how long they had waited (rows F and E, or blockedFor, would). The total time has bounds: with all of that time as waiting, and as work. The waits at each FIFO are those of these two runs; one between them may wait elsewhere.`,
        ]
      : []),
    ...(overlongWaits > 0
      ? [
          `${overlongWaits.toLocaleString('en')} waits are told to have gone on after what they waited for was there. What went on may be work, which is one end of the bounds.`,
        ]
      : []),
    ...(disordered > 0
      ? [
          `${disordered.toLocaleString('en')} events are earlier than one before them of the same kind and FIFO. All are taken in order of time.`,
        ]
      : []),
    ...(left.length > 0
      ? [
          `At the end elements stay: ${left.slice(0, 6).join(', ')}${left.length > 6 ? ` and ${left.length - 6} more` : ''}. If departures are missing in the trace, those that follow are taken for earlier elements.`,
        ]
      : []),
    ...(sameInstant.sequential && !sequential
      ? [
          'Operations of a process at one instant are taken one after the other: together they would wait for each other.',
        ]
      : []),
    ...(truncated ? ['The file ends in the middle: what came before is used.'] : []),
    ...faults,
  ];
}

function latencyWords(
  what: string,
  { least, most, isAssumed }: LatencyBounds,
  time: (ticks: number) => string,
): string {
  if (isAssumed) return `${what} no time is assumed: nothing in the trace shows how long that takes.`;
  return least === most
    ? `${what} ${time(most)}, as the trace shows.`
    : `${what} ${time(least)} to ${time(most)}: none was sooner, and no wait that the trace tells shows it. The total time has bounds unless the latency is given.`;
}

export function traceDepthsService(): TraceDepthsService {
  const running = { open: new Set<AbortController>(), least: new Set<AbortController>() };
  let open: { readonly trace: DepthTrace; readonly opened: OpenedTrace } | undefined;
  const under = (depths: readonly number[]): RunUnderDepths | TraceRefusal =>
    open ? open.trace.under(depths) : refused('no trace is open');
  return {
    async open({ file, name, options }, question, onProgress) {
      const controller = new AbortController();
      running.open.add(controller);
      open = undefined;
      try {
        const answer = await openDepthTrace(file, question, {
          ...{ fileName: name, onProgress, signal: controller.signal },
          ...(options && { options }),
        });
        if ('kind' in answer) return answer;
        open = answer;
        return answer.opened;
      } finally {
        running.open.delete(controller);
      }
    },
    under,
    curve(depths, fifo) {
      const at = open?.opened.fifos.findIndex(({ id }) => id === fifo) ?? -1;
      if (!open || at < 0) return refused(`there is no FIFO "${fifo}" in the trace`);
      return open.trace.curve(depths, at);
    },
    async least(target, onProgress) {
      if (!open) return refused('no trace is open');
      const controller = new AbortController();
      running.least.add(controller);
      const tasks = new Macrotasks();
      try {
        const found = await open.trace.least(target, async (done) => {
          onProgress(done);
          await tasks.next();
          return !controller.signal.aborted;
        });
        controller.signal.throwIfAborted();
        return found ?? refused('stopped');
      } finally {
        tasks.close();
        running.least.delete(controller);
      }
    },
    cancel(method) {
      // The other two are done before a message can come.
      if (method === 'open' || method === 'least')
        for (const controller of running[method]) controller.abort();
    },
  };
}

/** The events of all FIFOs of a measurement file of any format that tells single events, with what table `queues` says of them. */

/** More do not fit the memory of a page. */
const MOST_EVENTS = 20_000_000;
/** Elements that events move together, beyond one each: every element is followed, however few rows tell of it. */
const MOST_TOGETHER = 4_000_000;
/** Ticks of an ns: times are kept to the ps where the run is short enough for whole numbers. */
const TICKS_PER_NS = 1000;

interface FifoTrace {
  readonly events: FifoEvents;
  /** s. */
  readonly tick: number;
  /** Rows that were left out, in words. */
  readonly faults: readonly string[];
  readonly truncated: boolean;
  /** Rows were left out for what is in them. */
  readonly isPartial: boolean;
}

async function readFifoTrace(
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
