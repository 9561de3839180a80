/**
 * The run of a trace under other depths of its FIFOs, by its event graph (max-plus; Baccelli, Cohen, Olsder & Quadrat 1992,
 * "Synchronization and Linearity", chapter 2): each process does its operations in the order of the trace, a read needs its
 * write, write k needs read k - depth, and between two operations lies the process's own work.
 *
 * Nothing is sorted: each process goes as far as the others let it, like a process network, and carries the time along. This visits every
 * operation once, in memory order, for any depths, and what cannot go on is the deadlock. Since own work is never negative, what
 * happened before the first operation that a new depth moves stays, and only the rest is run again.
 */
import type { OperationKind, TraceProgram } from './contract.ts';

/** A depth that nobody ever waits for. */
export const UNBOUNDED = 0x7fffffff;

const NEVER = Number.POSITIVE_INFINITY;

/** What an operation does, in the order of `OPERATIONS` of the contract. */
const FIRST = 1;
const LAST = 2;
const NEEDS_TOKEN = 4;
const NEEDS_ROOM = 8;
const PUTS = 16;
const FREES = 32;

const EFFECTS: Readonly<Record<OperationKind, number>> = {
  read: NEEDS_TOKEN | FREES,
  write: NEEDS_ROOM | PUTS,
  take: NEEDS_TOKEN,
  free: FREES,
  reserve: NEEDS_ROOM,
  put: PUTS,
};

/** What stays the same under all depths. */
export class RunLayout {
  readonly program: TraceProgram;
  /** By operation. */
  readonly effects: Uint8Array;
  /** Process of each end of a FIFO, and where its elements begin in the arrays of elements. */
  readonly firstElement: Int32Array;
  readonly elements: Int32Array;
  /** By element: the operations that need its room, and that need it. */
  readonly askedBy: Int32Array;
  readonly neededBy: Int32Array;
  readonly asks: Int32Array;
  readonly needs: Int32Array;
  readonly puts: Int32Array;
  readonly frees: Int32Array;

  constructor(program: TraceProgram) {
    this.program = program;
    const { kinds, fifoOf, kindNames, begins, firstOperation, fifos } = program;
    const codes = Uint8Array.from(kindNames, (name) => EFFECTS[name]);
    const count = kinds.length;
    this.effects = new Uint8Array(count);
    for (let o = 0; o < count; o++)
      this.effects[o] =
        codes[kinds[o]!]! | (begins[o] ? FIRST : 0) | (o + 1 === count || begins[o + 1] ? LAST : 0);
    for (const end of firstOperation) if (end > 0) this.effects[end - 1]! |= LAST;
    const size = fifos.length;
    [this.asks, this.needs, this.puts, this.frees] = [0, 1, 2, 3].map(() => new Int32Array(size)) as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    for (let o = 0; o < count; o++) {
      const [effect, q] = [this.effects[o]!, fifoOf[o]!];
      if (effect & NEEDS_ROOM) this.asks[q]!++;
      if (effect & NEEDS_TOKEN) this.needs[q]!++;
      if (effect & PUTS) this.puts[q]!++;
      if (effect & FREES) this.frees[q]!++;
    }
    this.elements = new Int32Array(size);
    this.firstElement = new Int32Array(size + 1);
    for (let q = 0; q < size; q++) {
      this.elements[q] = Math.max(this.asks[q]!, this.needs[q]!, this.puts[q]!, this.frees[q]!);
      this.firstElement[q + 1] = this.firstElement[q]! + this.elements[q]!;
    }
    const all = this.firstElement[size]!;
    this.askedBy = new Int32Array(all);
    this.neededBy = new Int32Array(all);
    const asked = this.firstElement.slice();
    const needed = this.firstElement.slice();
    for (let o = 0; o < count; o++) {
      const [effect, q] = [this.effects[o]!, fifoOf[o]!];
      if (effect & NEEDS_ROOM) this.askedBy[asked[q]!++] = o;
      if (effect & NEEDS_TOKEN) this.neededBy[needed[q]!++] = o;
    }
  }

  /** The layout of the same operations with other latencies. */
  withProgram(program: TraceProgram): RunLayout {
    return Object.assign(Object.create(RunLayout.prototype) as RunLayout, this, { program });
  }

  needsToken = (operation: number): boolean => (this.effects[operation]! & NEEDS_TOKEN) !== 0;
  needsRoom = (operation: number): boolean => (this.effects[operation]! & NEEDS_ROOM) !== 0;
}

export class FifoRun {
  readonly layout: RunLayout;
  readonly depths: Int32Array;
  /** Ticks: when each operation is done; infinite where it never is. */
  readonly times: Float64Array;
  /** By element of a FIFO: when it came, when its place was free again. */
  readonly putAt: Float64Array;
  readonly freeAt: Float64Array;
  /** Operations that the last change of depths ran again. */
  repeated = 0;
  /** Ticks of own work before each operation that begins a step. */
  readonly work: Float64Array;
  readonly #next: Int32Array;
  /** The latest time that the operations done together with the next one wait for. */
  readonly #ready: Float64Array;
  readonly #asked: Int32Array;
  readonly #needed: Int32Array;
  readonly #put: Int32Array;
  readonly #freed: Int32Array;
  /** Per FIFO: the process that waits at either end, or -1. */
  readonly #reader: Int32Array;
  readonly #writer: Int32Array;
  readonly #open: Int32Array;
  #openCount = 0;
  #isRun = false;

