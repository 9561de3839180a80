/** Quantile pairs, effective sample size, distances with intervals: against closed forms and what is known by construction. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapDistance, effectiveSampleSize, LEAST_FRAMES } from '../compare/block-bootstrap.ts';
import { levelQuantiles, quantilePairs, quantilesOf } from '../compare/compare-levels.ts';
import { openStream } from '../random/random-stream.ts';
import { jensenShannonDistance, levelDistances } from './distances.ts';

const stream = openStream({ seed: 2, replication: 0, node: 'statistics', purpose: 'discipline' });
const normal = (): number =>
  Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());

/** x_i = phi x_(i-1) + noise. */
function autoregressive(phi: number, n: number): Float64Array {
  let value = normal() / Math.sqrt(1 - phi * phi);
  return Float64Array.from({ length: n }, () => {
    value = phi * value + normal();
    return value;
  });
}

describe('effectiveSampleSize', () => {
  it.each([0, 0.5, 0.9])('of an autoregressive series with phi = %d: n (1 - phi) / (1 + phi)', (phi) => {
    const n = 20_000;
    const { size, correlationTime } = effectiveSampleSize(autoregressive(phi, n));
    const tau = (1 + phi) / (1 - phi);
    expect(Math.abs(correlationTime / tau - 1)).toBeLessThan(0.25);
    expect(size).toBeCloseTo(n / correlationTime, 6);
  });

  it('is 1 of equal values and at most n', () => {
    expect(effectiveSampleSize(new Float64Array(50).fill(0.1))).toEqual({ size: 1, correlationTime: 50 });
    const turns = Float64Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    expect(effectiveSampleSize(turns).size).toBe(100);
  });
});

describe('quantile pairs', () => {
  const bins = (weights: readonly number[], width: number) => ({
    low: Float64Array.from(weights, (_, i) => i * width),
    high: Float64Array.from(weights, (_, i) => (i + 1) * width),
    weight: Float64Array.from(weights),
  });

  it('of a histogram and the same stretched by two lie on a line of slope two', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }), (weights) => {
        const { x, y } = quantilePairs(bins(weights, 1), bins(weights, 2), 31);
        x.forEach((value, i) => {
          expect(y[i]!).toBeCloseTo(2 * value, 9);
        });
        expect([...x]).toEqual([...x].sort((a, b) => a - b));
      }),
    );
  });

  it('are uniform in a bin, skip empty bins, and stop at the begin of an open one', () => {
    expect([...quantilesOf(bins([1, 0, 1], 1), Float64Array.of(0.25, 0.5, 0.75))]).toEqual([0.5, 1, 2.5]);
    const open = {
      low: Float64Array.of(0, 1),
      high: Float64Array.of(1, Number.POSITIVE_INFINITY),
      weight: Float64Array.of(1, 1),
    };
    expect(quantilesOf(open, Float64Array.of(0.9))[0]).toBe(1);
    expect([...levelQuantiles([0.5, 0.2, 0.3], Float64Array.of(0.1, 0.6, 0.9))]).toEqual([0, 1, 2]);
  });
});

describe('jensenShannonDistance', () => {
  it('is 0 of equal, 1 of disjoint ones, and known of a coin', () => {
    expect(jensenShannonDistance([0.5, 0.5], [0.5, 0.5])).toBe(0);
    expect(jensenShannonDistance([1], [0, 1])).toBe(1);
    // H(3/4, 1/4) - 1/2 = 0.811278 - 0.5
    expect(jensenShannonDistance([1, 0], [0.5, 0.5]) ** 2).toBeCloseTo(0.311278, 6);
  });
});

describe('bootstrapDistance', () => {
  const FRAMES = 64;
  const LEVELS = 12;
  const model = Array.from({ length: LEVELS }, (_, n) => 0.5 ** (n + 1));

  /** Frames that scatter about 5 by an autoregressive series. */
  function frames(phi: number): { times: Float64Array; levels: number } {
    const means = autoregressive(phi, FRAMES).map((value) => value * Math.sqrt(1 - phi * phi));
    const times = new Float64Array(FRAMES * LEVELS);
    means.forEach((mean, frame) => {
      const level = Math.min(LEVELS - 1, Math.max(0, Math.round(5 + mean)));
      times[frame * LEVELS + level] = 1;
    });
    return { times, levels: LEVELS };
  }
  const meanDistance = (shares: readonly number[]) => levelDistances([...shares], model).wasserstein;
  const options = { uniform: () => stream.uniform(), draws: 200 };

  it('holds the distance of the distribution in about 95 % of the measurements, also when frames are correlated', () => {
    // All levels are above the model's mean of 1, so that the distance is 5 less that mean.
    const truth = 5 - model.reduce((sum, share, n) => sum + n * share, 0);
    for (const phi of [0, 0.6]) {
      let held = 0;
      for (let run = 0; run < 60; run += 1) {
        const { low, high } = bootstrapDistance(frames(phi), meanDistance, options)!;
        if (low <= truth && truth <= high) held += 1;
      }
      expect(held / 60).toBeGreaterThan(0.8);
    }
  });

  it('is wider for correlated frames than for the same ones out of order, and refuses too few', () => {
    const width = (phi: number): number => {
      const widths = Array.from({ length: 20 }, () => {
        const { low, high } = bootstrapDistance(frames(phi), meanDistance, options)!;
        return high - low;
      });
      return widths.reduce((sum, value) => sum + value, 0) / widths.length;
    };
    // The mean of correlated frames has (1 + phi) / (1 - phi) = 4 times the variance.
    expect(width(0.6) / width(0)).toBeGreaterThan(1.4);
    const few = { times: new Float64Array(3 * LEVELS).fill(1), levels: LEVELS };
    expect(few.times.length / LEVELS).toBeLessThan(LEAST_FRAMES);
    expect(bootstrapDistance(few, meanDistance, options)).toBeUndefined();
  });
});
