import { describe, expect, it } from 'vitest';
import { binGrid, binOf, binSeries, MAX_BINS } from './distribution-bins.ts';
import type { DistributionSeries } from './distribution-series.ts';

const RHO = 0.97;
const LEVELS = 2000;
const geometric: DistributionSeries = {
  kind: 'model',
  name: 'M/M/1',
  values: Array.from({ length: LEVELS }, (_, n) => (1 - RHO) * RHO ** n),
};

describe('binGrid', () => {
  it('keeps single levels while they fit', () => {
    const grid = binGrid({ from: 0, to: 8 }, 8);
    expect(grid).toEqual({
      width: 1,
      firsts: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      lasts: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    });
  });

  it('covers 100 001 levels with at most about 300 bins, without gap or overlap', () => {
    const grid = binGrid({ from: 0, to: 100_000 }, 100_000);
    expect(grid.firsts.length).toBeLessThanOrEqual(MAX_BINS + 1);
    expect(grid.lasts.at(-1)).toBe(100_000);
    grid.firsts.slice(1).forEach((first, i) => {
      expect(first).toBe(grid.lasts[i]! + 1);
    });
  });

  it('starts at a multiple of the width, so that bins stay in place while a zoom is moved', () => {
    const grid = binGrid({ from: 1001, to: 2200 }, 100_000);
    expect(grid.width).toBe(4);
    expect(grid.firsts[0]).toBe(1000);
  });

  it('finds the bin of a level and the nearest one outside', () => {
    const grid = binGrid({ from: 1000, to: 2199 }, 100_000);
    expect([999, 1000, 1003, 1004, 5000].map((level) => binOf(grid, level))).toEqual([0, 0, 0, 1, 299]);
  });
});

describe('binSeries', () => {
  const grid = binGrid({ from: 0, to: LEVELS - 1 }, LEVELS - 1, 100);

  it('sums levels: rho^a - rho^(b+1) for M/M/1', () => {
    const { middle } = binSeries(geometric, grid, 'pmf').fractions;
    grid.firsts.forEach((first, i) => {
      expect(middle[i]).toBeCloseTo(RHO ** first - RHO ** (grid.lasts[i]! + 1), 12);
    });
  });

  it('accumulates: 1 - rho^(b+1) at or below the end of a bin', () => {
    const zoomed = binGrid({ from: 400, to: 799 }, LEVELS - 1, 100);
    const { middle } = binSeries(geometric, zoomed, 'cdf').fractions;
    zoomed.lasts.forEach((last, i) => {
      expect(middle[i]).toBeCloseTo(1 - RHO ** (last + 1), 12);
    });
  });

  it('keeps the relative precision of small tails: rho^a at or above the start of a bin', () => {
    const zoomed = binGrid({ from: 0, to: 1199 }, LEVELS - 1, 100);
    const { middle } = binSeries(geometric, zoomed, 'tail').fractions;
    const deepest = zoomed.firsts.length - 1;
    // The series itself is cut at level 2000, so what is summed is rho^a - rho^2000.
    const exact = RHO ** zoomed.firsts[deepest]! - RHO ** LEVELS;
    expect(exact).toBeLessThan(1e-15);
    expect(middle[deepest]! / exact).toBeCloseTo(1, 9);
  });

  it('gives one series that is shorter than the bins zeros, not gaps', () => {
    const short: DistributionSeries = { kind: 'measured', name: 'short', values: [0.5, 0.5] };
    expect(binSeries(short, binGrid({ from: 0, to: 3 }, 3), 'pmf').fractions.middle).toEqual([
      0.5, 0.5, 0, 0,
    ]);
    expect(binSeries(short, binGrid({ from: 0, to: 3 }, 3), 'cdf').fractions.middle).toEqual([0.5, 1, 1, 1]);
  });

  it('draws a uniform distribution flat although its last bin is wider, and tells the true fraction', () => {
    const levels = 601;
    const uniform: DistributionSeries = {
      kind: 'model',
      name: 'rho = 1',
      values: Array.from({ length: levels }, () => 1 / levels),
    };
    const { fractions, heights } = binSeries(uniform, binGrid({ from: 0, to: 600 }, 600), 'pmf');
    for (const height of heights.middle) expect(height).toBeCloseTo(3 / levels, 12);
    expect(fractions.middle.at(-1)).toBeCloseTo(4 / levels, 12);
    expect(fractions.middle.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  });

  it('draws a queue that is always full no higher than 1', () => {
    const full: DistributionSeries = {
      kind: 'model',
      name: 'full',
      values: Array.from({ length: 601 }, (_, n) => (n === 600 ? 1 : 0)),
    };
    const { heights } = binSeries(full, binGrid({ from: 0, to: 600 }, 600), 'pmf');
    expect(Math.max(...heights.middle)).toBeLessThanOrEqual(1);
  });
});

describe('intervals of bins', () => {
  const estimate: DistributionSeries = {
    kind: 'simulation',
    name: 'simulation',
    values: [0.5, 0.3, 0.2],
    low: [0.45, 0.28, 0.19],
    high: [0.55, 0.32, 0.21],
  };

  it('adds half widths up inside a bin', () => {
    const { low, high } = binSeries(estimate, binGrid({ from: 0, to: 3 }, 3, 2), 'pmf').fractions;
    expect(low![0]).toBeCloseTo(0.8 - 0.07, 12);
    expect(high![0]).toBeCloseTo(0.8 + 0.07, 12);
  });

  it('bounds a cumulative fraction from the narrower side, and knows that all levels together have 1', () => {
    const { low, high } = binSeries(estimate, binGrid({ from: 0, to: 2 }, 2), 'cdf').fractions;
    // P[N <= 0] is 1 - P[N >= 1], whose half width is 0.02 + 0.01, less than 0.05.
    expect([low![0], high![0]]).toEqual([expect.closeTo(0.47, 12), expect.closeTo(0.53, 12)]);
    expect([low![1], high![1]]).toEqual([expect.closeTo(0.79, 12), expect.closeTo(0.81, 12)]);
    expect([low![2], high![2]]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
  });
});
