/**
 * The events of FIFOs as what each process does, one operation after the other, and how much of the time between two of them was its own work.
 *
 * A process that comes to an operation at time a does it at t = max(a, r), where r is when the elements and places that it needs were
 * there. With t > r nobody held it, so a = t. With t = r it may have waited: the trace tells since when where it has rows F or E or a
 * column blockedFor; else a lies between the operation before and t, and its own work between 0 and the whole gap. Times are monotone in own
 * work, so both ends give bounds that hold.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import {
  DEPARTURE,
  EMPTY,
  EVENT_LETTERS,
  FULL,
  INSERTION,
  RESERVED,
  TAKEN,
} from '../measure/stream/row-layout.ts';
import type { OperationKind, ProgramFifo, SameInstant, TraceProgram } from './contract.ts';
import { FifoRun, RunLayout, UNBOUNDED } from './fifo-run.ts';

/** Events of FIFOs in the order of the file; times in ticks from any origin. */
export interface FifoEvents {
  readonly fifos: readonly NamedFifo[];
  readonly time: Float64Array;
  readonly fifo: Int32Array;
  /** As numbered by EVENT_LETTERS. */
  readonly kind: Uint8Array;
  readonly count: Int32Array;
  /** NaN where it is not told. */
  readonly blockedFor: Float64Array;
}

export interface NamedFifo {
  readonly id: string;
  /** Processes at its ends. */
  readonly source?: string;
  readonly dest?: string;
  readonly depth?: number;
}

export interface Latencies {
  /** Ticks; what the trace tells of them when absent. */
  readonly token?: number;
  readonly room?: number;
}

/** What is known of a latency, in ticks. The same at both ends where somebody told it, or a wait that the trace tells ended with it. */
export interface LatencyBounds {
  readonly least: number;
  /** No read or write in the trace came sooner. */
  readonly most: number;
  /** The trace has nothing that could show it: no latency is assumed. */
  readonly isAssumed?: true;
}

export interface CompiledTrace {
  readonly program: TraceProgram;
  /** With the most that its latencies can be. */
  readonly layout: RunLayout;
  /** With the least; the same where they are known. */
  readonly leastLayout: RunLayout;
  /** Ticks of the traced run from its first event to its last. */
  readonly traced: number;
  readonly latencies: { readonly token: LatencyBounds; readonly room: LatencyBounds };
  /** Times that a process found a FIFO full or empty and did something else then: its control looks at the FIFO. */
  readonly polls: number;
  /** Steps of which it is not known how long the process waited. */
  readonly unknownWaits: number;
  /** Waits that the trace tells to go on after what was waited for was there. */
  readonly overlongWaits: number;
  /** Events that are earlier than one before them of the same kind and FIFO. */
  readonly disordered: number;
  /** One after the other where that was asked, or where together they would wait for each other. */
  readonly sameInstant: SameInstant;
  /** Events that belong to no operation: of processes at one end that nobody told. */
  readonly loose: readonly string[];
}

const NEVER = Number.POSITIVE_INFINITY;

const KINDS: readonly OperationKind[] = ['read', 'write', 'take', 'free', 'reserve', 'put'];
const [READ, WRITE, TAKE, FREE, RESERVE, PUT] = [0, 1, 2, 3, 4, 5] as const;

/** Whether an operation may have to wait, by kind. */
const WAITS = Uint8Array.of(1, 1, 1, 0, 1, 0);
/** What is done together with others of its sort at one instant: 0 what waits for nothing. */
const SORT = Uint8Array.of(1, 1, 2, 0, 2, 0);

