import { describe, expect, it } from 'vitest';
import { heatLayout, heatShade } from './heat-layout.ts';

const grid = {
  starts: [0, 1, 4],
  ends: [1, 3, 5],
  step: 2,
  rowCount: 5,
  cells: [
    [1, 0, 0, 0, 0],
    [0, 0.5, 0.5, 0, 0],
    [0, 0, 0, 0, 1],
  ],
};

describe('a heat map', () => {
  const layout = heatLayout(grid, 72 + 500, { title: 'time', unit: 's' });

  it('gives columns their share of x, with gaps where there are some', () => {
    expect(layout.plotWidth).toBe(500);
    expect(layout.columns).toEqual([
      { x: 0, width: 100 },
      { x: 100, width: 200 },
      { x: 400, width: 100 },
    ]);
  });

  it('names levels in the middle of their rows', () => {
    expect(layout.rowTicks.map(({ text }) => text)).toEqual(['0', '2', '4', '6', '8']);
    expect(layout.rowTicks[0]!.at).toBeCloseTo(190 - 190 / 5 / 4, 9);
  });

  it('is as dark as the share of the largest, and never pale where something is', () => {
    expect(layout.largest).toBe(1);
    expect(heatShade(1, 1, 'log')).toBe(1);
    expect(heatShade(0.01, 1, 'log')).toBeCloseTo(0.5, 12);
    expect(heatShade(1e-9, 1, 'log')).toBeGreaterThan(0);
    expect(heatShade(0, 1, 'log')).toBe(0);
    expect(heatShade(0.25, 1, 'root')).toBe(0.5);
  });
});
