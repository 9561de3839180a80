/**
 * How far the estimators of a service rate are from rates that are known: micro-benchmarks like those of Beard &
 * Chamberlain (2015), section VI. Consumers of 0.8 to 8 MB/s with items of 8 bytes, half of them with exponential and half
 * with deterministic times.
 */
import {
  RATE_METHODS,
  type RateColumns,
  type RateMethod,
  type RateOutcome,
} from '../workers/estimate/contract.ts';
import { estimateBy } from '../workers/estimate/estimate-rate.ts';
import { runTwoThreads, saturatedCounts, streamOf, type Times } from '../workers/estimate/micro-benchmark.ts';
import { samplesFromCounters } from '../workers/estimate/samples-from-counters.ts';

export const ITEM_BYTES = 8;
const SLOWEST = 0.8e6 / ITEM_BYTES;
const FASTEST = 8e6 / ITEM_BYTES;
const LAWS: readonly Times[] = ['exponential', 'deterministic'];

/** One kind of run: `draw` makes one of them, of a server of that rate. */
export interface Kind {
  readonly what: string;
  readonly period: string;
  readonly periods: number;
  readonly runs: number;
  readonly draw: (run: {
    readonly rate: number;
    readonly times: Times;
    readonly seed: number;
  }) => RateColumns;
}

const PERIODS = 5_000;
const STARVED_PERIODS = 20_000;
const CAPACITY = 64;

const saturated = (what: string, period: number, noisy = false): Kind => ({
  what,
  period: `${1e6 * period} µs`,
  periods: PERIODS,
  runs: 1800,
  draw: ({ rate, times, seed }) =>
    saturatedCounts({ server: { times, rate }, period, periods: PERIODS, seed, noisy }),
});

/** Poisson arrivals that leave the server idle; T is the time of 5, 10 or 20 items. */
const starved = (low: number, high: number, by: 'monitor' | 'counters' = 'monitor'): Kind => ({
  what: `starved, ρ ${low} to ${high}${by === 'counters' ? ', counters only' : ''}`,
  period: '5, 10 or 20 items',
  periods: STARVED_PERIODS,
  runs: by === 'counters' ? 300 : 600,
  draw: ({ rate, times, seed }) => {
    const rho = low + (high - low) * streamOf(seed, 'rho').uniform();
    const { head, counters } = runTwoThreads({
      ...{ producer: { times: 'exponential', rate: rho * rate }, consumer: { times, rate } },
      ...{ capacity: CAPACITY, period: [5, 10, 20][seed % 3]! / rate, periods: STARVED_PERIODS, seed },
    });
    return by === 'monitor' ? head : samplesFromCounters(counters, { end: 'head' });
  },
});

export const KINDS: readonly Kind[] = [
  saturated('saturated', 30e-6),
  saturated('saturated', 100e-6),
  saturated('saturated, noise', 100e-6, true),
  saturated('saturated', 1e-3),
  starved(0.8, 0.98),
  starved(0.5, 0.8),
  starved(0.2, 0.5),
  starved(0.8, 0.98, 'counters'),
  starved(0.5, 0.8, 'counters'),
  starved(0.2, 0.5, 'counters'),
];

/** Relative errors, sorted, of one method over the runs of one kind and distribution; refusals are counted apart. */
export interface Errors {
  readonly errors: Float64Array;
  readonly refused: number;
  /** Intervals, and those that hold the true rate. */
  readonly intervals: number;
  readonly held: number;
}

export interface Row {
  readonly kind: Kind;
  readonly times: Times;
  readonly runs: number;
  /** Share of the periods without blocking. */
  readonly usable: number;
  readonly byMethod: Readonly<Record<RateMethod, Errors>>;
}

export const runKinds = (): readonly Row[] =>
  KINDS.flatMap((kind) => LAWS.map((times) => runKind(kind, times)));

function runKind(kind: Kind, times: Times): Row {
  const runs = kind.runs / LAWS.length;
  const tallies = RATE_METHODS.map(() => ({ errors: [] as number[], refused: 0, intervals: 0, held: 0 }));
  let usable = 0;
  for (let seed = 0; seed < runs; seed += 1) {
    const rate = drawRate(seed);
    const columns = kind.draw({ rate, times, seed });
    usable += columns.blocked.reduce((count, flag) => count + 1 - flag, 0) / kind.periods / runs;
    for (const [at, method] of RATE_METHODS.entries()) note(tallies[at]!, estimateBy(method, columns), rate);
  }
  const sorted = tallies.map((tally) => ({ ...tally, errors: Float64Array.from(tally.errors).sort() }));
  const byMethod = Object.fromEntries(RATE_METHODS.map((method, at) => [method, sorted[at]!]));
  return { kind, times, runs, usable, byMethod: byMethod as Record<RateMethod, Errors> };
}

/** The first of the seeds' own streams: the same servers for every kind. */
export function drawRate(seed: number): number {
  return SLOWEST + (FASTEST - SLOWEST) * streamOf(seed, 'rate').uniform();
}

function note(
  tally: { errors: number[]; refused: number; intervals: number; held: number },
  outcome: RateOutcome,
  truth: number,
): void {
  if ('refused' in outcome) {
    tally.refused += 1;
    return;
  }
  const { rate, low, high } = outcome;
  tally.errors.push(rate / truth - 1);
  if (low === undefined || high === undefined) return;
  tally.intervals += 1;
  if (low <= truth && truth <= high) tally.held += 1;
}
