/**
 * The compiled module of `kernel/`: an instance for one replication at a time, and as new for the next after `reset`.
 * Addresses and handles of the kernel are plain numbers.
 */

import type { Sampler } from '../../core/distributions/draws.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { neededModule } from '../numeric/kernel-module.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

/** What the module exports; `kernel/index.as` names the places. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly sinks: WebAssembly.Global<'i32'>;
  readonly pathsSeen: WebAssembly.Global<'i32'>;
  fillTables(): void;
  take(bytes: number): number;
  openDraws(kind: number, mean: number, sampler: number, seed: number): number;
  openMarks(count: number, warmup: number, horizon: number): number;
  firstBucket(): number;
  startOfCounts(buckets: number): number;
  endOfCounts(buckets: number): number;
  openLine(interarrival: number, batchSize: number): number;
  addLineStage(
    service: number,
    filter: number,
    pass: number,
    factor: number,
    capacity: number,
    drops: number,
  ): number;
  addLineRules(batchSize: number, timePerElement: number, asksFirst: number, countsWaiting: number): number;
  addLineDelay(): void;
  addLineUnit(): number;
  needLineUnit(unit: number): number;
  usedTimeOfUnit(unit: number): number;
  addLineGroup(): number;
  joinLineGroup(group: number): void;
  levelsOfLineGroup(group: number): number;
  addForkedStage(index: number, rank: number): void;
  followFork(branches: number): number;
  followBranch(place: number): void;
  endFork(): void;
  startLine(): void;
  advanceLine(arrivals: number): number;
  lineEvents(): number;
  lineTime(): number;
  readonly isTaking: WebAssembly.Global<'i32'>;
  readonly haltReason: WebAssembly.Global<'i32'>;
  readonly haltAt: WebAssembly.Global<'i32'>;
  readonly circle: WebAssembly.Global<'i32'>;
  readonly circleLength: WebAssembly.Global<'i32'>;
  readonly frameTimes: WebAssembly.Global<'i32'>;
  readonly moves: WebAssembly.Global<'i32'>;
  readonly moveCount: WebAssembly.Global<'i32'>;
  openNetwork(
    stages: number,
    joins: number,
    fifos: number,
    ports: number,
    senders: number,
    classes: number,
    sinks: number,
    resources: number,
    hasPaths: number,
    hasClosed: number,
    mayDeadlock: number,
  ): void;
  openCalendar(senders: number): void;
  openFrames(count: number): number;
  openStageFrames(stage: number): number;
  addStage(index: number, capacity: number, full: number): number;
  addJoin(index: number): number;
  addFifo(index: number, stage: number, capacity: number, full: number): number;
  addDataflow(stage: number, rules: number, inputs: number, outputs: number, phases: number): number;
  addFiringTimes(flow: number, count: number): number;
  addInput(flow: number, fifo: number, count: number): number;
  addOutput(flow: number, target: number, promised: number, count: number): number;
  fillFifo(fifo: number, count: number): void;
  startActor(stage: number): void;
  openFeeds(count: number): number;
  readonly waitCount: WebAssembly.Global<'i32'>;
  waitsAt(place: number): number;
  isAliveAt(place: number): number;
  isFedAt(place: number): number;
  lackAt(stage: number): number;
  addPlainServers(stage: number, count: number, priority: number): void;
  addRules(
    stage: number,
    picks: number,
    draws: number,
    lines: number,
    batchMin: number,
    batchMax: number,
  ): number;
  addServers(
    stage: number,
    rules: number,
    count: number,
    priority: number,
    asksFirst: number,
    preempts: number,
  ): void;
  addPipelines(stage: number, rules: number, count: number, priority: number, latency: number): void;
  setTimePerElement(rules: number, time: number): void;
  setSpeeds(rules: number, count: number): number;
  addSharedServers(stage: number, rules: number, count: number, priority: number, sharing: number): void;
  addFlush(stage: number, rules: number, timeout: number, priority: number): void;
  measuresOf(stage: number): number;
  occupancyOf(stage: number): number;
  countWaiting(rules: number): number;
  setClass(
    stage: number,
    jobClass: number,
    service: number,
    ownsService: number,
    filter: number,
    pass: number,
    factor: number,
    urgency: number,
  ): void;
  addRounds(stage: number, jobClass: number): number;
  classTotals(stage: number, jobClass: number): number;
  addSource(
    index: number,
    port: number,
    jobClass: number,
    batchSize: number,
    interarrival: number,
    priority: number,
  ): number;
  addSchedule(stage: number, source: number, base: number, frames: number, period: number): number;
  framesFrom(schedule: number): number;
  drawsOfFrames(schedule: number): number;
  addResources(count: number): void;
  addResource(units: number, inTurn: number, stages: number): number;
  stagesOfResource(resource: number): number;
  setResource(rules: number, resource: number): void;
  usedTimeOf(resource: number): number;
  addGroups(count: number): void;
  addGroup(): number;
  setGroups(stage: number, count: number): number;
  levelsOfGroup(group: number): number;
  setSole(port: number, target: number, isSimple: number): void;
  setRule(port: number, rule: number, links: number, isSimple: number): number;
  addChoice(port: number, draws: number): number;
  addSwitch(port: number, jobClass: number, draws: number, classes: number): number;
  targetsOf(choice: number): number;
  sharesOf(choice: number): number;
  setChoice(port: number, jobClass: number, choice: number): void;
  beginNetwork(): void;
  startNetwork(): void;
  populate(stage: number, jobClass: number, count: number): void;
  settleStart(): void;
  advanceNetwork(events: number): number;
  advanceTo(until: number, events: number): number;
  networkEvents(): number;
  networkTime(): number;
  nextEventTime(): number;
  nextActor(): number;
  batchOf(actor: number): number;
  pendingOf(actor: number): number;
  readonly waitingCount: WebAssembly.Global<'i32'>;
  watch(): void;
  forgetMoves(): void;
  lookAt(stage: number): number;
  waitingFor(stage: number): number;
  tripsSeen(place: number): number;
  tripsOfClass(jobClass: number): number;
  pathBefore(path: number): number;
  lastOfPath(path: number): number;
}

/** A memory of more than so many bytes is near its end at 4 GB, which only queues that grow for ever come to. */
const MUCH_MEMORY = 2 ** 31;