/** Refused with a sentence that names the FIFO, the element and the times; `unit`: how a time is told. */
export function compileTrace(
  events: FifoEvents,
  latencies: Latencies,
  unit: (ticks: number) => string,
  isSequential = false,
): Result<CompiledTrace, string> {
  if (!isSequential) {
    const together = new TraceCompiler(events, unit).compile(latencies, false);
    if (!together.ok || endsAsTraced(together.value)) return together;
  }
  const sequential = new TraceCompiler(events, unit).compile(latencies, true);
  if (!sequential.ok || endsAsTraced(sequential.value)) return sequential;
  return err(
    'the run cannot be told from its own trace: its operations wait for each other in a circle at one instant. Check which process writes and reads each FIFO',
  );
}

/** Under its own depths a trace is its own run. */
function endsAsTraced({ program, layout, traced }: CompiledTrace): boolean {
  const run = new FifoRun(layout, program.mostWork);
  run.setDepths(tracedDepths(program));
  return run.isComplete && run.end === traced;
}

export const tracedDepths = ({ fifos }: TraceProgram): Int32Array =>
  Int32Array.from(fifos, ({ depth }) => depth ?? UNBOUNDED);

class TraceCompiler {
  readonly #events: FifoEvents;
  readonly #unit: (ticks: number) => string;
  readonly #order: Uint32Array;
  readonly #processes: string[] = [];
  readonly #ends: readonly { readonly writer: number; readonly reader: number }[];
  readonly #loose: string[] = [];
  /** By FIFO: its trace tells when places are reserved, and elements taken. */
  readonly #reserves: Uint8Array;
  readonly #takes: Uint8Array;