  constructor(layout: RunLayout, work: Float64Array) {
    this.layout = layout;
    this.work = work;
    const { program, firstElement } = layout;
    const [fifos, processes] = [program.fifos.length, program.processes.length];
    this.depths = new Int32Array(fifos).fill(UNBOUNDED);
    this.times = new Float64Array(program.kinds.length);
    this.putAt = new Float64Array(firstElement[fifos]!);
    this.freeAt = new Float64Array(firstElement[fifos]!);
    this.#next = new Int32Array(processes);
    this.#ready = new Float64Array(processes);
    this.#asked = new Int32Array(fifos);
    this.#needed = new Int32Array(fifos);
    this.#put = new Int32Array(fifos);
    this.#freed = new Int32Array(fifos);
    this.#reader = new Int32Array(fifos);
    this.#writer = new Int32Array(fifos);
    this.#open = new Int32Array(processes + 1);
  }

  /** Every operation is done. */
  get isComplete(): boolean {
    const { firstOperation } = this.layout.program;
    return this.#next.every((next, p) => next === firstOperation[p + 1]);
  }

  /** The operation that a process stands at; the end of its operations where it is through. */
  nextOf(process: number): number {
    return this.#next[process]!;
  }

  /** Elements of a FIFO that were needed, and places that were asked for, so far. */
  neededOf(fifo: number): number {
    return this.#needed[fifo]!;
  }

  askedOf(fifo: number): number {
    return this.#asked[fifo]!;
  }

  /** Ticks until everything is done; infinite in a deadlock. */
  get end(): number {
    const { firstOperation } = this.layout.program;
    let end = 0;
    for (let p = 0; p + 1 < firstOperation.length; p++) {
      const last = firstOperation[p + 1]! - 1;
      if (last >= firstOperation[p]!) end = Math.max(end, this.times[last]!);
    }
    return end;
  }

  /** Sets all depths, each >= 1, and runs again what they move. */
  setDepths(depths: ArrayLike<number>): void {
    const from = this.#isRun ? this.#firstChange(depths) : Number.NEGATIVE_INFINITY;
    this.depths.set(depths);
    this.repeated = 0;
    if (from === NEVER) return;
    this.#isRun = true;
    this.#goBackTo(from);
    this.#run();
    this.#markNever();
  }

  /** Runs all of it again. */
  recompute(depths: ArrayLike<number>): void {
    this.#isRun = false;
    this.setDepths(depths);
  }

  /** No operation before this time moves; infinite where none does. */
  #firstChange(depths: ArrayLike<number>): number {
    let first = NEVER;
    for (let q = 0; q < this.depths.length; q++) {
      const [before, now] = [this.depths[q]!, depths[q]!];
      if (before !== now)
        first = Math.min(first, now < before ? this.#firstLate(q, now) : this.#firstEarly(q, before, first));
    }
    return first;
  }

