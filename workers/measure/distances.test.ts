import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelDistances, meanLevel } from './distances.ts';

const distribution = fc
  .array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 30 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => weights.map((weight) => weight / weights.reduce((sum, other) => sum + other, 0)));

/** Moves mass from p to q level by level, first to first: on a line that is the cheapest way. */
function transportCost(p: readonly number[], q: readonly number[]): number {
  const supply = [...p];
  const demand = [...q];
  let cost = 0;
  let from = 0;
  let to = 0;
  while (from < supply.length && to < demand.length) {
    const mass = Math.min(supply[from]!, demand[to]!);
    cost += mass * Math.abs(from - to);
    supply[from]! -= mass;
    demand[to]! -= mass;
    if (supply[from]! <= demand[to]!) from += 1;
    else to += 1;
  }
  return cost;
}

describe('distances', () => {
  it('of two single levels: 1 and how far apart they are', () => {
    expect(levelDistances([1], [0, 0, 0, 1])).toEqual({ kolmogorovSmirnov: 1, wasserstein: 3 });
  });

  it('Wasserstein is the cost of moving the mass', () => {
    fc.assert(
      fc.property(distribution, distribution, (p, q) => {
        expect(levelDistances(p, q).wasserstein).toBeCloseTo(transportCost(p, q), 8);
      }),
    );
  });

  it('are symmetric, 0 from a distribution to itself, and Wasserstein is at least the difference of the means', () => {
    fc.assert(
      fc.property(distribution, distribution, (p, q) => {
        const there = levelDistances(p, q);
        const back = levelDistances(q, p);
        expect(there.wasserstein).toBeCloseTo(back.wasserstein, 10);
        expect(there.kolmogorovSmirnov).toBeCloseTo(back.kolmogorovSmirnov, 10);
        expect(levelDistances(p, p)).toEqual({ kolmogorovSmirnov: 0, wasserstein: 0 });
        expect(there.wasserstein).toBeGreaterThanOrEqual(Math.abs(meanLevel(p) - meanLevel(q)) - 1e-9);
        expect(there.kolmogorovSmirnov).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});
