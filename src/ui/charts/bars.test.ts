import { describe, expect, it } from 'vitest';
import { axisReach, type ComparisonRow, differenceOf, missingReason, sideOf } from './ComparisonBars.tsx';
import { barColumns, segmentsOf } from './UtilizationBars.tsx';

describe('shares of server time', () => {
  it('follow one another and fill the bar when they add to 1', () => {
    const segments = segmentsOf({ stageId: 'a', name: 'a', serving: 0.5, blocked: 0.25, starved: 0.25 });
    expect(segments).toEqual([
      { share: 'serving', start: 0, length: 0.5 },
      { share: 'blocked', start: 0.5, length: 0.25 },
      { share: 'starved', start: 0.75, length: 0.25 },
    ]);
  });

  it('never leave the bar, and leave out what is not known', () => {
    const [serving, starved] = segmentsOf({ stageId: 'a', name: 'a', serving: 0.9, starved: 0.2 });
    expect(serving!.length + starved!.length).toBeCloseTo(1, 12);
    expect(segmentsOf({ stageId: 'a', name: 'a' })).toEqual([]);
  });

  it('fit into the chart at any width', () => {
    for (const width of [320, 420, 900, 1600]) {
      const { barX, barWidth, numberEnds } = barColumns(width);
      expect(barWidth).toBeGreaterThanOrEqual(40);
      expect(numberEnds[0]!).toBeGreaterThan(barX + barWidth);
      expect(numberEnds.at(-1)!).toBeLessThanOrEqual(width);
    }
  });
});

describe('differences from a measurement', () => {
  const row = (values: Partial<ComparisonRow>): ComparisonRow => ({ label: 'L', format: String, ...values });

  it('are relative to the measurement, intervals included', () => {
    expect(differenceOf(row({ predicted: 3, measured: 2, low: 1, high: 4 }))).toEqual({
      value: 0.5,
      low: -0.5,
      high: 1,
    });
  });

  it('do not exist without both values or with a measured 0', () => {
    expect(differenceOf(row({ predicted: 1 }))).toBeUndefined();
    expect(differenceOf(row({ measured: 1 }))).toBeUndefined();
    expect(differenceOf(row({ predicted: 1, measured: 0 }))).toBeUndefined();
    expect(differenceOf(row({ predicted: 0, measured: 0 }))).toEqual({ value: 0 });
  });

  it('say why they are missing', () => {
    expect(missingReason(row({ measured: 1 }))).toBe('not predicted');
    expect(missingReason(row({ predicted: 1 }))).toBe('not measured');
    expect(missingReason(row({ predicted: 1, measured: 0 }))).toBe('measured 0');
  });

  it('choose an axis that holds them all, up to 100 %', () => {
    expect(axisReach([{ value: 0.03 }, undefined])).toBe(0.05);
    expect(axisReach([{ value: 0.03, low: -0.2, high: 0.04 }])).toBe(0.25);
    expect(axisReach([{ value: 7 }])).toBe(1);
    expect([sideOf(7, 1), sideOf(-1.1, 1), sideOf(-1, 1)]).toEqual([1, -1, 0]);
  });
});
