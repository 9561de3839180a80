/**
 * When a trace ends under many settings of its depths: sixteen at a time in one module (index.as), since what costs time is to find out what is
 * next, and that is the same for all of them.
 */
import { neededModule } from '../../numeric/kernel-module.ts';
import type { RunLayout } from '../fifo-run.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

/** Addresses are plain numbers. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  layOut(
    operations: number,
    work: number,
    end: number,
    fifo: number,
    clock: number,
    ready: number,
    next: number,
    stack: number,
  ): void;
  run(processes: number): number;
}

const LANES = 16;
const ROW = 8 * LANES;
/** Size of a FIFO's record, see index.as. */
const FIFO_BYTES = 128;
const FIFO = {
  ...{ asked: 0, needed: 1, put: 2, freed: 3, reader: 4, writer: 5, leastDepth: 6, mask: 7 },
  ...{ putRing: 8, freeRing: 9, isEven: 14, spans: 16 },
} as const;
const TOKEN_LATENCY = 5;
const ROOM_LATENCY = 6;

const PAGE = 65_536;
/** Nothing of the kernel's own lies here or behind. */
const BASE = PAGE;
/** Rings of deeper FIFOs would not fit; such settings are run one by one. */
const MOST_BYTES = 2 ** 30;

let compiled: WebAssembly.Module | undefined;

export class LaneRun {
  readonly #layout: RunLayout;
  readonly #kernel: Kernel;
  readonly #at: {
    readonly ends: number;
    readonly fifos: number;
    readonly clocks: number;
    readonly nexts: number;
    readonly rings: number;
  };

  constructor(layout: RunLayout, work: Float64Array) {
    this.#layout = layout;
    compiled ??= neededModule(KERNEL_BYTES);
    this.#kernel = new WebAssembly.Instance(compiled).exports as unknown as Kernel;
    const { program, effects } = layout;
    const [operations, processes] = [effects.length, program.processes.length];
    let end = BASE;
    const take = (bytes: number): number => {
      const at = end;
      end += Math.ceil(bytes / ROW) * ROW;
      return at;
    };
    const words = take(4 * operations);
    const works = take(8 * operations);
    const [ends, nexts, open] = [take(4 * processes), take(4 * processes), take(8 * processes)];
    const fifos = take(FIFO_BYTES * program.fifos.length);
    const [clocks, readies] = [take(ROW * processes), take(ROW * processes)];
    this.#at = { ends, fifos, clocks, nexts, rings: end };
    this.#reach(end);
    const { buffer } = this.#kernel.memory;
    const into = new Uint32Array(buffer, words, operations);
    for (let o = 0; o < operations; o++) into[o] = (program.fifoOf[o]! << 6) | effects[o]!;
    new Float64Array(buffer, works, operations).set(work);
    new Int32Array(buffer, ends, processes).set(program.firstOperation.subarray(1));
    this.#kernel.layOut(words, works, ends, fifos, clocks, readies, nexts, open);
  }

  /** Ticks until everything is done under each of the settings, infinite where that never is; undefined where they are too deep for this. */
  ends(settings: readonly ArrayLike<number>[]): Float64Array | undefined {
    const ends = new Float64Array(settings.length);
    // Neighbours in this order have depths that are alike.
    const order = settings
      .map((depths, i) => ({ i, sum: this.#clamped(depths).reduce((all, depth) => all + depth, 0) }))
      .sort((a, b) => a.sum - b.sum)
      .map(({ i }) => i);
    for (let from = 0; from < order.length; from += LANES)
      if (!this.#runTogether(settings, order.slice(from, from + LANES), ends)) return undefined;
    return ends;
  }

  /** Depths beyond all elements are all the same. */
  #clamped(depths: ArrayLike<number>): number[] {
    return Array.from(depths, (depth, q) => Math.min(depth, Math.max(1, this.#layout.asks[q]!)));
  }

  /** Where the least depths of all lock, the settings are told apart by halves. */
  #runTogether(
    settings: readonly ArrayLike<number>[],
    chosen: readonly number[],
    ends: Float64Array,
  ): boolean {
    const stuck = this.#run(chosen.map((i) => this.#clamped(settings[i]!)));
    if (stuck === undefined) return false;
    if (stuck === 0) {
      const { processes } = this.#layout.program;
      const clocks = new Float64Array(this.#kernel.memory.buffer, this.#at.clocks, LANES * processes.length);
      chosen.forEach((i, lane) => {
        let end = 0;
        for (let p = 0; p < processes.length; p++) end = Math.max(end, clocks[LANES * p + lane]!);
        ends[i] = end;
      });
      return true;
    }
    if (chosen.length === 1) {
      ends[chosen[0]!] = Number.POSITIVE_INFINITY;
      return true;
    }
    const half = chosen.length >> 1;
    return (
      this.#runTogether(settings, chosen.slice(0, half), ends) &&
      this.#runTogether(settings, chosen.slice(half), ends)
    );
  }

  #run(settings: readonly (readonly number[])[]): number | undefined {
    const { program } = this.#layout;
    const { fifos: all, processes } = program;
    let end = this.#at.rings;
    const rings = all.map((_, q) => {
      const most = settings.reduce((deepest, depths) => Math.max(deepest, depths[q]!), 1);
      // So long that a place before the first element is never one that was filled.
      const bytes = ROW * powerAbove(2 * most + 2);
      const at = end;
      end += 2 * bytes;
      return { at, bytes };
    });
    if (end > MOST_BYTES) return undefined;
    this.#reach(end);
    const { buffer } = this.#kernel.memory;
    all.forEach(({ tokenLatency, roomLatency }, q) => {
      const { at, bytes } = rings[q]!;
      const place = this.#at.fifos + FIFO_BYTES * q;
      const fifo = new Int32Array(buffer, place, FIFO_BYTES / 4);
      const depths = Array.from(
        { length: LANES },
        (_, lane) => settings[Math.min(lane, settings.length - 1)]![q]!,
      );
      const least = Math.min(...depths);
      fifo.fill(0);
      fifo.fill(-1, FIFO.reader, FIFO.writer + 1);
      fifo[FIFO.leastDepth] = least;
      fifo[FIFO.mask] = bytes - ROW;
      fifo[FIFO.putRing] = at;
      fifo[FIFO.freeRing] = at + bytes;
      fifo[FIFO.isEven] = depths.every((depth) => depth === least) ? 1 : 0;
      fifo.set(
        depths.map((depth) => ROW * depth),
        FIFO.spans,
      );
      const latencies = new Float64Array(buffer, place, FIFO_BYTES / 8);
      latencies[TOKEN_LATENCY] = tokenLatency;
      latencies[ROOM_LATENCY] = roomLatency;
      new Float64Array(buffer, at + bytes, bytes / 8).fill(Number.NEGATIVE_INFINITY);
    });
    new Float64Array(buffer, this.#at.clocks, LANES * processes.length).fill(0);
    new Int32Array(buffer, this.#at.nexts, processes.length).set(
      program.firstOperation.subarray(0, processes.length),
    );
    return this.#kernel.run(processes.length);
  }

  #reach(bytes: number): void {
    const { memory } = this.#kernel;
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  }
}

/** The least power of two that is not less. */
function powerAbove(least: number): number {
  let power = 1;
  while (power < least) power *= 2;
  return power;
}
