/**
 * Servers whose rate changes half way (Beard & Chamberlain 2015, table IV): which estimator sees which of the two rates. A
 * rate is seen when one of the estimates is within 20 % of it, as in the paper.
 */

import { between } from '../workers/estimate/columns.ts';
import type { RateColumns, RateMethod } from '../workers/estimate/contract.ts';
import { estimateBy } from '../workers/estimate/estimate-rate.ts';
import { runTwoThreads, saturatedCounts, streamOf, type Times } from '../workers/estimate/micro-benchmark.ts';
import { findPhases } from '../workers/estimate/phases.ts';
import { estimatePublished } from '../workers/estimate/published.ts';
import { drawRate } from './rate-runs.ts';

const PAIRS = 600;
const CLOSE = 0.2;
const PERIOD = 100e-6;
const CAPACITY = 64;
/** Periods of a starved run per phase, of the time of ten items of the first phase. */
const STARVED_PERIODS = 4000;
const STARVED_ITEMS = 10;

/** Every estimate that a method makes in the course of a run. */
type Tracker = (columns: RateColumns) => readonly number[];

export const TRACKERS: Readonly<Record<string, Tracker>> = {
  'published, relative tolerance': (columns) => convergedRates(columns, true),
  'published, absolute tolerance': (columns) => convergedRates(columns, false),
  'PELT, busy time': (columns) => phaseRates(columns, 'busy-time'),
  'PELT, censored (no blockedFor)': (columns) => phaseRates(withoutTimes(columns), 'censored'),
};

const convergedRates = (columns: RateColumns, relative: boolean): readonly number[] =>
  estimatePublished(columns, { relative }).convergences.map(({ rate }) => rate);

function phaseRates(columns: RateColumns, method: RateMethod): readonly number[] {
  const edges = findPhases(columns);
  return edges.slice(1).flatMap((end, phase) => {
    const outcome = estimateBy(method, between(columns, edges[phase]!, end));
    return 'refused' in outcome ? [] : [outcome.rate];
  });
}

const withoutTimes = (columns: RateColumns): RateColumns => ({
  ...columns,
  blockedFor: columns.blockedFor.map((time, i) => (columns.blocked[i] === 1 ? Number.NaN : time)),
});

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly times: Times;
  readonly seed: number;
}

export interface Course {
  readonly what: string;
  readonly periodsPerPhase: number;
  /** Upper end of the uniform time until T is fixed, as a share of the first phase. */
  readonly settling: number;
  readonly draw: (pair: Pair) => RateColumns;
}

const saturated = (periodsPerPhase: number, settling = 0): Course => ({
  what: 'saturated',
  periodsPerPhase,
  settling,
  draw: ({ first, second, times, seed }) => {
    const server = { times, rate: first, later: { at: (periodsPerPhase - 0.5) * PERIOD, rate: second } };
    const columns = saturatedCounts({ server, period: PERIOD, periods: 2 * periodsPerPhase, seed });
    const skipped = Math.floor(settling * periodsPerPhase * streamOf(seed, 'settling').uniform());
    return between(columns, skipped, 2 * periodsPerPhase);
  },
});

/** rho is that of the slower phase. */
const starved = (low: number, high: number): Course => ({
  what: `starved, ρ ${low} to ${high}`,
  periodsPerPhase: STARVED_PERIODS,
  settling: 0,
  draw: ({ first, second, times, seed }) => {
    const rho = low + (high - low) * streamOf(seed, 'rho').uniform();
    const period = STARVED_ITEMS / first;
    return runTwoThreads({
      producer: { times: 'exponential', rate: rho * Math.min(first, second) },
      consumer: { times, rate: first, later: { at: STARVED_PERIODS * period, rate: second } },
      ...{ capacity: CAPACITY, period, periods: 2 * STARVED_PERIODS, seed },
    }).head;
  },
});

export const COURSES: readonly Course[] = [
  ...[1000, 2000, 5000, 8000].map((periods) => saturated(periods)),
  saturated(5000, 1.5),
  saturated(5000, 2),
  starved(0.5, 0.98),
  starved(0.2, 0.5),
];

/** Shares of the pairs of which neither, only the first, only the second, and both rates were seen. */
export type Seen = readonly [number, number, number, number];

export const runCourse = (course: Course): readonly Seen[] => {
  const seen = Object.keys(TRACKERS).map((): [number, number, number, number] => [0, 0, 0, 0]);
  for (let seed = 0; seed < PAIRS; seed += 1) {
    const pair: Pair = {
      ...{ first: drawRate(seed), second: drawRate(seed + PAIRS), seed },
      times: seed % 2 === 0 ? 'exponential' : 'deterministic',
    };
    const columns = course.draw(pair);
    for (const [at, track] of Object.values(TRACKERS).entries()) {
      const rates = track(columns);
      const sees = (truth: number): boolean => rates.some((rate) => Math.abs(rate / truth - 1) <= CLOSE);
      seen[at]![(sees(pair.first) ? 1 : 0) + (sees(pair.second) ? 2 : 0)]! += 1 / PAIRS;
    }
  }
  return seen;
};

/** Pairs of rates that differ by less than what counts as close. */
export const closePairs = (): number => {
  const seeds = Array.from({ length: PAIRS }, (_, seed) => seed);
  return (
    seeds.filter((seed) => Math.abs(drawRate(seed + PAIRS) / drawRate(seed) - 1) <= CLOSE).length / PAIRS
  );
};
