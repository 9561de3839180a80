import { describe, expect, it } from 'vitest';
import { RATE_METHODS } from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import { runTwoThreads, saturatedCounts } from './micro-benchmark.ts';
import {
  advisePeriod,
  itemsNeeded,
  probabilityOfUnblockedRead,
  probabilityOfUnblockedWrite,
  shareOfUnblockedReads,
} from './observable-period.ts';
import { distributionAtRate } from './service-at-rate.ts';

const MU = 5e5;
const starved = (rho: number, items: number, later?: { at: number; rate: number }) =>
  runTwoThreads({
    producer: { times: 'exponential', rate: rho * MU },
    consumer: { times: 'exponential', rate: MU, ...(later && { later }) },
    ...{ capacity: 64, period: items / MU, periods: 4000, seed: 7 },
  });

describe('estimateRate', () => {
  it('takes the busy time where it is known, and else the censored likelihood', () => {
    const { head } = starved(0.7, 5);
    const report = estimateRate(head);
    expect(report.chosen.method).toBe('busy-time');
    expect(report.busyShare).toBeCloseTo(0.7, 1);
    expect(report.throughput / MU).toBeCloseTo(0.7, 1);
    expect(report.all.map(({ method }) => method)).toEqual(RATE_METHODS);
    const unknown = { ...head, blockedFor: head.blockedFor.map(() => Number.NaN) };
    expect(estimateRate(unknown).chosen.method).toBe('censored');
    expect(estimateRate(unknown)).not.toHaveProperty('busyShare');
  });

  it.each([
    ['exponential', 0.4],
    ['exponential', 0.7],
    ['deterministic', 0.7],
  ] as const)(
    'without blocked times its interval takes in what they would tell: %s service at %d',
    (times, rho) => {
      const producer = { times: 'exponential', rate: rho * MU } as const;
      const run = {
        producer,
        consumer: { times, rate: MU },
        capacity: 64,
        period: 5 / MU,
        periods: 4000,
        seed: 7,
      };
      const { head } = runTwoThreads(run);
      const unknown = { ...head, blockedFor: head.blockedFor.map(() => Number.NaN) };
      const { chosen, warnings } = estimateRate(unknown);
      if ('refused' in chosen) throw new Error(chosen.refused);
      expect(chosen.low).toBeLessThanOrEqual(MU);
      expect(chosen.high).toBeGreaterThan(MU);
      expect(warnings).toEqual([
        expect.stringMatching(/^the censored likelihood is too high where many periods/),
      ]);
    },
  );

  it('warns of periods that overlap', () => {
    const { head } = starved(0.7, 5);
    const twice = { ...head, period: head.period.map((period) => 2 * period) };
    expect(estimateRate(twice).warnings.join()).toMatch(/^3999 of the 4000 periods begin before the one/);
  });

  it('gives the phases with their times', () => {
    const half = (2000 * 5) / MU;
    const { phases, warnings } = estimateRate(starved(0.6, 5, { at: half, rate: 2 * MU }).head);
    expect(phases).toHaveLength(2);
    expect(phases[0]).toMatchObject({ from: 0, rate: expect.closeTo(MU, -5) });
    expect(phases[1]!.from / half).toBeCloseTo(1, 1);
    expect(phases[1]!.rate / (2 * MU)).toBeCloseTo(1, 1);
    expect(warnings).toContain('the rate changed once; one rate for the whole is a mean over its phases');
  });

  it('warns of what the wanted method cannot do here', () => {
    const { warnings, chosen } = estimateRate(starved(0.4, 5).head, 'robust');
    expect(chosen.method).toBe('robust');
    expect(warnings[0]).toMatch(
      /^only \d\.?\d* % of the periods are without blocking: .* the rate is too low; use busy-time or censored$/,
    );
    expect(estimateRate(starved(0.95, 5).head, 'published').warnings.join()).toMatch(
      /were service exponential, it would be 2\d % too high/,
    );
  });

  it('says why there is no rate', () => {
    const few = saturatedCounts({
      server: { times: 'exponential', rate: MU },
      period: 1e-4,
      periods: 3,
      seed: 1,
    });
    const report = estimateRate(few);
    expect(report.chosen).toEqual({
      method: 'busy-time',
      refused: '3 periods are too few; expected at least 6',
    });
    expect(report.phases).toEqual([]);
    expect(report.all.every((outcome) => 'refused' in outcome)).toBe(true);
  });
});

