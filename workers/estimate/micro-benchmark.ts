/**
 * The micro-benchmarks of Beard & Chamberlain (2015), section V, without their hardware: two threads and a queue between
 * them, and a monitor that samples both ends every T. The true rates are known.
 */

import { drawExponential, NormalDraws } from '../../core/distributions/draws.ts';
import { log, pow } from '../../core/numeric/elementary.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import type { RateColumns } from './contract.ts';
import { PeriodBins } from './period-bins.ts';
import type { QueueCounters } from './samples-from-counters.ts';

export type Times = 'exponential' | 'deterministic';

/** One thread: what it takes for one item, until `until` (s) and after. */
export interface Thread {
  /** Hyperexponential ones have a squared coefficient of variation of 16. */
  readonly times: Times | 'hyperexponential';
  readonly rate: number;
  /** The rate from `at` on. */
  readonly later?: { readonly at: number; readonly rate: number };
}

export interface TwoThreads {
  readonly producer: Thread;
  readonly consumer: Thread;
  /** Places of the queue. */
  readonly capacity: number;
  readonly period: number;
  readonly periods: number;
  readonly seed: number;
}

export const streamOf = (seed: number, node: string): RandomStream =>
  openStream({ seed, replication: 0, node, purpose: 'service' });

/** What the monitor sees at both ends. Reads at the head, writes at the tail. */
export function runTwoThreads(run: TwoThreads): {
  readonly head: RateColumns;
  readonly tail: RateColumns;
  readonly counters: QueueCounters;
} {
  const { capacity, period, periods } = run;
  const head = new PeriodBins({ start: 0, period, periods });
  const tail = new PeriodBins({ start: 0, period, periods });
  const work = timesOf(run.producer, streamOf(run.seed, 'producer'));
  const service = timesOf(run.consumer, streamOf(run.seed, 'consumer'));
  const reads = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY);
  const end = period * periods;
  // Long enough for the queue to be in its usual state when the monitor starts.
  const warmup = -WARM_ITEMS / Math.min(run.producer.rate, run.consumer.rate);
  let [write, read] = [warmup, warmup];
  let inside = 0;
  for (let item = 0; read < end || write < end; item += 1) {
    const ready = write + work(write);
    write = Math.max(ready, reads[item % capacity]!);
    tail.add(ready, write, 1);
    const free = item === 0 ? warmup : read + service(read);
    read = Math.max(free, write);
    head.add(free, read, 1);
    reads[item % capacity] = read;
    if (write < 0 && read >= 0) inside += 1;
  }
  const [atHead, atTail] = [head.columns(), tail.columns()];
  return { head: atHead, tail: atTail, counters: countersOf(atHead, atTail, inside) };
}

/** The two counters as they stand at the start and after each period. */
function countersOf(head: RateColumns, tail: RateColumns, inside: number): QueueCounters {
  const running = (counts: Float64Array, start: number): Float64Array => {
    let total = start;
    return Float64Array.from([0, ...counts], (count) => (total += count));
  };
  return {
    time: Float64Array.from([0, ...head.time]),
    inCount: running(tail.count, inside),
    outCount: running(head.count, 0),
  };
}

const WARM_ITEMS = 2000;

function timesOf({ times, rate, later }: Thread, stream: RandomStream): (now: number) => number {
  const mean = (now: number): number => 1 / (later && now >= later.at ? later.rate : rate);
  if (times === 'deterministic') return mean;
  if (times === 'exponential') return (now) => drawExponential(stream) * mean(now);
  // Both kinds take half of the time.
  const quick = (1 + Math.sqrt(15 / 17)) / 2;
  const scale = (): number => 0.5 / (stream.uniform() < quick ? quick : 1 - quick);
  return (now) => scale() * drawExponential(stream) * mean(now);
}

/**
 * A server that never waits, seen only through its counts, which are Poisson for exponential times: no need to play each
 * item. `changeAt` is the period from which on the rate is `later.rate`.
 */
export function saturatedCounts(run: {
  readonly server: Thread & { readonly times: Times };
  readonly period: number;
  readonly periods: number;
  readonly seed: number;
  readonly noisy?: boolean;
}): RateColumns {
  const { server, period, periods } = run;
  const stream = streamOf(run.seed, 'server');
  const normal = new NormalDraws(stream);
  const count = new Float64Array(periods);
  let carried = stream.uniform();
  for (let at = 0; at < periods; at += 1) {
    const rate = server.later && at * period >= server.later.at ? server.later.rate : server.rate;
    const jitter = run.noisy ? 1 + 0.01 * (stream.uniform() - 0.5) : 1;
    const expected = rate * period * jitter;
    if (server.times === 'exponential') count[at] = drawPoisson(expected, stream, normal);
    else {
      carried += expected;
      count[at] = Math.floor(carried);
      carried -= count[at]!;
    }
    if (run.noisy) count[at] = disturbed(count[at]!, stream);
  }
  return {
    time: Float64Array.from({ length: periods }, (_, at) => (at + 1) * period),
    period: new Float64Array(periods).fill(period),
    count,
    blocked: new Uint8Array(periods),
    blockedFor: new Float64Array(periods),
  };
}

/** 3 % of the counts are read in the middle of a firing, 0.5 % twice: the monitor does not lock the counter. */
function disturbed(count: number, stream: RandomStream): number {
  const kind = stream.uniform();
  if (kind < 0.03) return Math.floor(count * stream.uniform());
  return kind < 0.035 ? 2 * count : count;
}

/** Exact: a gamma time for most of the items (Ahrens & Dieter, Computing 12 (1974) 223), and the rest one by one. */
export function drawPoisson(mean: number, stream: RandomStream, normal: NormalDraws): number {
  if (mean < 12) {
    let count = -1;
    for (let time = 0; time < mean; count += 1) time += drawExponential(stream);
    return count;
  }
  const most = Math.floor((7 / 8) * mean);
  const time = standardGamma(most, stream, normal);
  if (time <= mean) return most + drawPoisson(mean - time, stream, normal);
  // The first most - 1 events are uniform before `time`: count those before `mean`.
  let count = 0;
  for (let event = 1; event < most; event += 1) if (stream.uniform() * time < mean) count += 1;
  return count;
}

/** Marsaglia & Tsang, ACM TOMS 26 (2000) 363; shape >= 1. */
function standardGamma(shape: number, stream: RandomStream, normal: NormalDraws): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal.next();
    const v = pow(1 + c * x, 3);
    if (v > 0 && log(stream.uniform()) < 0.5 * x * x + d - d * v + d * log(v)) return d * v;
  }
}
