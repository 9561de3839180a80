import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateRate } from './estimate-rate.ts';
import { extremes, rateCourse } from './estimator-service.ts';
import { runTwoThreads } from './micro-benchmark.ts';

const columns = runTwoThreads({
  producer: { times: 'exponential', rate: 9e5 },
  consumer: { times: 'exponential', rate: 1e6 },
  ...{ capacity: 64, period: 1e-5, periods: 20_000, seed: 4 },
}).head;

describe('the picture of samples', () => {
  it('holds the published method step by step up to each convergence', () => {
    const { heuristic, tolerance } = rateCourse(columns);
    const { convergences } = estimateRate(columns);
    expect(convergences.length).toBeGreaterThan(2);
    for (const { time, rate } of convergences) {
      const step = heuristic.time.indexOf(time);
      expect(heuristic.meanQ[step]).toBeCloseTo(rate, 6);
      // The last 16 changes were calm: that is what convergence means.
      for (let before = 0; before < 16; before += 1)
        expect(heuristic.change[step - before]).toBeLessThanOrEqual(tolerance);
    }
  });

  it('shares of blocking over all stretches are the share of the whole', () => {
    const { share } = rateCourse(columns).blocked;
    const mean = share.reduce((sum, part) => sum + part, 0) / share.length;
    expect(mean).toBeCloseTo(estimateRate(columns).blockedShare, 2);
  });

  it('thinned keeps the highest and the lowest sample of either kind, in the order of time', () => {
    const whole = rateCourse(columns).samples;
    const thin = rateCourse(columns, 1000).samples;
    expect(thin.time.length).toBeLessThanOrEqual(1000);
    expect(thin.time).toEqual(thin.time.slice().sort());
    for (const kind of [0, 1]) {
      const of = ({ rate, blocked }: typeof whole) => [...rate].filter((_, i) => blocked[i] === kind);
      expect(Math.max(...of(thin))).toBe(Math.max(...of(whole)));
      expect(Math.min(...of(thin))).toBe(Math.min(...of(whole)));
    }
  });
});

describe('extremes', () => {
  it('keeps the smallest and largest of any series within the number asked for, rising', () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.integer({ min: 2, max: 40 }), (values, most) => {
        const among = Int32Array.from(values.keys());
        const kept = [...extremes(values, among, most)];
        expect(kept.length).toBeLessThanOrEqual(Math.max(most, 2));
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        const known = values.filter((one) => !Number.isNaN(one));
        const shown = kept.map((i) => values[i]!).filter((one) => !Number.isNaN(one));
        if (known.length === 0) return;
        expect(Math.max(...shown)).toBe(Math.max(...known));
        expect(Math.min(...shown)).toBe(Math.min(...known));
      }),
    );
  });
});
