import { array, assert, double, property } from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HistogramPlot, histogramBins } from './HistogramPlot.tsx';

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
    const markup = renderToStaticMarkup(
      <HistogramPlot
        {...{ title: 'Spread', axis: { title: 'x', unit: '' }, marks: [], width: 400, plotHeight: 100 }}
        values={Float64Array.from([1, 1, 1, 2, 5])}
      />,
    );
    const bars = [...markup.matchAll(/histogram-bar"[^>]* y="([^"]+)"[^>]* height="([^"]+)"/g)];
    const tops = bars.map(([, y]) => Number(y));
    expect(bars.length).toBeGreaterThan(2);
    bars.forEach(([, , height], i) => {
      expect(tops[i]! + Number(height)).toBeCloseTo(100, 9);
    });
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(0);
    const counts = [...markup.matchAll(/text-anchor="end">([^<]+)</g)].map(([, text]) => text);
    expect(counts.length).toBeGreaterThan(2);
    for (const text of counts) expect(text).toMatch(/^\d+$/);
    expect(markup).toMatch(/role="slider"[^>]*aria-label="Crosshair"/);
  });
});
