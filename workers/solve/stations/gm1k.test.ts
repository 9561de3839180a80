import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { relativeError, total } from '../fixtures/distribution.ts';
import { solveGm1k } from './fit-station.ts';
import { solveMapPh } from './map-ph.ts';
import { isSaturated, type Queue } from './queue.ts';

const there = (queue: Queue | undefined): Queue => {
  if (!queue) throw new Error('no answer');
  return queue;
};

describe('G/M/1/K', () => {
  it('agrees with the finite chain of phases, level by level, from light load to overload', () => {
    for (const arrivals of [
      { distribution: 'erlang', mean: 1, shape: 4 },
      { distribution: 'hyperexponential', mean: 1, scv: 6 },
    ] as const) {
      for (const rho of [0.05, 0.7, 1, 3]) {
        const service = { distribution: 'exponential', rate: 1 } as const;
        const truth = solveMapPh({ arrivals, lambda: rho, service, mu: 1, c: 1, K: 7 });
        if (!truth || isSaturated(truth)) throw new Error('no answer');
        const found = there(solveGm1k({ lambda: rho, mu: 1, distribution: arrivals, K: 7 }));
        for (const [n, p] of found.distribution!()!.entries())
          expect(relativeError(p, truth.distribution!()![n]!), `level ${n}`).toBeLessThan(1e-10);
        expect(relativeError(found.lossProbability!, truth.lossProbability!)).toBeLessThan(1e-10);
        expect(relativeError(found.meanOccupancy, truth.meanOccupancy)).toBeLessThan(1e-10);
      }
    }
  });

  // The embedded chain with E e^(-A) A^j / j! by incomplete gamma functions in 40 digits (mpmath).
  it('takes gaps of infinite variance', () => {
    for (const { shape, rho, K, loss, occupancy } of PARETO) {
      const distribution: ServiceDistribution = { distribution: 'pareto', scale: 1, shape };
      const found = there(solveGm1k({ lambda: rho, mu: 1, distribution, K }));
      expect(relativeError(found.lossProbability!, loss), `${shape}`).toBeLessThan(1e-9);
      expect(relativeError(found.meanOccupancy, occupancy), `${shape}`).toBeLessThan(1e-9);
      expect(Math.abs(total(found.distribution!()!) - 1)).toBeLessThan(2e-12);
    }
  });
});

const PARETO = [
  { shape: 1.1, rho: 0.7, K: 10, loss: 0.439881463165585, occupancy: 2.96469858302144 },
  { shape: 1.5, rho: 0.9, K: 20, loss: 0.069482691012747, occupancy: 9.22789692310535 },
  { shape: 1.5, rho: 2.0, K: 5, loss: 0.571791074097332, occupancy: 3.61047572715011 },
  { shape: 2.2, rho: 0.5, K: 30, loss: 1.77422666459949e-15, occupancy: 0.746056485845525 },
];
