import { describe, expect, it } from 'vitest';
import { student975 } from '../numeric/student-t.ts';
import { estimateCensored } from './censored.ts';
import type { RateColumns, RateOutcome } from './contract.ts';
import { estimateBusyTime, estimateMedian, estimateRobust } from './estimate-rate.ts';
import { runTwoThreads, saturatedCounts, type Times } from './micro-benchmark.ts';
import { samplesFromCounters } from './samples-from-counters.ts';

const MU = 5e5;
const starved = (rho: number, times: Times, seed: number, items = 5) =>
  runTwoThreads({
    producer: { times: 'exponential', rate: rho * MU },
    consumer: { times, rate: MU },
    ...{ capacity: 64, period: items / MU, periods: 4000, seed },
  });
const withoutTimes = (columns: RateColumns): RateColumns => ({
  ...columns,
  blockedFor: columns.blockedFor.map((time, i) => (columns.blocked[i] === 1 ? Number.NaN : time)),
});

function errorOf(outcome: RateOutcome, truth = MU): number {
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome.rate / truth - 1;
}

/** Share of the seeds whose interval holds the rate. */
function coverage(estimate: (seed: number) => RateOutcome, seeds: number): number {
  let held = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const outcome = estimate(seed);
    if ('refused' in outcome) throw new Error(outcome.refused);
    if (outcome.low! <= MU && MU <= outcome.high!) held += 1;
  }
  return held / seeds;
}

describe('student975', () => {
  it('is the tabled quantile (Abramowitz & Stegun, table 26.10)', () => {
    expect(student975(5)).toBeCloseTo(2.571, 2);
    expect(student975(10)).toBeCloseTo(2.228, 3);
    expect(student975(63)).toBeCloseTo(1.9983, 3);
  });
});

describe('estimateBusyTime', () => {
  it.each([0.2, 0.5, 0.9])('is right at utilization %f, and its interval holds', (rho) => {
    expect(Math.abs(errorOf(estimateBusyTime(starved(rho, 'exponential', 1).head)))).toBeLessThan(0.03);
    expect(coverage((seed) => estimateBusyTime(starved(rho, 'exponential', seed).head), 100)).toBeGreaterThan(
      0.88,
    );
  });

  it('tells exponential from constant service', () => {
    expect(estimateBusyTime(starved(0.7, 'exponential', 1).head)).toHaveProperty('scv', expect.closeTo(1, 0));
    const constant = estimateBusyTime(starved(0.7, 'deterministic', 1).head);
    expect(constant).toHaveProperty('scv', expect.closeTo(0, 2));
    expect(Math.abs(errorOf(constant))).toBeLessThan(1e-3);
  });

  it('finds the rate of a producer that waits for room', () => {
    const { tail } = runTwoThreads({
      producer: { times: 'exponential', rate: MU },
      consumer: { times: 'exponential', rate: 0.6 * MU },
      ...{ capacity: 8, period: 1e-5, periods: 4000, seed: 1 },
    });
    expect(Math.abs(errorOf(estimateBusyTime(tail)))).toBeLessThan(0.02);
  });

  it('refuses where the busy time is not known, or nothing passed', () => {
    const { head } = starved(0.5, 'exponential', 1);
    expect(estimateBusyTime(withoutTimes(head))).toEqual({
      method: 'busy-time',
      refused: 'The busy time is not known: the column blockedFor is empty',
    });
    const idle = { ...head, count: head.count.map(() => 0) };
    expect(estimateBusyTime(idle)).toHaveProperty(
      'refused',
      'In 4000 periods no item passed while nothing was blocked',
    );
  });
});

describe('the robust centres', () => {
  const noisy = (seed: number) =>
    saturatedCounts({
      server: { times: 'exponential', rate: MU },
      period: 1e-4,
      periods: 2000,
      seed,
      noisy: true,
    });

  it('bear doubled and cut counts, which move the mean', () => {
    for (const estimate of [estimateRobust, estimateMedian])
      expect(Math.abs(errorOf(estimate(noisy(1))))).toBeLessThan(0.02);
  });

  it('hold the rate of a clean server in their intervals', () => {
    const clean = (seed: number) =>
      saturatedCounts({ server: { times: 'exponential', rate: MU }, period: 1e-4, periods: 500, seed });
    expect(coverage((seed) => estimateRobust(clean(seed)), 200)).toBeGreaterThan(0.9);
  });

  it('are low where most periods are blocked: those that are left had slow service', () => {
    expect(errorOf(estimateRobust(starved(0.5, 'exponential', 1).head))).toBeLessThan(-0.2);
  });

  it('give the one rate there is', () => {
    const same = saturatedCounts({
      server: { times: 'deterministic', rate: 4e5 },
      period: 1e-4,
      periods: 50,
      seed: 1,
    });
    expect(estimateRobust(same)).toMatchObject({ rate: 4e5, low: 4e5, high: 4e5 });
  });
});

describe('estimateCensored', () => {
  it.each([
    [0.9, 0.05],
    [0.7, 0.1],
    [0.5, 0.15],
  ])(
    'needs no blocked times: at utilization %f within %f, where the mean of free periods is far off',
    (rho, most) => {
      const columns = withoutTimes(starved(rho, 'exponential', 2).head);
      expect(Math.abs(errorOf(estimateCensored(columns)))).toBeLessThan(most);
      expect(Math.abs(errorOf(estimateCensored(columns)))).toBeLessThan(
        Math.abs(errorOf(estimateRobust(columns))),
      );
    },
  );

  it.each(['exponential', 'deterministic'] as const)('is right from counters alone: %s', (times) => {
    const columns = samplesFromCounters(starved(0.8, times, 5).counters, { end: 'head' });
    expect(Math.abs(errorOf(estimateCensored(columns)))).toBeLessThan(0.04);
  });

  it('holds the rate in its interval from counters alone', () => {
    const columns = (seed: number) =>
      samplesFromCounters(starved(0.8, 'exponential', seed).counters, { end: 'head' });
    expect(coverage((seed) => estimateCensored(columns(seed)), 60)).toBeGreaterThan(0.85);
  });

  it('is the mean where nothing is blocked, and tells the shape of service', () => {
    const columns = saturatedCounts({
      server: { times: 'exponential', rate: MU },
      period: 2e-5,
      periods: 4000,
      seed: 4,
    });
    const outcome = estimateCensored(columns);
    const mean = columns.count.reduce((sum, count) => sum + count, 0) / 4000 / 2e-5;
    expect(errorOf(outcome, mean)).toBeCloseTo(0, 2);
    expect(outcome).toHaveProperty('scv', expect.closeTo(1, 0));
  });

  it('refuses when every period was blocked', () => {
    const { head } = starved(0.5, 'exponential', 1);
    const all = withoutTimes({ ...head, blocked: head.blocked.map(() => 1) });
    expect(estimateCensored(all)).toHaveProperty(
      'refused',
      expect.stringMatching(
        /^All 4000 periods were blocked: they only say that the rate is at least 2\d\d,000 items\/s/,
      ),
    );
    const none = { ...all, count: all.count.map(() => 0) };
    expect(estimateCensored(none)).toHaveProperty(
      'refused',
      'All 4000 periods were blocked, and no item passed',
    );
  });
});
