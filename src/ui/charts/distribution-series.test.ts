import { describe, expect, it } from 'vitest';
import { type DistributionSeries, naturalRange, supportEnd } from './distribution-series.ts';

/** P[n] = (1 - rho) rho^n, the M/M/1 queue. */
const geometric = (rho: number, levels: number) =>
  Array.from({ length: levels }, (_, n) => (1 - rho) * rho ** n);
const model = (values: readonly number[]): DistributionSeries => ({ kind: 'model', name: 'model', values });

describe('naturalRange', () => {
  it('leaves out levels that hardly ever happen', () => {
    const { to } = naturalRange([model(geometric(0.5, 1000))], { log: false });
    expect(to).toBeGreaterThanOrEqual(10);
    expect(to).toBeLessThan(30);
  });

  it('reaches further on a logarithmic axis', () => {
    const series = [model(geometric(0.9, 1000))];
    expect(naturalRange(series, { log: true }).to).toBeGreaterThan(naturalRange(series, { log: false }).to);
  });

  it('ends at the capacity when the stage does fill', () => {
    const full = Array.from({ length: 601 }, () => 1 / 601);
    expect(naturalRange([model(full)], { log: false, capacity: 600 })).toEqual({ from: 0, to: 600 });
  });

  it('does not stretch to a capacity that is far away', () => {
    expect(naturalRange([model(geometric(0.5, 100))], { log: false, capacity: 4000 }).to).toBeLessThan(30);
  });
});

it('supports every level of the longest series and of the capacity', () => {
  expect(supportEnd([model([1, 0, 0]), model([1])])).toBe(2);
  expect(supportEnd([model([1])], 8)).toBe(8);
});
