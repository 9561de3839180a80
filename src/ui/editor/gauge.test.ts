import { describe, expect, it } from 'vitest';
import { HALF_LOADED } from './drawn.test-support.ts';
import { gaugeOf, MOST_SLOTS } from './gauge.ts';
import { stageFigures } from './stage-figures.ts';

describe('stageFigures', () => {
  it('has the ends of the mean only where they leave it open', () => {
    const spanned = (low: number, high: number) =>
      stageFigures({ ...HALF_LOADED, spans: { meanOccupancy: [low, high] } }, undefined);
    expect(spanned(8.5, 9.5).leastMean).toBeUndefined();
    expect(spanned(204, 599)).toMatchObject({ leastMean: 204, greatestMean: 599 });
  });

  it('finds the levels of a geometric distribution with load 1/2: P[N <= n] = 1 - 2^-(n+1)', () => {
    const figures = stageFigures(HALF_LOADED, undefined);
    expect([figures.lowLevel, figures.highLevel]).toEqual([0, 4]);
  });

  it('says at which rate of arrivals a saturated stage would be stable', () => {
    const saturated = { ...HALF_LOADED, saturated: true, loadPerServer: 2, offeredRate: 10 };
    expect(stageFigures(saturated, undefined).stableBelow).toBe(5);
    expect(stageFigures(HALF_LOADED, undefined).stableBelow).toBeUndefined();
    const offered = { mean: 9.98, halfWidth: 0.1, solved: 10 };
    const beside = { ...saturated, offeredRate: 9.98, simulated: { offeredRate: offered } };
    expect(stageFigures(beside, undefined).stableBelow).toBe(5);
  });

  it('draws means and intervals that have no end as far as the gauge goes', () => {
    for (const [meanOccupancy, halfWidth] of [
      [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      [Number.POSITIVE_INFINITY, 1],
      [5, Number.POSITIVE_INFINITY],
    ] as const) {
      const figures = { ...stageFigures(HALF_LOADED, undefined), meanOccupancy, halfWidth };
      const { scale, mean, interval } = gaugeOf(undefined, figures);
      const drawn = [scale, mean, interval?.low, interval?.high].filter((level) => level !== undefined);
      expect(drawn.every(Number.isFinite)).toBe(true);
      expect(mean).toBe(meanOccupancy === 5 ? mean : 1);
    }
  });
});

describe('gaugeOf', () => {
  const figures = stageFigures(HALF_LOADED, [0, 0, 1]);

  it('draws places up to 24 and fills them from the server on', () => {
    expect(gaugeOf(3, { ...figures, meanOccupancy: 1.5 }).slots).toEqual([1, 0.5, 0]);
    expect(gaugeOf(MOST_SLOTS, figures).slots).toHaveLength(MOST_SLOTS);
    expect(gaugeOf(MOST_SLOTS + 1, figures).slots).toBeUndefined();
  });

  it('scales a finite stage by its capacity', () => {
    expect(gaugeOf(40, figures)).toMatchObject({ scale: 40, mean: 1 / 40, high: 0.1, simulated: 0.05 });
  });

  it('keeps everything it shows inside an open gauge', () => {
    for (const meanOccupancy of [0, 3, 7, 44, 9e5]) {
      const { mean, scale } = gaugeOf(undefined, { saturated: false, meanOccupancy });
      expect(mean).toBeLessThan(1);
      expect(scale).toBeGreaterThan(meanOccupancy);
    }
  });

  it('runs off only when saturated without an end', () => {
    expect(gaugeOf(undefined, { saturated: true })).toMatchObject({ runsOff: true, mean: 1 });
    expect(gaugeOf(10, { saturated: true, meanOccupancy: 9 })).toMatchObject({ runsOff: false, mean: 0.9 });
  });
});
