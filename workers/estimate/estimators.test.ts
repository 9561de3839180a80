import { describe, expect, it } from 'vitest';
import { drawExponential } from '../../core/distributions/draws.ts';
import { student975 } from '../numeric/student-t.ts';
import { estimateCensored } from './censored.ts';
import type { RateColumns, RateOutcome } from './contract.ts';
import {
  estimateBusyTime,
  estimateBy,
  estimateMedian,
  estimateRate,
  estimateRobust,
  rateWarnings,
} from './estimate-rate.ts';
import { runTwoThreads, saturatedCounts, streamOf, type Times } from './micro-benchmark.ts';
import { type QueueCounters, samplesFromCounters } from './samples-from-counters.ts';

const MU = 5e5;
const starved = (rho: number, times: Times, seed: number, items = 5) =>
  runTwoThreads({
    producer: { times: 'exponential', rate: rho * MU },
    consumer: { times, rate: MU },
    ...{ capacity: 64, period: items / MU, periods: 4000, seed },
  });
/**
 * Counters of a queue whose services have a squared coefficient of variation of 16, in periods of one service: of items
 * that were taken from it, and of those that were done.
 */
function varied(rho: number, seed: number): { readonly taken: QueueCounters; readonly done: QueueCounters } {
  const periods = 4000;
  const [work, service] = [streamOf(seed, 'producer'), streamOf(seed, 'consumer')];
  const quick = (1 + Math.sqrt(15 / 17)) / 2;
  const [came, begun, ended]: [number[], number[], number[]] = [[], [], []];
  for (let [now, free] = [0, 0]; now < (periods + 1000) / MU; ) {
    now += drawExponential(work) / (rho * MU);
    const start = Math.max(now, free);
    free = start + drawExponential(service) / (2 * MU * (service.uniform() < quick ? quick : 1 - quick));
    came.push(now);
    begun.push(start);
    ended.push(free);
  }
  const time = Float64Array.from({ length: periods }, (_, at) => (1000 + at) / MU);
  const counted = (times: readonly number[]): Float64Array => {
    let count = 0;
    return time.map((end) => {
      while (times[count]! <= end) count += 1;
      return count;
    });
  };
  const inCount = counted(came);
  return {
    taken: { time, inCount, outCount: counted(begun) },
    done: { time, inCount, outCount: counted(ended) },
  };
}
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
  for (const rho of [0.2, 0.5, 0.9]) {
    const tags = rho === 0.9 ? [] : ['long'];
    it(`is right at utilization ${rho}, and its interval holds`, { tags }, () => {
      expect(Math.abs(errorOf(estimateBusyTime(starved(rho, 'exponential', 1).head)))).toBeLessThan(0.03);
      expect(
        coverage((seed) => estimateBusyTime(starved(rho, 'exponential', seed).head), 100),
      ).toBeGreaterThan(0.88);
    });
  }

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

  it('are not chosen by themselves, but stray counts are said, and clean ones are not', () => {
    for (const isNoisy of [true, false])
      for (const times of ['exponential', 'deterministic'] as const) {
        const server = { times, rate: MU };
        const columns = saturatedCounts({ server, period: 1e-4, periods: 2000, seed: 1, noisy: isNoisy });
        const said = /([\d.]+) % of the periods without blocking have counts far from the others/.exec(
          rateWarnings(columns, estimateBusyTime(columns)).join(),
        );
        if (isNoisy) expect(Number(said![1])).toBeGreaterThan(1);
        else expect(said).toBeNull();
      }
  });

  it.each(['exponential', 'deterministic'] as const)(
    'are allowed for in the interval of busy time: %s service',
    (times) => {
      const misread = (seed: number) =>
        saturatedCounts({
          server: { times, rate: MU },
          period: 1e-4,
          periods: 2000,
          seed,
          noisy: true,
        });
      expect(coverage((seed) => estimateBy('busy-time', misread(seed)), 100)).toBeGreaterThan(0.95);
      expect(coverage((seed) => estimateBusyTime(misread(seed)), 100)).toBeLessThan(0.5);
    },
  );

  it('hold the rate of a clean server in their intervals', { tags: ['long'] }, () => {
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

  it('takes together what is nearly alike where lengths and counts are all different', {
    tags: ['long'],
  }, () => {
    const columns = (seed: number): RateColumns => {
      const stream = streamOf(seed, 'consumer');
      const period = Float64Array.from({ length: 6000 }, () => 1000 ** stream.uniform() / MU);
      const count = period.map((length) => {
        let items = 0;
        for (let at = drawExponential(stream) / MU; at < length; at += drawExponential(stream) / MU)
          items += 1;
        return items;
      });
      const blocked = new Uint8Array(count.length);
      const [time, blockedFor] = [period, new Float64Array(count.length)];
      return { time, period, count, blocked, blockedFor };
    };
    expect(new Set(columns(1).count).size).toBeGreaterThan(500);
    expect(Math.abs(errorOf(estimateCensored(columns(1))))).toBeLessThan(0.003);
    expect(coverage((seed) => estimateCensored(columns(seed)), 12)).toBeGreaterThan(0.7);
  });

  it('holds the rate in its interval from counters alone', { tags: ['long'] }, () => {
    const columns = (seed: number) =>
      samplesFromCounters(starved(0.8, 'exponential', seed).counters, { end: 'head' });
    expect(coverage((seed) => estimateCensored(columns(seed)), 60)).toBeGreaterThan(0.85);
  });

  it.each([
    ['deterministic', 0.5],
    ['deterministic', 0.8],
    ['hyperexponential', 0.5],
    ['hyperexponential', 0.9],
  ] as const)(
    'gives no interval for %s service from counters alone, but bounds that hold: ρ %f',
    (law, rho) => {
      const run = law === 'deterministic' ? starved(rho, law, 5, 1).counters : varied(rho, 5).taken;
      const { chosen, warnings } = estimateRate(samplesFromCounters(run, { end: 'head' }));
      expect(chosen).toMatchObject({ method: 'censored', notExponential: true });
      expect(chosen).not.toHaveProperty('low');
      const [, least, most] = /at least ([\d.]+ \S)\/s, the throughput, and at most ([\d.]+ \S)\/s/.exec(
        warnings[0]!,
      )!;
      const inThousands = (text: string): number => Number.parseFloat(text) * (text.endsWith('M') ? 1000 : 1);
      expect(inThousands(least!)).toBeLessThan(MU / 1000);
      expect(inThousands(most!)).toBeGreaterThan(MU / 1000);
    },
  );

  for (const rho of [0.3, 0.5, 0.9]) {
    const tags = rho === 0.5 ? [] : ['long'];
    it(`is not needed where departures end services: ρ ${rho}, hyperexponential`, { tags }, () => {
      const outcome = (seed: number) =>
        estimateBusyTime(samplesFromCounters(varied(rho, seed).done, { end: 'head', departure: 'end' }));
      expect(outcome(1)).toMatchObject({ method: 'busy-time' });
      expect(outcome(1)).not.toHaveProperty('scv');
      expect(coverage(outcome, 60)).toBeGreaterThan(0.85);
    });
  }

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
