import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeOf } from './data-shape.ts';

const samples = (values: readonly number[]) =>
  ({ kind: 'samples', values: Float64Array.from(values) }) as const;
const bins = (low: readonly number[], high: readonly number[], weight: readonly number[]) => {
  const [l, h, w] = [low, high, weight].map((column) => Float64Array.from(column));
  const rest = { total: 1, mean: 1, variance: 1, min: 0, max: 1 };
  return { kind: 'bins', bins: { low: l!, high: h!, weight: w!, ...rest } } as const;
};

describe('the shape of times', () => {
  it('counts every value in sight once, in bins side by side', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 5, maxLength: 200 }),
        (values) => {
          const { low, high, share } = shapeOf(samples(values)).histogram;
          const top = high.at(-1)!;
          const seen = values.filter((value) => value <= top).length / values.length;
          expect(share.reduce((sum, x) => sum + x, 0)).toBeCloseTo(seen, 9);
          for (let i = 1; i < low.length; i += 1) expect(high[i - 1]).toBeCloseTo(low[i]!, 9);
          expect(low[0]).toBeLessThanOrEqual(Math.min(...values));
        },
      ),
    );
  });

  it('leaves far values out of the picture, not out of the quantiles', () => {
    const values = [...Array.from({ length: 999 }, (_, i) => 1 + i / 1000), 1000];
    const { histogram, quantile } = shapeOf(samples(values));
    expect(histogram.high.at(-1)).toBeLessThan(2.1);
    expect(histogram.share.reduce((sum, x) => sum + x, 0)).toBeGreaterThan(0.99);
    expect(quantile(0.9999)).toBe(1000);
    expect(quantile(0.5)).toBeCloseTo(1.5, 2);
  });

  it('spreads the values of a bin evenly, and keeps what is between bins empty', () => {
    const { histogram, quantile } = shapeOf(bins([0, 4], [2, 6], [1, 3]));
    expect(quantile(0.125)).toBeCloseTo(1, 12);
    expect(quantile(0.625)).toBeCloseTo(5, 12);
    expect(histogram).toEqual({ low: [0, 4], high: [2, 6], share: [0.25, 0.75] });
  });

  it('takes fine bins together', () => {
    const low = Array.from({ length: 600 }, (_, i) => i);
    const { histogram } = shapeOf(
      bins(
        low,
        low.map((x) => x + 1),
        low.map(() => 1),
      ),
    );
    expect(histogram.low.length).toBeLessThanOrEqual(61);
    expect(histogram.share.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 9);
  });

  it('lets no single value in a narrow bin tower over the others', () => {
    // Exponential times of mean 1, some 2,000 in bins 6 % wide: the lowest are empty but for a few.
    const low = Array.from({ length: 280 }, (_, i) => 1e-6 * 1.0625 ** i).filter((x) => x < 8);
    const high = low.map((x) => 1.0625 * x);
    const weight = low.map((x, i) => Math.round(2000 * (Math.exp(-x) - Math.exp(-high[i]!))));
    weight[3] = 1;
    const { histogram } = shapeOf(bins(low, high, weight));
    const heights = histogram.share.map((share, i) => share / (histogram.high[i]! - histogram.low[i]!));
    expect(Math.max(...heights)).toBeLessThan(1.3);
    expect(histogram.share.reduce((sum, x) => sum + x, 0)).toBeGreaterThan(0.99);
  });

  it('draws equal values and an open last bin', () => {
    expect(shapeOf(samples([2, 2, 2, 2, 2])).histogram).toMatchObject({ low: expect.arrayContaining([1]) });
    expect(shapeOf(bins([0, 1], [1, Number.POSITIVE_INFINITY], [1, 1])).histogram.high).toEqual([1, 2]);
  });
});
