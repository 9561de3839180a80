import { scaleLinear, scaleLog } from 'd3';
import { describe, expect, it } from 'vitest';
import { linearTicks, logTicks, valueText } from './axis.ts';
import { lineTable } from './LineChart.tsx';
import { lineLayout, valueDomain } from './line-layout.ts';
import { type LineRow, type LineSeries, pointAt, wholeRange } from './line-series.ts';

const series = (points: LineSeries['points'], more: Partial<LineSeries> = {}): LineSeries => ({
  kind: 'simulation',
  name: 'simulation',
  points,
  ...more,
});
const row = (id: string, ...all: LineSeries[]): LineRow => ({
  id,
  name: id.toUpperCase(),
  value: { title: 'mean occupancy', unit: 'seeds' },
  series: all,
});

const STEPS = series([
  { x: 0, to: 1, y: 2, low: 1, high: 3 },
  { x: 1, to: 2, y: undefined },
  { x: 2, to: 4, y: 6, low: 5, high: 7 },
]);
const layoutOf = (rows: readonly LineRow[], range = { from: 0, to: 4 }) =>
  lineLayout({ rows, x: { title: 'time', unit: 's' }, range, width: 472, rowHeight: 100, fromZero: true });

describe('lines in rows', () => {
  it('reach from the first point to the end of the last step', () => {
    expect(wholeRange([row('a', STEPS)])).toEqual({ from: 0, to: 4 });
    expect(wholeRange([row('a', series([{ x: 3, y: 1 }]))])).toBeUndefined();
    expect(wholeRange([])).toBeUndefined();
  });

  it('share the x axis and have a value axis each, one under the other', () => {
    const small = series([{ x: 0, to: 4, y: 0.01 }]);
    const { rows, height } = layoutOf([row('a', STEPS), row('b', small)]);
    expect(rows[1]!.top).toBeGreaterThanOrEqual(rows[0]!.top + 100);
    expect(height).toBeGreaterThan(rows[1]!.top + 100);
    expect(rows[0]!.ticks.at(-1)!.text).toBe('10');
    expect(rows[1]!.ticks.at(-1)!.text).toBe('0.01');
  });

  it('have the names of their curves on a line of their own where the title leaves no room', () => {
    const both = [STEPS, series([{ x: 0, to: 4, y: 3 }], { kind: 'measured', name: 'measured' })];
    const rows = [row('a', ...both), row('b', ...both)];
    const at = (width: number, all: readonly LineRow[]) =>
      lineLayout({
        ...{ rows: all, width, rowHeight: 100, fromZero: true },
        ...{ x: { title: 'time', unit: 's' }, range: { from: 0, to: 4 } },
      });
    const [wide, narrow] = [at(600, rows), at(330, rows)];
    expect([wide.isNamedBelow, narrow.isNamedBelow]).toEqual([false, true]);
    expect(narrow.rows[0]!.top - wide.rows[0]!.top).toBe(16);
    expect(narrow.height - wide.height).toBe(32);
    // One curve alone has no name to draw.
    expect(at(330, [row('a', STEPS)]).isNamedBelow).toBe(false);
  });

  it('are bars where x has names, each by itself and with its interval', () => {
    const x = { title: 'platform', unit: '', names: ['CPU', 'FPGA', 'GPU'] };
    const points = [
      { x: 0, y: 4, low: 3, high: 5 },
      { x: 1, y: undefined },
      { x: 2, y: 2, low: 1, high: 3 },
    ];
    const rows = [row('a', series(points))];
    const range = wholeRange(rows, x)!;
    expect(range).toEqual({ from: -0.5, to: 2.5 });
    const { rows: drawn, xTicks } = lineLayout({
      rows,
      x,
      range,
      width: 472,
      rowHeight: 100,
      fromZero: true,
    });
    const [{ line, band, bars }] = drawn[0]!.curves as [(typeof drawn)[0]['curves'][0]];
    // 400 pixels for 3 places: the first bar from 0.2 to 0.8 of its place, at 4 of 6, as far as the axis goes.
    expect(bars.split('Z').filter(Boolean)).toHaveLength(2);
    expect(line).toMatch(/^M26\.667,33\.333L106\.667,33\.333M/);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(band.match(/Z/g)).toHaveLength(2);
    expect(bars).toContain('106.667,100L26.667,100');
    expect(xTicks.map(({ text }) => text)).toEqual(['CPU', 'FPGA', 'GPU']);
    expect(layoutOf([row('a', STEPS)]).rows[0]!.curves[0]!.bars).toBe('');
  });

  it('have gaps where nothing was observed', () => {
    const [curve] = layoutOf([row('a', STEPS)]).rows[0]!.curves;
    expect(curve!.line.match(/M/g)).toHaveLength(2);
    expect(curve!.band.match(/Z/g)).toHaveLength(2);
  });

  it('are written in the unit of the axis, not in that of the data', () => {
    const micro = { title: 'time', unit: 'µs', divisor: 1e-6, base: 's' };
    const { xTicks } = lineLayout({
      rows: [row('a', series([{ x: 0, to: 4e-6, y: 1 }]))],
      x: micro,
      range: { from: 0, to: 4e-6 },
      width: 472,
      rowHeight: 100,
      fromZero: true,
    });
    expect(xTicks.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4']);
    expect(xTicks.at(-1)!.at).toBeCloseTo(400, 9);
    expect(valueText(1.2345e-5, micro)).toBe('12.3 µs');
    expect(valueText(4900, { title: 'time', unit: 's' })).toBe('4900 s');
  });
});

describe('the value axis', () => {
  const narrow = (x: number) => ({ x, y: 10, low: 9.9, high: 10.1 });

  it('holds the intervals, but not one that is far wider than the others', () => {
    const usual = [1, 2, 3, 4].map(narrow);
    expect(valueDomain([series(usual)], { from: 0, to: 9 }, false)).toEqual([9.9, 10.1]);
    const wide = { x: 0, y: 10.05, low: -300, high: 320 };
    expect(valueDomain([series([wide, ...usual])], { from: 0, to: 9 }, false)).toEqual([9.9, 10.1]);
  });

  it('looks at what is in sight only', () => {
    const points = [narrow(1), narrow(2), { x: 8, y: 500 }];
    expect(valueDomain([series(points)], { from: 0, to: 4 }, true)).toEqual([0, 10.1]);
  });

  it('has room around a single value, and around none', () => {
    expect(valueDomain([series([{ x: 1, y: 3 }])], { from: 0, to: 4 }, false)).toEqual([0, 6]);
    expect(valueDomain([series([{ x: 1, y: 0 }])], { from: 0, to: 4 }, true)).toEqual([0, 1]);
    expect(valueDomain([], { from: 0, to: 4 }, true)).toEqual([0, 1]);
  });
});

describe('the crosshair', () => {
  it('reads the step that holds it, at a common end the later one, and outside the nearest', () => {
    expect(pointAt(STEPS.points, 0.5)!.x).toBe(0);
    expect(pointAt(STEPS.points, 2)!.x).toBe(2);
    expect(pointAt(STEPS.points, 99)!.x).toBe(2);
    expect(pointAt(STEPS.points, -1)!.x).toBe(0);
    expect(pointAt([], 1)).toBeUndefined();
  });
});

describe('the table behind lines', () => {
  it('has a row for each x, in the unit of the data, an empty cell for what was not observed, and no guides', () => {
    const guide = series([{ x: 0, y: 1 }], { kind: 'baseline', name: 'wanted', guide: true });
    const x = { title: 'time', unit: 'ms', divisor: 1e-3, base: 's' };
    const { columns, rows } = lineTable([row('a', STEPS, guide)], x);
    expect(columns).toEqual([
      { label: 'time from', unit: 's' },
      { label: 'time to', unit: 's' },
      { label: 'A', unit: 'mean occupancy, seeds' },
      { label: 'A, 95 % from', unit: 'mean occupancy, seeds' },
      { label: 'A, 95 % to', unit: 'mean occupancy, seeds' },
    ]);
    expect(rows).toEqual([
      [0, 1, 2, 1, 3],
      [1, 2, undefined, undefined, undefined],
      [2, 4, 6, 5, 7],
    ]);
  });
});

describe('ticks', () => {
  const plain = { title: 'servers', unit: '' };
  const texts = (axis: Parameters<typeof linearTicks>[1], to: number) =>
    linearTicks(scaleLinear([0, to], [0, 100]), axis, 8).map(({ text }) => text);

  it('stand at whole numbers only where there are no others', () => {
    expect(texts(plain, 2)).toContain('0.2');
    expect(texts({ ...plain, whole: true }, 2)).toEqual(['0', '1', '2']);
  });

  it('have the names that whole numbers stand for', () => {
    expect(texts({ ...plain, names: ['block', 'drop'] }, 1)).toEqual(['block', 'drop']);
    expect(valueText(1, { ...plain, names: ['block', 'drop'] })).toBe('drop');
    const curve = row(
      'a',
      series([
        { x: 0, y: 3 },
        { x: 1, y: 2 },
      ]),
    );
    expect(lineTable([curve], { ...plain, names: ['block', 'drop'] }).rows).toEqual([
      ['block', 3],
      ['drop', 2],
    ]);
  });

  it('stand at powers of ten on an axis of ratios, and between few of them at 2 and 5', () => {
    const of = (from: number, to: number) =>
      logTicks(scaleLog([from, to], [100, 0]), plain, 4).map(({ text }) => text);
    expect(of(1, 1000)).toEqual(['1', '10', '100', '1k']);
    expect(of(1, 20)).toEqual(['1', '2', '5', '10', '20']);
  });
});

describe('lines on an axis of ratios', () => {
  it('leave out what is not positive, and hold all that is', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 100, low: -5, high: 150 },
    ];
    const { rows } = lineLayout({
      ...{ rows: [row('a', series(points))], x: { title: 'time', unit: 's' }, range: { from: 0, to: 2 } },
      ...{ width: 472, rowHeight: 100, fromZero: true, logY: true },
    });
    expect(rows[0]!.curves[0]!.line).toBe('M200,100L400,0');
    expect(rows[0]!.curves[0]!.band).not.toContain('NaN');
  });
});

it('an axis from 0 does not go below it for the end of an interval', () => {
  const points = [{ x: 1, y: 3, low: -4, high: 10 }];
  expect(valueDomain([series(points)], { from: 0, to: 4 }, true)).toEqual([0, 10]);
});

it('a single point is seen', () => {
  const [curve] = layoutOf([row('a', series([{ x: 2, y: 1 }]))]).rows[0]!.curves;
  expect(curve!.line).toMatch(/^M197 [\d.]+h6$/);
});
