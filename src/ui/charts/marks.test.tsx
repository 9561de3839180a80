/** What ends up in the SVG, from fixed data. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ComparisonBars } from './ComparisonBars.tsx';
import { DistributionChart } from './DistributionChart.tsx';
import { distributionLayout } from './distribution-layout.ts';
import type { DistributionSeries } from './distribution-series.ts';
import { MiniDistribution } from './MiniDistribution.tsx';
import { UtilizationBars } from './UtilizationBars.tsx';

const count = (markup: string, part: string) => markup.split(part).length - 1;
const render = (element: ReactElement) => renderToStaticMarkup(element);

const uniform = Array.from({ length: 9 }, () => 1 / 9);
const SERIES: readonly DistributionSeries[] = [
  { kind: 'measured', name: 'Run 2', values: uniform },
  {
    kind: 'simulation',
    name: 'Simulated',
    values: uniform,
    low: uniform.map((p) => p - 0.01),
    high: uniform.map((p) => p + 0.01),
  },
  { kind: 'model', name: 'M/M/1/K', values: uniform },
  { kind: 'baseline', name: 'Before', values: [0.5, 0.5] },
];

describe('DistributionChart', () => {
  const markup = render(
    <DistributionChart title="Occupancy of 1b" unit="seeds" capacity={8} series={SERIES} />,
  );

  it('names both axes with their units', () => {
    expect(markup).toContain('>occupancy (seeds)<');
    expect(markup).toContain('>probability<');
  });

  it('draws each kind in its own way and names it at its curve', () => {
    for (const { kind, name } of SERIES) {
      expect(markup).toContain(`chart-${kind}" data-series="${name}"`);
      expect(markup).toContain(`>${name}</text>`);
    }
    expect(count(markup, 'class="chart-dot"')).toBe(9);
  });

  it('marks the capacity and the means', () => {
    expect(markup).toContain('>K = 8<');
    expect(count(markup, 'class="chart-mean"')).toBe(4);
    expect(count(markup, '>4<title>')).toBe(3);
    expect(markup).toContain('>0.5<title>');
  });

  it('can be read with the keyboard', () => {
    expect(markup).toMatch(/role="slider" tabindex="0"[^>]*aria-valuemin="0" aria-valuemax="8"/);
  });

  it('says what to do when there is nothing to draw', () => {
    expect(render(<DistributionChart title="x" unit="seeds" series={[]} />)).toContain(
      'This method gives no distribution',
    );
  });

  it('draws 100 001 levels with few marks and says how wide the bins are', () => {
    const long = {
      kind: 'model',
      name: 'long',
      values: new Float64Array(100_001).fill(1 / 100_001),
    } as const;
    const wide = render(<DistributionChart title="x" unit="seeds" capacity={100_000} series={[long]} />);
    expect(wide).toContain('probability (bin width 334)');
    expect(wide.length).toBeLessThan(30_000);
  });
});

describe('distributionLayout', () => {
  const layout = distributionLayout({
    ...{ series: SERIES, view: 'pmf', log: false, range: { from: 0, to: 8 }, support: 8, capacity: 8 },
    ...{ width: 640, height: 300 },
  });

  it('gives all series the same bins', () => {
    const lefts = layout.curves.map(({ marks }) => marks.map(({ left }) => left));
    for (const one of lefts) expect(one).toEqual(lefts[0]);
    expect(lefts[0]).toHaveLength(9);
  });

  it('keeps heights proportional to the fractions', () => {
    const [measured, , , baseline] = layout.curves;
    const rise = (y: number) => layout.plot.height - y;
    expect(rise(baseline!.marks[0]!.y) / rise(measured!.marks[0]!.y)).toBeCloseTo(4.5, 9);
  });

  it('keeps every mark inside the plot', () => {
    for (const { left, right, y } of layout.curves.flatMap(({ marks }) => marks)) {
      expect(left).toBeGreaterThanOrEqual(-1e-9);
      expect(right).toBeLessThanOrEqual(layout.plot.width + 1e-9);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(layout.plot.height);
    }
  });
});

describe('UtilizationBars', () => {
  const rows = [
    { stageId: 'b', name: 'Second', serving: 1, blocked: 0, starved: 0, load: 1.3 },
    { stageId: 'a', name: 'First', serving: 0.5, blocked: 0.3, starved: 0.2, load: 0.5 },
    { stageId: 'c', name: 'Third' },
  ];
  const markup = render(<UtilizationBars rows={rows} selected="b" onSelect={() => {}} />);

  it('draws stages in the order given, with patterns beside colours', () => {
    expect(markup.indexOf('>Second')).toBeLessThan(markup.indexOf('>First'));
    expect(markup).toMatch(/<pattern id="[^"]+-blocked"/);
    expect(markup).toMatch(/<pattern id="[^"]+-starved"/);
  });

  it('marks the selected stage, the overload and the unknown', () => {
    expect(count(markup, 'data-selected="true"')).toBe(1);
    expect(count(markup, 'chart-load chart-over')).toBe(1);
    expect(markup).toContain('aria-label="Third: not known"');
    expect(markup).toContain(
      'aria-label="First: busy 50 %, blocked 30 %, idle 20 %, offered utilization 0.5"',
    );
  });
});

describe('ComparisonBars', () => {
  it('clips a large difference with an arrow and writes its value', () => {
    const rows = [
      { label: 'off', predicted: 5, measured: 1, format: String },
      { label: 'near', predicted: 1.1, measured: 1, format: String },
      { label: 'alone', predicted: 1, format: String },
    ];
    const markup = render(<ComparisonBars rows={rows} />);
    expect(count(markup, '<path class="chart-predicted"')).toBe(1);
    expect(count(markup, '<circle class="chart-predicted"')).toBe(1);
    expect(markup).toContain('+400 %');
    expect(markup).toContain('not measured');
    expect(markup).toContain('difference from measured (%)');
  });

  it('draws the interval without a point where the prediction is left open', () => {
    const open = { difference: '−30 % at least', verdict: '✕ rejected' };
    const row = { label: 'open', predicted: 0.01, measured: 1, low: 0.001, high: 0.7, format: String };
    const markup = render(<ComparisonBars rows={[{ ...row, open }]} />);
    expect(markup).not.toContain('chart-predicted');
    expect(markup).not.toContain('chart-dumbbell');
    expect(count(markup, 'chart-whisker')).toBe(1);
    expect(markup).toContain('−30 % at least');
    expect(markup).not.toContain('−99 %');
    expect(render(<ComparisonBars rows={[row]} />)).toContain('−99 %');
  });
});

describe('the miniature', () => {
  it('is hidden from screen readers, and drawn even without data', () => {
    const markup = render(<MiniDistribution model={uniform} measured={uniform} capacity={8} />);
    expect(markup).toMatch(/<svg[^>]*width="96" height="22"[^>]*aria-hidden="true"/);
    expect(markup.indexOf('chart-measured')).toBeLessThan(markup.indexOf('chart-model'));
    expect(render(<MiniDistribution />)).not.toContain('NaN');
  });
});