  constructor(events: FifoEvents, unit: (ticks: number) => string) {
    this.#events = events;
    this.#unit = unit;
    this.#order = orderOf(events.time);
    const { fifos, kind, fifo } = events;
    const numberOf = new Map<string, number>();
    const processOf = (name: string | undefined, otherwise: string): number => {
      const known = name ?? otherwise;
      if (name === undefined) this.#loose.push(otherwise);
      const number = numberOf.get(known) ?? this.#processes.push(known) - 1;
      numberOf.set(known, number);
      return number;
    };
    this.#ends = fifos.map(({ id, source, dest }) => ({
      writer: processOf(source, `writer of ${id}`),
      reader: processOf(dest, `reader of ${id}`),
    }));
    this.#reserves = new Uint8Array(fifos.length);
    this.#takes = new Uint8Array(fifos.length);
    for (let i = 0; i < kind.length; i++) {
      if (kind[i] === RESERVED) this.#reserves[fifo[i]!] = 1;
      else if (kind[i] === TAKEN) this.#takes[fifo[i]!] = 1;
    }
  }

  compile(latencies: Latencies, isSequential: boolean): Result<CompiledTrace, string> {
    const { fifos } = this.#events;
    const { times, waits, joined, ...parts } = this.#operations(isSequential);
    const draft = (token: number, room: number): TraceProgram => ({
      ...parts,
      processes: this.#processes,
      kindNames: KINDS,
      fifos: fifos.map(
        ({ id, depth }, q): ProgramFifo => ({
          ...{ id, ...this.#ends[q]!, depth },
          ...{ tokenLatency: token, roomLatency: room },
        }),
      ),
      tokenLatency: new Float64Array(fifos.length).fill(token),
      roomLatency: new Float64Array(fifos.length).fill(room),
    });
    const layout = new RunLayout(draft(0, 0));
    const traced = new TracedRun(layout, times);
    const fault = traced.fault(this.#unit);
    if (fault !== undefined) return err(fault);
    const seen = traced.latencies(waits);
    const told = (known: number | undefined, shown: LatencyBounds): LatencyBounds =>
      known === undefined ? shown : { least: known, most: known };
    const wrong =
      !seen.token.isAssumed && latencies.token !== undefined && latencies.token > seen.token.most
        ? {
            got: latencies.token,
            why: `an element is read ${this.#unit(seen.token.most)} after it was written`,
          }
        : !seen.room.isAssumed && latencies.room !== undefined && latencies.room > seen.room.most
          ? { got: latencies.room, why: `a slot is filled ${this.#unit(seen.room.most)} after it came free` }
          : undefined;
    if (wrong !== undefined)
      return err(`expected latencies that the trace keeps, got ${this.#unit(wrong.got)}: ${wrong.why}`);
    const [token, room] = [told(latencies.token, seen.token), told(latencies.room, seen.room)];
    const program = draft(token.most, room.most);
    const { unknownWaits, overlongWaits } = traced.splitGaps(program, waits, this.#tellsWaits());
    const end = times.reduce((most, time) => Math.max(most, time), 0);
    const isKnown = token.least === token.most && room.least === room.most;
    const full = layout.withProgram(program);
    const { leastWork, mostWork } = program;
    return ok({
      ...{ program, layout: full, traced: end, latencies: { token, room } },
      leastLayout: isKnown
        ? full
        : layout.withProgram({ ...draft(token.least, room.least), leastWork, mostWork }),
      ...{ polls: parts.polls, unknownWaits, overlongWaits, disordered: disorderOf(this.#events) },
      ...{ sameInstant: { operations: joined, sequential: isSequential }, loose: this.#loose },
    });
  }

  /** All operations, process by process, with the time of each and, where it is told, since when it waited. */
  #operations(isSequential: boolean) {
    const { time, fifo, kind, count, blockedFor } = this.#events;
    const ends = this.#ends;
    const processes = this.#processes.length;
    const firstOperation = new Int32Array(processes + 1);
    const ownerOf = (i: number): number => {
      const { writer, reader } = ends[fifo[i]!]!;
      return kind[i] === INSERTION || kind[i] === FULL || kind[i] === RESERVED ? writer : reader;
    };
    const isMark = (i: number): boolean => kind[i] === FULL || kind[i] === EMPTY;
    for (let i = 0; i < kind.length; i++) if (!isMark(i)) firstOperation[ownerOf(i) + 1]! += count[i]!;
    for (let p = 0; p < processes; p++) firstOperation[p + 1]! += firstOperation[p]!;
    const size = firstOperation[processes]!;
    const kinds = new Uint8Array(size);
    const fifoOf = new Int32Array(size);
    const begins = new Uint8Array(size);
    const isFirst = new Uint8Array(size);
    const times = new Float64Array(size);
    const waits = new Float64Array(size).fill(Number.NaN);
    const next = firstOperation.slice();
    let joined = 0;
    const marks = new Marks(processes, this.#events.fifos.length);
    const firstMove = this.#order.find((i) => !isMark(i));
    const start = firstMove === undefined ? 0 : time[firstMove]!;
    for (const i of this.#order) {
      const p = ownerOf(i);
      const q = fifo[i]!;
      const now = time[i]! - start;
      const isWriter = kind[i] === INSERTION || kind[i] === FULL || kind[i] === RESERVED;
      const end = isWriter ? 2 * q : 2 * q + 1;
      if (isMark(i)) {
        marks.set(p, end, now);
        continue;
      }
      const code = this.#codeOf(kind[i]!, q);
      const marked = WAITS[code] ? marks.take(p, end, now) : Number.NaN;
      const since = Number.isNaN(blockedFor[i]!) ? marked : now - blockedFor[i]!;
      for (let n = count[i]!; n > 0; n--) {
        const o = next[p]!++;
        kinds[o] = code;
        fifoOf[o] = q;
        times[o] = now;
        waits[o] = WAITS[code] ? since : Number.NaN;
        isFirst[o] = o === firstOperation[p] ? 1 : 0;
        const joins =
          !isFirst[o] && times[o - 1] === now && SORT[code] !== 0 && SORT[code] === SORT[kinds[o - 1]!];
        if (joins) joined++;
        begins[o] = joins && !isSequential ? 0 : 1;
      }
    }
    return {
      ...{ firstOperation, kinds, fifoOf, begins, isFirst, times, waits, joined, polls: marks.finish() },
      ...{ leastWork: new Float64Array(size), mostWork: new Float64Array(size) },
    };
  }

  /** By end of a FIFO, the writer first: an end at which any wait is told tells all of its waits. */
  #tellsWaits(): Uint8Array {
    const { fifos, fifo, kind, blockedFor } = this.#events;
    const tells = new Uint8Array(2 * fifos.length);
    for (let i = 0; i < kind.length; i++) {
      const isWriter = kind[i] === INSERTION || kind[i] === FULL || kind[i] === RESERVED;
      if (kind[i] === FULL || kind[i] === EMPTY || !Number.isNaN(blockedFor[i]!))
        tells[2 * fifo[i]! + (isWriter ? 0 : 1)] = 1;
    }
    return tells;
  }

  #codeOf(kind: number, q: number): number {
    if (kind === INSERTION) return this.#reserves[q] ? PUT : WRITE;
    if (kind === DEPARTURE) return this.#takes[q] ? FREE : READ;
    return kind === RESERVED ? RESERVE : TAKE;
  }
}

/** Since when processes are seen to wait at ends of FIFOs, and which went on with something else. */
class Marks {
  readonly #at: Float64Array;
  /** When the process did something elsewhere while it seemed to wait. */
  readonly #elsewhere: Float64Array;
  readonly #open: readonly number[][];
  #polls = 0;

  constructor(processes: number, fifos: number) {
    this.#at = new Float64Array(2 * fifos).fill(Number.NaN);
    this.#elsewhere = new Float64Array(2 * fifos).fill(Number.NaN);
    this.#open = Array.from({ length: processes }, () => []);
  }

  set(process: number, end: number, now: number): void {
    if (!Number.isNaN(this.#at[end]!)) return;
    this.#at[end] = now;
    this.#open[process]!.push(end);
  }

  /** Since when the process waits there; NaN where it was not seen to wait. */
  take(process: number, end: number, now: number): number {
    const open = this.#open[process]!;
    for (const other of open)
      if (other !== end && this.#at[other]! < now && Number.isNaN(this.#elsewhere[other]!))
        this.#elsewhere[other] = now;
    const since = this.#at[end]!;
    if (Number.isNaN(since)) return since;
    open.splice(open.indexOf(end), 1);
    this.#at[end] = Number.NaN;
    const left = this.#elsewhere[end]!;
    this.#elsewhere[end] = Number.NaN;
    if (!(left < now)) return since;
    this.#polls++;
    return Number.NaN;
  }

  /** How often a process did not stay where it found nothing. */
  finish(): number {
    for (const end of this.#open.flat()) if (!Number.isNaN(this.#elsewhere[end]!)) this.#polls++;
    return this.#polls;
  }
}

/** By FIFO: places that were asked for, and elements that were needed, so far. */
interface Counts {
  readonly asked: Int32Array;
  readonly needed: Int32Array;
}

/** When elements came and places came free in the run that was traced. */
class TracedRun {
  readonly #layout: RunLayout;
  readonly #times: Float64Array;
  readonly #putAt: Float64Array;
  readonly #freeAt: Float64Array;

  constructor(layout: RunLayout, times: Float64Array) {
    this.#layout = layout;
    this.#times = times;
    const { program, firstElement } = layout;
    const size = firstElement[program.fifos.length]!;
    this.#putAt = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#freeAt = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    const puts = firstElement.slice();
    const frees = firstElement.slice();
    for (let o = 0; o < times.length; o++) {
      const [code, q] = [program.kinds[o]!, program.fifoOf[o]!];
      if (code === WRITE || code === PUT) this.#putAt[puts[q]!++] = times[o]!;
      else if (code === READ || code === FREE) this.#freeAt[frees[q]!++] = times[o]!;
    }
  }

  /** What cannot have happened. */
  fault(unit: (ticks: number) => string): string | undefined {
    const { program, firstElement, asks, needs, askedBy, neededBy } = this.#layout;
    for (const [q, { id, depth }] of program.fifos.entries()) {
      const base = firstElement[q]!;
      const halved = this.#halfFault(q, unit);
      if (halved !== undefined) return halved;
      for (let k = 0; k < needs[q]!; k++) {
        const at = this.#times[neededBy[base + k]!]!;
        const came = this.#putAt[base + k]!;
        if (came > at)
          return came === Number.POSITIVE_INFINITY
            ? `${id}: element ${k + 1} leaves at ${unit(at)} and never comes. A trace begins with empty FIFOs; give what is there at the start as insertions before all else`
            : `${id}: element ${k + 1} leaves at ${unit(at)}, before it comes at ${unit(came)}`;
      }
      if (depth === undefined) continue;
      for (let k = depth; k < asks[q]!; k++) {
        const at = this.#times[askedBy[base + k]!]!;
        if (this.#freeAt[base + k - depth]! > at)
          return `${id}: element ${k + 1} comes at ${unit(at)} where all ${depth} slots of the traced run are taken; expected its real depth`;
      }
    }
    return undefined;
  }

  /** Where rows R or T part writes and reads: each I needs its R, each D its T. */
  #halfFault(q: number, unit: (ticks: number) => string): string | undefined {
    const { program, firstElement, asks, needs, puts, frees, askedBy, neededBy } = this.#layout;
    const base = firstElement[q]!;
    const { id } = program.fifos[q]!;
    const early = (rows: string, count: number, ends: Float64Array, begun: number, by: Int32Array) => {
      for (let k = 0; k < count; k++) {
        const at = ends[base + k]!;
        if (k >= begun || this.#times[by[base + k]!]! > at)
          return `${id}: the ${rows[0]} of element ${k + 1} at ${unit(at)} has no ${rows[1]} before it; where ${rows[1]} is told, it is expected of each element`;
      }
      return undefined;
    };
    return (
      early('IR', puts[q]!, this.#putAt, asks[q]!, askedBy) ??
      early('DT', frees[q]!, this.#freeAt, needs[q]!, neededBy)
    );
  }

  #counts(): Counts {
    const { length } = this.#layout.program.fifos;
    return { asked: new Int32Array(length), needed: new Int32Array(length) };
  }

  /** Least times from a write to its read and from a read until its place is filled, of operations from `first` on; infinite where there are none. */
  #leastLags(first: number, end: number, counts: Counts): { readonly token: number; readonly room: number } {
    const { program, firstElement, needsToken, needsRoom } = this.#layout;
    let [token, room] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let o = first; o < end; o++) {
      const q = program.fifoOf[o]!;
      const base = firstElement[q]!;
      if (needsToken(o)) token = Math.min(token, this.#times[o]! - this.#putAt[base + counts.needed[q]!++]!);
      else if (needsRoom(o)) {
        const place = counts.asked[q]!++ - (program.fifos[q]!.depth ?? UNBOUNDED);
        if (place >= 0) room = Math.min(room, this.#times[o]! - this.#freeAt[base + place]!);
      }
    }
    return { token, room };
  }

  /**
   * From a write to its read, and from a read until its place is filled. No lag over all FIFOs is shorter than the latency, and none need be as
   * short: what came early lay there for longer. Only the end of a wait shows it: of all that the step needed something had just come.
   */
  latencies(waits: Float64Array): { readonly token: LatencyBounds; readonly room: LatencyBounds } {
    const all = this.#leastLags(0, this.#times.length, this.#counts());
    const { begins, kinds } = this.#layout.program;
    let [isTokenKnown, isRoomKnown] = [all.token === 0, all.room === 0];
    const counts = this.#counts();
    for (let first = 0; first < kinds.length && !(isTokenKnown && isRoomKnown); ) {
      let isWait = false;
      let o = first;
      for (; o < kinds.length && (o === first || !begins[o]); o++)
        if (waits[o]! < this.#times[o]!) isWait = true;
      const { token, room } = this.#leastLags(first, o, counts);
      if (isWait && token === all.token && (room > all.room || room === NEVER)) isTokenKnown = true;
      if (isWait && room === all.room && (token > all.token || token === NEVER)) isRoomKnown = true;
      first = o;
    }
    const bounds = (lag: number, isKnown: boolean): LatencyBounds =>
      lag === Number.POSITIVE_INFINITY
        ? { least: 0, most: 0, isAssumed: true }
        : { least: isKnown ? lag : 0, most: lag };
    return { token: bounds(all.token, isTokenKnown), room: bounds(all.room, isRoomKnown) };
  }

  /**
   * Fills in the own work before each step; how many steps may have waited for a time that nobody told, and how many are told to have waited
   * on after all they needed was there. What held those is not known: it may be work, and then comes again under other depths.
   */
  splitGaps(
    program: TraceProgram,
    waits: Float64Array,
    tellsWaits: Uint8Array,
  ): { readonly unknownWaits: number; readonly overlongWaits: number } {
    const { kinds, fifoOf, begins, isFirst, leastWork, mostWork, fifos } = program;
    const { firstElement } = this.#layout;
    const asked = new Int32Array(fifos.length);
    const needed = new Int32Array(fifos.length);
    let [unknownWaits, overlongWaits] = [0, 0];
    for (let first = 0; first < kinds.length; ) {
      let since = NEVER;
      let isSilent = false;
      const time = this.#times[first]!;
      let ready = -NEVER;
      const look = (at: number, end: number): void => {
        ready = Math.max(ready, at);
        if (at === time && !tellsWaits[end]) isSilent = true;
      };
      let o = first;
      for (; o < kinds.length && (o === first || !begins[o]); o++) {
        const [code, q] = [kinds[o]!, fifoOf[o]!];
        const { depth, tokenLatency, roomLatency } = fifos[q]!;
        if (code === READ || code === TAKE)
          look(this.#putAt[firstElement[q]! + needed[q]!++]! + tokenLatency, 2 * q + 1);
        else if (code === WRITE || code === RESERVE) {
          const need = asked[q]!++ - (depth ?? UNBOUNDED);
          if (need >= 0) look(this.#freeAt[firstElement[q]! + need]! + roomLatency, 2 * q);
        }
        if (waits[o]! < since) since = waits[o]!;
      }
      const before = isFirst[first] ? 0 : this.#times[first - 1]!;
      const isTold = since !== NEVER;
      const came = isTold ? Math.max(before, Math.min(time, since)) : time;
      const isOverlong = came < time && ready < time;
      mostWork[first] = (isOverlong ? time : came) - before;
      const isUnknown = isOverlong || (!isTold && isSilent && time > before);
      leastWork[first] = !isUnknown ? mostWork[first]! : isTold ? came - before : 0;
      if (isUnknown) unknownWaits++;
      if (isOverlong) overlongWaits++;
      first = o;
    }
    return { unknownWaits, overlongWaits };
  }
}

/** Events that are earlier than one before them of the same kind and FIFO: they are taken in order of time. */
function disorderOf({ fifos, time, fifo, kind }: FifoEvents): number {
  const last = new Float64Array(fifos.length * EVENT_LETTERS.length).fill(-NEVER);
  let count = 0;
  for (let i = 0; i < time.length; i++) {
    const at = fifo[i]! * EVENT_LETTERS.length + kind[i]!;
    if (time[i]! < last[at]!) count++;
    last[at] = time[i]!;
  }
  return count;
}

/** Indices by time, those of one time as they come. */
function orderOf(times: Float64Array): Uint32Array {
  const order = Uint32Array.from(times, (_, i) => i);
  for (let i = 1; i < times.length; i++)
    if (times[i]! < times[i - 1]!) return order.sort((a, b) => times[a]! - times[b]! || a - b);
  return order;
}
