import { describe, expect, it } from 'vitest';
import { birthDeath, mean, meanBeyond, relativeError, total } from '../fixtures/distribution.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k, solveMm1kActual } from './mm1k.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}
const actual = (rho: number, K: number): Queue => stable(solveMm1kActual({ lambda: rho, mu: 1, K }));
const offered = (rho: number, K: number): Queue => solveMm1k({ lambda: rho, mu: 1, K });

describe('M/M/1/K with the rate offered', () => {
  it('matches JMT, examples/jmva/1cl_2stat_mm1k.jmva: K = 11, lambda 9, mu 10', () => {
    expect(solveMm1k({ lambda: 9, mu: 10, K: 11 }).meanOccupancy).toBeCloseTo(4.276903649, 9);
  });

  it('is uniform at rho = 1: K = 10 holds 5', () => {
    const queue = offered(1, 10);
    expect(queue.meanOccupancy).toBeCloseTo(5, 13);
    expect(queue.tail!(10)).toBeCloseTo(1 / 11, 14);
  });

  it('agrees with the balance equations solved by products', () => {
    for (const rho of [0.1, 0.9, 1, 1.1, 4]) {
      for (const K of [1, 2, 7, 40]) {
        const queue = offered(rho, K);
        const truth = birthDeath(
          () => rho,
          () => 1,
          K,
        );
        for (const [n, p] of queue.distribution!()!.entries()) expect(p).toBeCloseTo(truth[n]!, 13);
        expect(relativeError(queue.meanOccupancy, mean(truth))).toBeLessThan(1e-12);
        expect(Math.abs(queue.meanQueueLength - meanBeyond(truth, 1))).toBeLessThan(1e-12 * K);
        expect(queue.utilization).toBeCloseTo(1 - truth[0]!, 13);
        expect(queue.tail!(K)).toBeCloseTo(truth[K]!, 13);
        expect(queue.arrivalRate).toBeCloseTo(rho * (1 - truth[K]!), 12);
      }
    }
  });

  it('holds at the extremes without NaN, sums to 1 and stays inside 0..K', () => {
    for (const rho of [1e-9, 1e-3, 1 - 1e-12, 1, 1 + 1e-12, 1e3, 1e6]) {
      for (const K of [1, 600, 200_000, 1_000_000]) {
        const queue = offered(rho, K);
        const label = `rho ${rho}, K ${K}`;
        expect(queue.meanOccupancy, label).toBeGreaterThan(0);
        expect(queue.meanOccupancy, label).toBeLessThanOrEqual(K);
        expect(queue.meanQueueLength, label).toBeGreaterThanOrEqual(0);
        expect(queue.utilization, label).toBeLessThanOrEqual(1);
        const probabilities = queue.distribution!();
        if (probabilities) expect(Math.abs(total(probabilities) - 1), label).toBeLessThan(2e-12);
      }
    }
  });
});

describe('M/M/1/K with the rate accepted (Dor)', () => {
  it('gives what Dor 2010 prints for run 2, from rho = 0.999866: 458 at K = 600 (figure 12), 107 at K = 130 (figure 15)', () => {
    expect(actual(0.999866, 600).meanQueueLength).toBeCloseTo(457.9, 1);
    expect(actual(0.999866, 130).meanQueueLength).toBeCloseTo(107.4, 1);
  });

  it('gives 368 at K = 600 from the inputs as printed', () => {
    expect(actual(((722e6 / 8) * 16 * 0.0346) / 50e6, 600).meanQueueLength).toBeCloseTo(368, 0);
  });

  it('inverts the loss system: accepting what that accepts gives the offered rate back', () => {
    for (const K of [1, 2, 10, 130, 600, 1_000_000]) {
      for (const rho of [1e-9, 0.1, 0.5, 0.9, 0.9999, 1, 1.0001, 1.2, 2]) {
        const loss = offered(rho, K);
        if (loss.utilization > 1 - 1e-9) continue;
        const queue = actual(loss.utilization, K);
        expect(relativeError(queue.offeredRate, rho), `rho ${rho}, K ${K}`).toBeLessThan(1e-9);
        expect(relativeError(queue.meanOccupancy, loss.meanOccupancy), `rho ${rho}, K ${K}`).toBeLessThan(
          1e-9,
        );
      }
    }
  });

  it('is half full at rho_o = 1, where rho_a = K / (K + 1)', () => {
    for (const K of [1, 10, 600, 1_000_000]) {
      const queue = actual(K / (K + 1), K);
      expect(queue.offeredRate).toBeCloseTo(1, 9);
      expect(relativeError(queue.meanOccupancy, K / 2)).toBeLessThan(1e-8);
    }
  });

  it('solves K = 1 as in closed form: rho_o = rho_a / (1 - rho_a)', () => {
    for (const rho of [1e-12, 0.2, 0.7, 1 - 2 ** -40]) {
      expect(relativeError(actual(rho, 1).offeredRate, rho / (1 - rho))).toBeLessThan(1e-13);
      expect(actual(rho, 1).meanQueueLength).toBe(0);
    }
  });

  it('satisfies its own equation with rho_a within 1e-12 of 1 and K up to a million', () => {
    for (const K of [1, 10, 600, 1_000_000]) {
      for (const gap of [2 ** -40, 2 ** -30, 2 ** -20]) {
        const queue = actual(1 - gap, K);
        // Idle share P_0 = 1 - rho_a, with P_0 = (1 - rho_o) / (1 - rho_o^(K+1)).
        const x = Math.log(queue.offeredRate);
        const empty = Math.expm1(x) / Math.expm1((K + 1) * x);
        expect(relativeError(empty, gap), `gap ${gap}, K ${K}`).toBeLessThan(1e-6);
        expect(queue.meanOccupancy).toBeLessThan(K);
      }
    }
  });

  it('becomes M/M/1 as K grows', () => {
    const limit = stable(solveMm1({ lambda: 0.9, mu: 1 }));
    const queue = actual(0.9, 1_000_000);
    expect(queue.meanQueueLength).toBeCloseTo(limit.meanQueueLength, 10);
    expect(queue.offeredRate).toBeCloseTo(0.9, 14);
  });

  it('grows with the load', () => {
    const queues = [0.1, 0.5, 0.9, 0.99, 0.999, 0.9999].map((rho) => actual(rho, 130).meanQueueLength);
    expect(queues).toEqual([...queues].sort((a, b) => a - b));
    expect(new Set(queues).size).toBe(queues.length);
  });

  it('keeps tiny loads: N_Q = rho^2 to leading order', () => {
    expect(relativeError(actual(1e-9, 10).meanQueueLength, 1e-18)).toBeLessThan(1e-8);
    expect(relativeError(actual(1e-100, 10).meanQueueLength, 1e-200)).toBeLessThan(1e-12);
  });

  it('is empty without arrivals, and saturated from rho_a = 1 on', () => {
    expect(actual(0, 5).meanOccupancy).toBe(0);
    expect(isSaturated(solveMm1kActual({ lambda: 1, mu: 1, K: 5 }))).toBe(true);
    expect(isSaturated(solveMm1kActual({ lambda: 3, mu: 1, K: 5 }))).toBe(true);
  });
});
