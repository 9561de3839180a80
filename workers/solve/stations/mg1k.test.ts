import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { solveMg1k } from './fit-station.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMg1 } from './mg1.ts';
import { solveMm1k } from './mm1k.ts';
import { isSaturated, type Queue } from './queue.ts';

const there = (queue: Queue | undefined): Queue => {
  if (!queue) throw new Error('no answer');
  return queue;
};
const exponential: ServiceDistribution = { distribution: 'gamma', mean: 1, scv: 1 };
const constant: ServiceDistribution = { distribution: 'deterministic', mean: 1 };

describe('M/G/1/K', () => {
  it('is M/M/1/K for exponential service, from 1e-9 to 1e6 of load and up to a million places', () => {
    for (const rho of [1e-9, 0.5, 1 - 1e-12, 1, 1.5, 100, 1e6]) {
      for (const K of [1, 2, 50, 3000]) {
        const truth = solveMm1k({ lambda: rho, mu: 1, K });
        const found = there(solveMg1k({ lambda: rho, mu: 1, distribution: exponential, K }));
        const label = `rho ${rho}, K ${K}`;
        expect(relativeError(found.meanOccupancy, truth.meanOccupancy), label).toBeLessThan(1e-9);
        expect(Math.abs(total(found.distribution!()!) - 1), label).toBeLessThan(2e-12);
        expect(Math.abs(found.lossProbability! - truth.tail!(K)), label).toBeLessThan(1e-10);
      }
    }
    const long = there(solveMg1k({ lambda: 0.9, mu: 1, distribution: exponential, K: 1_000_000 }));
    expect(relativeError(long.meanOccupancy, 9)).toBeLessThan(1e-10);
  });

  it('keeps the digits of a small loss', () => {
    const truth = solveMm1k({ lambda: 0.3, mu: 1, K: 30 }).tail!(30);
    expect(
      relativeError(
        there(solveMg1k({ lambda: 0.3, mu: 1, distribution: exponential, K: 30 })).lossProbability!,
        truth,
      ),
    ).toBeLessThan(1e-5);
  });

  it('agrees with the finite chain of phases', () => {
    for (const service of [
      { distribution: 'erlang', mean: 1, shape: 4 },
      { distribution: 'hyperexponential', mean: 1, scv: 6 },
    ] as const) {
      for (const rho of [0.4, 1, 3]) {
        const truth = solveMapPh({
          arrivals: { distribution: 'exponential', rate: 1 },
          lambda: rho,
          service,
          mu: 1,
          c: 1,
          K: 9,
        });
        if (!truth || isSaturated(truth)) throw new Error('no answer');
        const found = there(solveMg1k({ lambda: rho, mu: 1, distribution: service, K: 9 }));
        for (const [n, p] of found.distribution!()!.entries())
          expect(relativeError(p, truth.distribution!()![n]!), `level ${n}`).toBeLessThan(1e-10);
      }
    }
  });

  it('is M/D/1/1 in closed form, and M/G/1 with many places', () => {
    expect(there(solveMg1k({ lambda: 2, mu: 1, distribution: constant, K: 1 })).lossProbability).toBeCloseTo(
      2 / 3,
      14,
    );
    // K = 2: pi_0 = e^-rho, so 1 - P_2 = 1 / (e^-rho + rho).
    expect(there(solveMg1k({ lambda: 2, mu: 1, distribution: constant, K: 2 })).lossProbability).toBeCloseTo(
      1 - 1 / (Math.exp(-2) + 2),
      14,
    );
    const distribution: ServiceDistribution = { distribution: 'lognormal', mean: 1, scv: 0.5 };
    const limit = solveMg1({ lambda: 0.7, mu: 1, distribution });
    if (isSaturated(limit)) throw new Error('saturated');
    const found = there(solveMg1k({ lambda: 0.7, mu: 1, distribution, K: 500 }));
    expect(relativeError(found.meanOccupancy, limit.meanOccupancy)).toBeLessThan(1e-9);
    expect(relativeError(mean(found.distribution!()!), found.meanOccupancy)).toBeLessThan(1e-9);
  });
});