  /** The first operation that finds no room where it did before. */
  #firstLate(q: number, depth: number): number {
    const { firstElement, asks, askedBy, frees, program } = this.layout;
    const [base, count, freed] = [firstElement[q]!, asks[q]!, frees[q]!];
    const latency = program.fifos[q]!.roomLatency;
    for (let k = depth; k < count; k++) {
      const at = this.times[askedBy[base + k]!]!;
      if (at === NEVER) return NEVER;
      const left = k - depth < freed ? this.freeAt[base + k - depth]! : NEVER;
      // At one instant the order in which things happen is not told by their times: it may be a circle.
      if (left + latency > at || left === at) return at;
    }
    return NEVER;
  }

  /** The earliest that the first operation that waited for room can be now. */
  #firstEarly(q: number, depth: number, known: number): number {
    const { firstElement, asks, askedBy, frees, program, effects } = this.layout;
    const [base, count, freed] = [firstElement[q]!, asks[q]!, frees[q]!];
    const latency = program.fifos[q]!.roomLatency;
    for (let k = depth; k < count; k++) {
      let o = askedBy[base + k]!;
      const at = this.times[o]!;
      if (at > known && at !== NEVER) return NEVER;
      const free = k - depth < freed ? this.freeAt[base + k - depth]! + latency : NEVER;
      if (free < at) continue;
      while (!(effects[o]! & FIRST)) o--;
      const before = program.isFirst[o] ? 0 : this.times[o - 1]!;
      return before + this.work[o]!;
    }
    return NEVER;
  }

  /** Forgets all that happens from a time on. */
  #goBackTo(from: number): void {
    const { program, firstElement, askedBy, neededBy, asks, needs, puts, frees } = this.layout;
    const { firstOperation, fifos, processes } = program;
    const isAll = from === Number.NEGATIVE_INFINITY;
    const { times } = this;
    for (let p = 0; p < processes.length; p++) {
      const [first, end] = [firstOperation[p]!, firstOperation[p + 1]!];
      const next = isAll ? first : countBefore(first, end, from, (o) => times[o]!);
      this.#next[p] = next;
      this.repeated += end - next;
    }
    for (let q = 0; q < fifos.length; q++) {
      const base = firstElement[q]!;
      const before = (count: number, timeOf: (at: number) => number): number =>
        isAll ? 0 : countBefore(base, base + count, from, timeOf) - base;
      this.#asked[q] = before(asks[q]!, (at) => times[askedBy[at]!]!);
      this.#needed[q] = before(needs[q]!, (at) => times[neededBy[at]!]!);
      this.#put[q] = before(puts[q]!, (at) => this.putAt[at]!);
      this.#freed[q] = before(frees[q]!, (at) => this.freeAt[at]!);
    }
    this.#reader.fill(-1);
    this.#writer.fill(-1);
    this.#openCount = 0;
    for (let p = processes.length - 1; p >= 0; p--) this.#open[this.#openCount++] = p;
  }

  #run(): void {
    while (this.#openCount > 0) this.#goOn(this.#open[--this.#openCount]!);
  }

  /** One process, until it has to wait or is through. */
  #goOn(p: number): void {
    const { effects, firstElement, program } = this.layout;
    const { fifoOf, firstOperation, tokenLatency, roomLatency } = program;
    const { times, putAt, freeAt, depths } = this;
    const { work } = this;
    const [asked, needed, put, freed] = [this.#asked, this.#needed, this.#put, this.#freed];
    const [readers, writers, open] = [this.#reader, this.#writer, this.#open];
    const end = firstOperation[p + 1]!;
    let o = this.#next[p]!;
    let clock = o > firstOperation[p]! ? times[o - 1]! : 0;
    let ready = this.#ready[p]!;
    let count = this.#openCount;
    for (; o < end; o++) {
      const effect = effects[o]!;
      const q = fifoOf[o]!;
      if (effect & FIRST) ready = clock + work[o]!;
      if (effect & NEEDS_TOKEN) {
        const k = needed[q]!;
        if (k >= put[q]!) {
          readers[q] = p;
          break;
        }
        const at = putAt[firstElement[q]! + k]! + tokenLatency[q]!;
        if (at > ready) ready = at;
        needed[q] = k + 1;
      } else if (effect & NEEDS_ROOM) {
        const k = asked[q]!;
        const need = k - depths[q]!;
        if (need >= 0) {
          if (need >= freed[q]!) {
            writers[q] = p;
            break;
          }
          const at = freeAt[firstElement[q]! + need]! + roomLatency[q]!;
          if (at > ready) ready = at;
        }
        asked[q] = k + 1;
      }
      if (!(effect & LAST)) continue;
      // What is done together is done at one time.
      for (let s = o; ; s--) {
        const does = effects[s]!;
        times[s] = ready;
        if (does & PUTS) {
          const at = fifoOf[s]!;
          putAt[firstElement[at]! + put[at]!++] = ready;
          if (readers[at]! >= 0) {
            open[count++] = readers[at]!;
            readers[at] = -1;
          }
        } else if (does & FREES) {
          const at = fifoOf[s]!;
          freeAt[firstElement[at]! + freed[at]!++] = ready;
          if (writers[at]! >= 0) {
            open[count++] = writers[at]!;
            writers[at] = -1;
          }
        }
        if (does & FIRST) break;
      }
      clock = ready;
    }
    this.#openCount = count;
    this.#ready[p] = ready;
    this.#next[p] = o;
  }

  /** What a deadlock leaves undone never happens. */
  #markNever(): void {
    const { program, firstElement, elements } = this.layout;
    const { firstOperation } = program;
    let isComplete = true;
    for (let p = 0; p < this.#next.length; p++) {
      const [end, next] = [firstOperation[p + 1]!, this.#next[p]!];
      if (next === end) continue;
      isComplete = false;
      // A step that is not done as a whole is not done.
      let o = next;
      while (!(this.layout.effects[o]! & FIRST)) o--;
      this.times.fill(NEVER, o, end);
    }
    if (isComplete) return;
    for (let q = 0; q < this.depths.length; q++) {
      const [base, end] = [firstElement[q]!, firstElement[q]! + elements[q]!];
      this.putAt.fill(NEVER, base + this.#put[q]!, end);
      this.freeAt.fill(NEVER, base + this.#freed[q]!, end);
    }
  }
}

/** The first place from `low` to `high` whose time is not before `from`; times grow. */
function countBefore(low: number, high: number, from: number, timeOf: (at: number) => number): number {
  let [least, most] = [low, high];
  while (least < most) {
    const middle = (least + most) >>> 1;
    if (timeOf(middle) < from) least = middle + 1;
    else most = middle;
  }
  return least;
}
