import { array, assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histogramBins, histogramLayout } from './histogram-layout.ts';

const numbers = array(double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('a histogram', () => {
  it('has every value in the one bin that holds it, without gaps between bins', () => {
    assert(
      property(numbers, (values) => {
        const bins = histogramBins(Float64Array.from(values));
        const last = bins.length - 1;
        bins.forEach(({ from, to, count }, i) => {
          const inside = values.filter(
            (value) => value >= from && (value < to || (i === last && value === to)),
          );
          expect(count).toBe(inside.length);
          if (i > 0) expect(from).toBe(bins[i - 1]!.to);
        });
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  it('draws the fullest bin within the plot, and ticks at whole numbers of points', () => {
    const { bars, yTicks, plotHeight } = histogramLayout({
      values: Float64Array.from([1, 1, 1, 2, 5]),
      ...{ axis: { title: 'x', unit: '' }, width: 400, plotHeight: 100 },
    });
    for (const { y, height } of bars) expect(y + height).toBeCloseTo(plotHeight, 9);
    expect(Math.min(...bars.map(({ y }) => y))).toBeGreaterThanOrEqual(0);
    for (const { text } of yTicks) expect(text).toMatch(/^\d+$/);
  });
});
