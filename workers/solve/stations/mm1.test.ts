import { describe, expect, it } from 'vitest';
import { mean, total } from '../fixtures/distribution.ts';
import { solveMm1 } from './mm1.ts';
import { isSaturated, type Queue } from './queue.ts';

function solved(lambda: number, mu: number): Queue {
  const queue = solveMm1({ lambda, mu });
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

describe('M/M/1', () => {
  it('has the textbook values at rho = 0.8', () => {
    const queue = solved(8, 10);
    expect(queue.utilization).toBeCloseTo(0.8, 15);
    expect(queue.meanOccupancy).toBeCloseTo(4, 13);
    expect(queue.meanQueueLength).toBeCloseTo(3.2, 13);
    expect(queue.tail!(3)).toBeCloseTo(0.512, 14);
    expect(queue.tail!(0)).toBe(1);
  });

  it('gives what Dor 2010, figure 17, prints for stage 1b of run 2, from rho = 0.999866', () => {
    const queue = solved(0.999866, 1);
    // Printed 7470: the paper's own rho had more digits.
    expect(queue.meanQueueLength).toBeCloseTo(7461, 0);
    expect(queue.tail!(600)).toBeCloseTo(0.923, 3);
  });

  it('has a distribution that sums to 1 and has the mean', () => {
    for (const rho of [1e-9, 0.01, 0.3, 0.8, 0.99]) {
      const probabilities = solved(rho, 1).distribution!()!;
      expect(Math.abs(total(probabilities) - 1)).toBeLessThan(2e-12);
      expect(Math.abs(mean(probabilities) - rho / (1 - rho))).toBeLessThan(1e-8);
    }
  });

  it('does not write out a distribution that would be too long', () => {
    expect(solved(1 - 1e-7, 1).distribution!()).toBeUndefined();
  });

  it('keeps its digits close to saturation', () => {
    // mu - lambda = 2^-40 exactly.
    const queue = solved(1 - 2 ** -40, 1);
    expect(queue.meanOccupancy).toBe(2 ** 40 - 1);
  });

  it('is empty without arrivals', () => {
    const queue = solved(0, 1);
    expect([queue.meanOccupancy, queue.meanQueueLength, queue.utilization]).toEqual([0, 0, 0]);
    expect(queue.distribution!()).toEqual([1]);
    expect(queue.tail!(1)).toBe(0);
  });

  it('is saturated from lambda = mu on', () => {
    expect(isSaturated(solveMm1({ lambda: 1, mu: 1 }))).toBe(true);
    expect(isSaturated(solveMm1({ lambda: 2, mu: 1 }))).toBe(true);
  });
});