/** Numbers that the host draws at once. */
const AT_ONCE = 64;

/** Under this and a number the module exports what it keeps beside its memory (build-kernel.ts). */
export const STATE = 'state ';

interface StateAtFirst {
  readonly global: WebAssembly.Global;
  readonly value: number | bigint;
}

let compiled: WebAssembly.Module | undefined;

export class Kernel {
  readonly call: KernelExports;
  private readonly samplers: Sampler[] = [];
  private readonly atFirst: readonly StateAtFirst[];
  /** All of the memory; as it grows, what looks at it comes to have no length. */
  private all = new Float64Array(0);

  constructor() {
    compiled ??= neededModule(KERNEL_BYTES);
    const fill = (sampler: number, block: number): void => this.fill(this.samplers[sampler]!, block);
    // The kernel asks for more than it may have at once.
    const abort = (): void => {
      throw new WebAssembly.RuntimeError('the memory has an end');
    };
    const imports = { host: { fill, log: log, exp: exp }, env: { abort } };
    const { exports } = new WebAssembly.Instance(compiled, imports);
    this.call = exports as unknown as KernelExports;
    this.call.fillTables();
    this.atFirst = Object.entries(exports).flatMap(([name, global]) =>
      name.startsWith(STATE) && global instanceof WebAssembly.Global ? [{ global, value: global.value }] : [],
    );
  }

  /** As if it were new. The memory stays as large as it is and keeps what is in it: all that is taken of it is made zero. */
  reset(): void {
    // What was made last lies in front of what is taken now, and is known to be used by that (`kernel/memory.as`).
    this.call.take(1);
    for (const { global, value } of this.atFirst) global.value = value;
    this.samplers.length = 0;
  }

  /** After a trap: whether it came because the memory could not grow. */
  get isFull(): boolean {
    return this.call.isTaking.value !== 0 || this.call.memory.buffer.byteLength > MUCH_MEMORY;
  }

  /** Its number for the kernel. */
  addSampler(sampler: Sampler): number {
    return this.samplers.push(sampler) - 1;
  }

  // The memory may have moved between any two calls: views are made anew each time.

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.call.memory.buffer, address, count);
  }

  integers(address: number, count: number): Int32Array {
    return new Int32Array(this.call.memory.buffer, address, count);
  }

  private fill(sampler: Sampler, block: number): void {
    if (this.all.length === 0) this.all = new Float64Array(this.call.memory.buffer);
    const first = block / Float64Array.BYTES_PER_ELEMENT;
    if (sampler.fill) sampler.fill(this.all.subarray(first, first + AT_ONCE));
    else for (let i = first; i < first + AT_ONCE; i++) this.all[i] = sampler.next();
  }
}

/**
 * Kernels that wait for the next replication of this thread. To open one costs more than a short replication, and memories
 * that are opened one after the other make the whole thread stop to look for those that are gone.
 */

/** As many as usually run side by side in one thread. */
export const MOST_KEPT = 2;
/** Larger memories go with their replication, bytes. Twenty stages whose paths are told apart take 10 MB. */
export const LARGEST_KEPT = 16 * 2 ** 20;

const kept: Kernel[] = [];

/** One in which nothing is open. */
export const takeKernel = (): Kernel => kept.pop() ?? new Kernel();

/** Nobody looks at it any more. */
export function giveBack(kernel: Kernel): void {
  if (kept.length === MOST_KEPT || kernel.call.memory.buffer.byteLength > LARGEST_KEPT) return;
  kernel.reset();
  kept.push(kernel);
}
