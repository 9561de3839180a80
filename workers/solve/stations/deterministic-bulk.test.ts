import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { solveDeterministicBulk } from './deterministic-bulk.ts';
import { solveMg1 } from './mg1.ts';
import { isSaturated } from './queue.ts';

function meanOf(lambda: number, D: number, b: number): number {
  const queue = solveDeterministicBulk({ lambda, mu: 1 / D, b });
  if (isSaturated(queue)) throw new Error('saturated');
  return queue.meanOccupancy;
}

/** The slow twin: the chain of what services leave, X' = (X - b)^+ + Poisson, iterated; then the average over a cycle. */
function byIteration(lambda: number, D: number, b: number, levels: number): number {
  const r = lambda * D;
  const arrivals = [Math.exp(-r)];
  for (let k = 1; k < levels; k++) arrivals.push((arrivals[k - 1]! * r) / k);
  let left = new Array<number>(levels).fill(0);
  left[0] = 1;
  for (let step = 0; step < 400; step++) {
    const next = new Array<number>(levels).fill(0);
    left.forEach((p, x) => {
      const kept = Math.max(0, x - b);
      for (let k = 0; kept + k < levels; k++) next[kept + k]! += p * arrivals[k]!;
    });
    left = next;
  }
  let elementSeconds = 0;
  left.forEach((p, x) => {
    for (let k = x; k < b; k++) elementSeconds += (p * k) / lambda;
    elementSeconds += p * (Math.max(x, b) + r / 2) * D;
  });
  return (elementSeconds * lambda) / b;
}

describe('M/D^[b]/1', () => {
  it.each([
    [1, 3, 4, 5.3009],
    [3, 2.5, 10, 12.5064],
    [0.8, 1, 1, 2.4],
    [50, 1.6, 100, 129.554],
  ])('holds the published mean: lambda %s, D %s, b %s -> %s', (lambda, D, b, expected) => {
    expect(relativeError(meanOf(lambda, D, b), expected)).toBeLessThan(1e-5);
  });

  it('agrees with the chain of departures iterated', () => {
    for (const [lambda, D, b] of [
      [1, 1, 2],
      [2, 1, 3],
      [1, 0.5, 7],
    ] as const) {
      expect(relativeError(meanOf(lambda, D, b), byIteration(lambda, D, b, 80))).toBeLessThan(1e-9);
    }
  });

  it('is M/D/1 for b = 1', () => {
    const queue = solveMg1({ lambda: 0.95, mu: 1, distribution: { distribution: 'deterministic', rate: 1 } });
    if (isSaturated(queue)) throw new Error('saturated');
    expect(meanOf(0.95, 1, 1)).toBeCloseTo(queue.meanOccupancy, 11);
  });

  it('is half a batch plus what is served at light load, also for thousands at once', () => {
    for (const b of [2, 64, 4096]) {
      const r = b * 1e-6;
      expect(relativeError(meanOf(r, 1, b), (b - 1) / 2 + r)).toBeLessThan(1e-6);
    }
  });

  it('keeps its digits close to saturation: N (1 - rho) tends to 1 / 2', () => {
    // E_b/D/1 in heavy traffic: batches wait (1 / b) / (2 (1 - rho)) services, of b elements each.
    for (const b of [1, 8, 100]) {
      const gap = 2 ** -20;
      expect(meanOf(b * (1 - gap), 1, b) * gap).toBeCloseTo(0.5, 3);
    }
  });

  it('is saturated from lambda = b mu on', () => {
    expect(isSaturated(solveDeterministicBulk({ lambda: 8, mu: 2, b: 4 }))).toBe(true);
  });
});
