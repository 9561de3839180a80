import { describe, expect, it } from 'vitest';
import { mean, total } from './fixtures/distribution.ts';
import { solveMd1 } from './md1.ts';
import { solveMg1 } from './mg1.ts';
import { solveMm1 } from './mm1.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

describe('M/G/1', () => {
  it('matches the Coxian example with scv 4: lambda 1, mean service 0.5, W = 1.75', () => {
    const queue = stable(solveMg1({ lambda: 1, mu: 2, scv: 4 }));
    expect(queue.meanOccupancy / queue.arrivalRate).toBeCloseTo(1.75, 13);
  });

  it('is M/M/1 for scv 1', () => {
    const one = stable(solveMm1({ lambda: 0.9, mu: 1 }));
    expect(stable(solveMg1({ lambda: 0.9, mu: 1, scv: 1 })).meanQueueLength).toBeCloseTo(
      one.meanQueueLength,
      12,
    );
  });

  it('has no mean queue with infinite variance, unless nothing arrives', () => {
    expect(stable(solveMg1({ lambda: 0.5, mu: 1, scv: Number.POSITIVE_INFINITY })).meanOccupancy).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(stable(solveMg1({ lambda: 0, mu: 1, scv: Number.POSITIVE_INFINITY })).meanOccupancy).toBe(0);
  });

  it('is saturated from lambda = mu on', () => {
    expect(isSaturated(solveMg1({ lambda: 1, mu: 1, scv: 0 }))).toBe(true);
  });
});

describe('M/D/1', () => {
  it('starts as in closed form: p_1 = (1 - rho)(e^rho - 1), p_2 = (1 - rho)(e^2rho - e^rho (1 + rho))', () => {
    for (const rho of [0.05, 0.5, 0.95]) {
      const p = stable(solveMd1({ lambda: rho, mu: 1 })).distribution!()!;
      expect(p[0]).toBeCloseTo(1 - rho, 15);
      expect(p[1]).toBeCloseTo((1 - rho) * Math.expm1(rho), 14);
      expect(p[2]).toBeCloseTo((1 - rho) * (Math.exp(2 * rho) - Math.exp(rho) * (1 + rho)), 13);
    }
  });

  it('has a distribution with the mean of Pollaczek and Khinchine, up to rho = 0.9995', () => {
    for (const rho of [1e-6, 0.1, 0.8, 0.99, 0.9995]) {
      const queue = stable(solveMd1({ lambda: rho, mu: 1 }));
      const p = queue.distribution!()!;
      expect(Math.abs(total(p) - 1)).toBeLessThan(3e-12);
      const truth = rho + (rho * rho) / (2 * (1 - rho));
      expect(Math.abs(mean(p) - truth)).toBeLessThan(1e-8 * truth + 1e-11);
      expect(p.every((x) => x >= 0)).toBe(true);
    }
  });

  it('holds 2.4 at lambda 0.8', () => {
    expect(stable(solveMd1({ lambda: 0.8, mu: 1 })).meanOccupancy).toBeCloseTo(2.4, 13);
  });
});