describe('the chance of a period without blocking', () => {
  it('is that of the paper', () => {
    expect(itemsNeeded(1e3, 4.2e-3)).toBe(5);
    expect(probabilityOfUnblockedRead(4.2e-3, 0.9, 1e3)).toBeCloseTo(0.9 ** 5, 12);
    expect(probabilityOfUnblockedWrite(4.2e-3, 8, 0.9, 1e3)).toBeCloseTo(1 - 0.9 ** 4, 12);
    expect(probabilityOfUnblockedWrite(4.2e-3, 4, 0.9, 1e3)).toBe(0);
  });

  it('advises the longest period that still has its share', () => {
    const advice = advisePeriod({ mu: 1e3, rho: 0.9, capacity: 64 }, 1e-3);
    expect(advice).toMatchObject({ read: 0.9, share: 0.1, longest: expect.closeTo(21e-3, 12) });
    expect(probabilityOfUnblockedRead(advice.longest, 0.9, 1e3)).toBeGreaterThanOrEqual(0.1);
    expect(probabilityOfUnblockedRead(advice.longest * 1.01, 0.9, 1e3)).toBeLessThan(0.1);
    expect(advisePeriod({ mu: 1e3, rho: 0.05 }, 1e-3).longest).toBe(0);
  });

  it('exactly is what a monitor sees', () => {
    for (const [rho, items] of [
      [0.7, 5],
      [0.7, 10],
      [0.7, 2],
      [0.5, 2],
      [0.5, 5],
    ] as const) {
      const { blocked } = starved(rho, items).head;
      const free = 1 - blocked.reduce((sum, flag) => sum + flag, 0) / blocked.length;
      expect(Math.abs(free - shareOfUnblockedReads(items / MU, rho, MU))).toBeLessThan(0.03);
    }
  });

  it('exactly is rho for no time at all, and falls with it', () => {
    expect(shareOfUnblockedReads(1e-12, 0.6, 1)).toBeCloseTo(0.6, 9);
    const shares = [0.1, 1, 3, 10, 30].map((T) => shareOfUnblockedReads(T, 0.6, 1));
    expect(shares.toSorted((a, b) => b - a)).toEqual(shares);
  });

  it('is not worked out for periods of very many items', () => {
    expect(advisePeriod({ mu: 1e9, rho: 0.9 }, 1)).not.toHaveProperty('exact');
  });
});

describe('distributionAtRate', () => {
  it('keeps the shape of a distribution and how its place is said', () => {
    expect(distributionAtRate({ distribution: 'erlang', shape: 3, mean: 1 }, 4)).toEqual({
      distribution: 'erlang',
      shape: 3,
      mean: 0.25,
    });
    expect(
      distributionAtRate({ distribution: 'exponential', factors: { elementsPerClock: 1, clock: 3 } }, 4),
    ).toEqual({
      ...{ distribution: 'exponential', rate: 4 },
    });
  });

  it('replaces a distribution that has no free place', () => {
    const trace = { distribution: 'trace', values: [1, 2] } as const;
    expect(distributionAtRate(trace, 4)).toEqual({ distribution: 'exponential', rate: 4 });
    expect(distributionAtRate(trace, 4, 0.5)).toEqual({ distribution: 'gamma', rate: 4, scv: 0.5 });
    expect(distributionAtRate(trace, 4, 1e-6)).toEqual({ distribution: 'deterministic', rate: 4 });
  });
});
