import { describe, expect, it } from 'vitest';
import type { BinnedSeries } from './distribution-bins.ts';
import { valueAxis } from './distribution-layout.ts';
import { draggedRange, levelAxis, scaledRange } from './level-axis.ts';

const binned = (...middle: number[]): BinnedSeries => ({ fractions: { middle }, heights: { middle } });

describe('levelAxis', () => {
  it('gives every level the same width, half of it to each side', () => {
    const axis = levelAxis({ from: 0, to: 9 }, 500);
    expect(axis.xOf(0)).toBeCloseTo(25);
    expect(axis.xOf(9.5)).toBeCloseTo(500);
    expect(axis.levelAt(25)).toBeCloseTo(0);
  });

  it('marks whole levels only', () => {
    const { ticks } = levelAxis({ from: 0, to: 2 }, 900);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '1', '2']);
  });

  it('shortens the levels of a very long axis, and only of such', () => {
    expect(levelAxis({ from: 0, to: 20_000 }, 400).ticks.at(-1)?.text).toBe('20k');
    expect(levelAxis({ from: 0, to: 6000 }, 400).ticks.at(-1)?.text).toBe('6000');
  });
});

describe('zooming', () => {
  const limits = { from: 0, to: 99 };
  const axis = levelAxis(limits, 1000);

  it('takes the levels under a drag in either direction', () => {
    expect(draggedRange(axis, [205, 405], limits)).toEqual({ from: 20, to: 40 });
    expect(draggedRange(axis, [405, 205], limits)).toEqual({ from: 20, to: 40 });
  });

  it('never shows fewer than two levels or levels that do not exist', () => {
    expect(draggedRange(axis, [205, 206], limits)).toEqual({ from: 20, to: 21 });
    expect(scaledRange({ from: 20, to: 40 }, 30, 100, limits)).toEqual(limits);
    expect(draggedRange(axis, [0, 10], { from: 0, to: 0 })).toBeUndefined();
  });

  it('keeps the level under the crosshair in its place', () => {
    expect(scaledRange({ from: 20, to: 60 }, 30, 0.5, limits)).toEqual({ from: 25, to: 45 });
  });
});

describe('valueAxis', () => {
  it('starts at 0 and holds the highest bin', () => {
    const axis = valueAxis([binned(0.1, 0.37)], { view: 'pmf', log: false, height: 200 });
    expect(axis.yOf(0)).toBe(200);
    expect(axis.yOf(0.37)).toBeGreaterThanOrEqual(0);
  });

  it('goes to 1 for cumulative views, whatever part of them is shown', () => {
    const axis = valueAxis([binned(0.1, 0.2)], { view: 'cdf', log: false, height: 200 });
    expect(axis.yOf(1)).toBe(0);
  });

  it('has whole decades on a logarithmic axis, equally far apart', () => {
    const { ticks } = valueAxis([binned(0.5, 0.002)], { view: 'pmf', log: true, height: 300 });
    expect(ticks.map(({ text }) => text)).toEqual(['1', '10⁻¹', '10⁻²', '10⁻³']);
    expect(ticks[1]!.at - ticks[0]!.at).toBeCloseTo(100);
  });

  it('puts zeros of a logarithmic axis under the plot', () => {
    const axis = valueAxis([binned(0.5, 0)], { view: 'pmf', log: true, height: 300 });
    expect(axis.yOf(0)).toBeGreaterThan(300);
  });

  it('survives bins that are all 0', () => {
    for (const log of [false, true]) {
      const axis = valueAxis([binned(0, 0)], { view: 'pmf', log, height: 100 });
      expect(axis.ticks.every(({ at }) => Number.isFinite(at))).toBe(true);
      expect(Number.isFinite(axis.yOf(0))).toBe(true);
    }
  });
});
