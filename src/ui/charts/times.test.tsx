/** Charts of times: where percentiles stand, and what ends up in the drawings. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LineChart } from './LineChart.tsx';
import { PercentileRows } from './PercentileRows.tsx';
import { type PercentileRow, percentileAxis, spreadOf } from './percentile-layout.ts';
import { TimeBars } from './TimeBars.tsx';

const MS = { title: 'time', unit: 'ms', divisor: 1e-3, base: 's' };
const point = (name: string, value: number) => ({ name, value, low: 0.9 * value, high: 1.1 * value });
const ROWS: readonly PercentileRow[] = [
  { id: 'all', name: 'All', mean: point('mean', 0.02), points: [point('p50', 0.01), point('p99', 0.1)] },
  { id: 'none', name: 'Nobody', points: [] },
];

describe('the axis of percentiles', () => {
  it('begins at 0, holds the ends of the intervals, and is in the unit of the axis', () => {
    const { xOf, ticks } = percentileAxis(ROWS, MS, { log: false, width: 300 });
    expect(xOf(0)).toBe(0);
    expect(xOf(0.11)).toBeLessThanOrEqual(300);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '50', '100', '150']);
  });

  it('gives a factor the same length everywhere on a logarithm, and 0 a place at its start', () => {
    const { xOf } = percentileAxis(ROWS, MS, { log: true, width: 300 });
    expect(xOf(0.04) - xOf(0.02)).toBeCloseTo(xOf(0.08) - xOf(0.04), 9);
    expect(xOf(0)).toBe(0);
  });

  it('runs an interval without an end to the edge', () => {
    const open = { name: 'mean', value: 2e-3, low: 0, high: Number.POSITIVE_INFINITY };
    for (const log of [false, true]) {
      const { xOf } = percentileAxis([{ ...ROWS[0]!, mean: open }], MS, { log, width: 300 });
      expect(xOf(open.high)).toBe(300);
      expect(xOf(open.value)).toBeGreaterThan(0);
      expect(xOf(open.value)).toBeLessThan(300);
    }
  });

  it('stands without any times', () => {
    for (const log of [false, true])
      expect(percentileAxis([], MS, { log, width: 300 }).ticks.length).toBeGreaterThan(1);
    expect(spreadOf([])).toBe(1);
    expect(spreadOf(ROWS)).toBeCloseTo(10, 12);
  });
});

describe('drawings of times', () => {
  it('name the axis, each percentile and what is not known', () => {
    const markup = renderToStaticMarkup(
      <PercentileRows title="Latency" fileName="latency" axis={MS} rows={ROWS} />,
    );
    expect(markup).toContain('>time (ms)<');
    expect(markup).toContain('>p50</text>');
    expect(markup).toContain('<title>p99 100 ms, 95 %: 90 ms to 110 ms</title>');
    expect(markup).toContain('>too few to tell<');
  });

  it('draw waiting hatched and the rest filled, one after the other', () => {
    const bar = { id: 'a', name: 'A', waiting: 0.03, serving: 0.01, halfWidth: 0.001 };
    const draw = (rows: readonly (typeof bar)[]) =>
      renderToStaticMarkup(
        <TimeBars
          title="Where"
          fileName="where"
          axis={MS}
          rows={rows}
          selected={['a']}
          onSelect={() => undefined}
          empty="Nothing."
        />,
      );
    const markup = draw([bar]);
    expect(markup).toContain('>40 ms<');
    expect(markup).toContain('aria-pressed="true"');
    const [, width, x] = /width="([\d.]+)" height="14" fill="url.*?x="([\d.]+)"/.exec(markup)!;
    expect(x).toBe(width);
    expect(draw([])).toContain('Nothing.');
  });

  it('draw lines with bands, marks with their words, and the warm-up in a shade', () => {
    const points = [
      { x: 0, to: 0.001, y: 1, low: 0.5, high: 1.5 },
      { x: 0.001, to: 0.002, y: 2, low: 1.5, high: 2.5 },
    ];
    const markup = renderToStaticMarkup(
      <LineChart
        title="Over time"
        fileName="time"
        x={MS}
        rows={[
          {
            id: 'a',
            name: 'A',
            value: { title: 'mean occupancy', unit: 'seeds' },
            series: [{ kind: 'simulation', name: 'simulation', points }],
            marks: [{ x: 0.0005, text: 'MSER-5 0.5 ms', kind: 'cut' }],
          },
        ]}
        marks={[{ x: 0.001, text: 'Schedule of in', kind: 'event' }]}
        shaded={{ from: 0, to: 0.0008, text: 'Warm-up' }}
        empty="Nothing."
      />,
    );
    expect(markup).toContain('A · mean occupancy (seeds)');
    expect(markup).toContain('>time (ms)<');
    expect(markup).toContain('class="chart-series chart-simulation" data-series="simulation"');
    expect(markup).toContain('class="chart-band"');
    expect(markup).toContain('>MSER-5 0.5 ms</text>');
    expect(markup).toContain('<title>Schedule of in</title>');
    expect(markup).toContain('class="chart-shade"');
    expect(markup).toContain('>Warm-up</text>');
  });
});
