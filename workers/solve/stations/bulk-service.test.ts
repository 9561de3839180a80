import { describe, expect, it } from 'vitest';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveMm1 } from './mm1.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

describe('a server that waits for b', () => {
  it.each([
    [1.5, 1, 2, 5.145751],
    [3, 1, 5, 7.035827],
    [1, 0.3, 4, 14.4637],
    [3, 0.4, 10, 22.3429],
    [50, 0.6, 100, 317.48],
  ])('holds the published mean: lambda %s, mu %s, b %s -> %s', (lambda, mu, b, expected) => {
    const queue = stable(solveFullBulk({ lambda, mu, b }));
    expect(relativeError(queue.meanOccupancy, expected)).toBeLessThan(1e-5);
  });

  it('has a distribution that sums to 1, has the mean, and balances every level', () => {
    const [lambda, mu, b] = [3, 1, 5];
    const queue = stable(solveFullBulk({ lambda, mu, b }));
    const p = queue.distribution!()!;
    expect(Math.abs(total(p) - 1)).toBeLessThan(2e-12);
    expect(mean(p)).toBeCloseTo(queue.meanOccupancy, 8);
    // Crossings of the level between n and n + 1: up lambda p_n, down mu (p_(n+1) + ... + p_(n+b)), from b on.
    for (let n = 0; n < 60; n++) {
      const down = p.slice(Math.max(n + 1, b), n + b + 1).reduce((sum, q) => sum + mu * q, 0);
      expect(down).toBeCloseTo(lambda * p[n]!, 11);
    }
    for (const n of [0, 1, 4, 5, 9]) expect(queue.tail!(n)).toBeCloseTo(total(p.slice(n)), 11);
  });

  it('is M/M/1 for b = 1', () => {
    const one = stable(solveMm1({ lambda: 0.7, mu: 1 }));
    const queue = stable(solveFullBulk({ lambda: 0.7, mu: 1, b: 1 }));
    expect(queue.meanOccupancy).toBeCloseTo(one.meanOccupancy, 12);
    expect(queue.meanQueueLength).toBeCloseTo(one.meanQueueLength, 12);
  });

  it('is saturated from lambda = b mu on', () => {
    expect(isSaturated(solveFullBulk({ lambda: 4, mu: 1, b: 4 }))).toBe(true);
  });
});

describe('a server that takes up to b', () => {
  it.each([
    [1.5, 1, 2, 5.655105],
    [3, 1, 5, 7.772275],
  ])('holds the published mean: lambda %s, mu %s, b %s -> %s', (lambda, mu, b, expected) => {
    const queue = stable(solveUpToBulk({ lambda, mu, b }));
    expect(relativeError(queue.meanOccupancy, expected)).toBeLessThan(1e-6);
  });

  it('is M/M/1 for b = 1', () => {
    const one = stable(solveMm1({ lambda: 0.7, mu: 1 }));
    const queue = stable(solveUpToBulk({ lambda: 0.7, mu: 1, b: 1 }));
    expect(queue.meanOccupancy).toBeCloseTo(one.meanOccupancy, 12);
    expect(queue.utilization).toBeCloseTo(one.utilization, 12);
  });

  it('is saturated from lambda = b mu on', () => {
    expect(isSaturated(solveUpToBulk({ lambda: 4, mu: 1, b: 4 }))).toBe(true);
  });
});
