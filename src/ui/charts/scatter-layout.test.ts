import { describe, expect, it } from 'vitest';
import { scatterLayout } from './ScatterPlot.tsx';

const AXIS = { title: 'measure', unit: '' };
const layoutOf = (logX: boolean, logY: boolean) =>
  scatterLayout({
    ...{ xs: [0, 1, 10, 1000], ys: [0.1, 1, 10, Number.NaN], x: AXIS, y: AXIS },
    ...{ logX, logY, width: 688, plotHeight: 212 },
  });

describe('points over two measures', () => {
  it('stand by equal ratios along each axis that is logarithmic', () => {
    const { xOf, yOf, xTicks, yTicks } = layoutOf(true, true);
    // Three decades over 600 pixels, two over 200; what is not positive has no place.
    expect([1, 10, 100, 1000].map(xOf)).toEqual([6, 206, 406, 606].map((at) => expect.closeTo(at, 6)));
    expect([0.1, 1, 10].map(yOf)).toEqual([206, 106, 6].map((at) => expect.closeTo(at, 6)));
    expect(xTicks.map(({ text }) => text)).toEqual(['1', '10', '100', '1k']);
    expect(yTicks.map(({ text }) => text)).toEqual(['0.1', '1', '10']);
  });

  it('stand by equal distances else', () => {
    const { xOf, yOf } = layoutOf(false, false);
    expect([0, 500, 1000].map(xOf)).toEqual([6, 306, 606].map((at) => expect.closeTo(at, 6)));
    expect([0, 10].map(yOf)).toEqual([206, 6].map((at) => expect.closeTo(at, 6)));
  });
});
