import { describe, expect, it } from 'vitest';
import type { ArrivalDistribution } from '../../../core/distributions/index.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { solveGm1 } from './gm1.ts';
import { solveMapPh } from './map-ph.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no answer');
  return queue;
}

describe('G/M/1', () => {
  it('is the QBD for arrivals with phases: means, occupancy and percentiles', () => {
    for (const distribution of [
      { distribution: 'erlang', rate: 1, shape: 5 },
      { distribution: 'hyperexponential', mean: 1, scv: 8 },
    ] as const) {
      for (const lambda of [0.05, 0.6, 0.99]) {
        const truth = stable(
          solveMapPh({
            arrivals: distribution,
            lambda,
            service: { distribution: 'exponential', rate: 1 },
            mu: 1,
            c: 1,
            K: Number.POSITIVE_INFINITY,
          }),
        );
        const found = stable(solveGm1({ distribution, lambda, mu: 1 }));
        expect(relativeError(found.meanOccupancy, truth.meanOccupancy)).toBeLessThan(1e-9);
        expect(relativeError(found.tail!(3), truth.tail!(3))).toBeLessThan(1e-9);
        const [a, b] = [percentilesOf(found.waitingTime!()!), percentilesOf(truth.waitingTime!()!)];
        expect(Math.abs(a.p999 - b.p999)).toBeLessThan(1e-8 * b.p999 + 1e-12);
      }
    }
  });

  it('solves delta = 1 - e^(-mu delta / lambda) for D/M/1', () => {
    const found = stable(
      solveGm1({ distribution: { distribution: 'deterministic', rate: 1 }, lambda: 0.5, mu: 1 }),
    );
    const delta = 0.5 / found.meanOccupancy;
    expect(Math.exp(-2 * delta)).toBeCloseTo(1 - delta, 14);
  });

  it('keeps its digits at both ends: D/M/1 waits half as long as M/M/1 near saturation, and never at light load', () => {
    const gap = 2 ** -30;
    const heavy = stable(
      solveGm1({ distribution: { distribution: 'deterministic', rate: 1 }, lambda: 1 - gap, mu: 1 }),
    );
    expect(relativeError(heavy.meanOccupancy * gap, 0.5)).toBeLessThan(1e-8);
    const light = stable(
      solveGm1({ distribution: { distribution: 'deterministic', rate: 1 }, lambda: 1e-9, mu: 1 }),
    );
    expect(light.distribution!()).toEqual([expect.closeTo(1, 8), 1e-9]);
  });

  it('has a distribution with its mean for every distribution', () => {
    const distributions: readonly ArrivalDistribution[] = [
      { distribution: 'uniform', min: 0.5, max: 2 },
      { distribution: 'lognormal', mean: 1, scv: 2 },
      { distribution: 'weibull', mean: 1, shape: 0.6 },
      { distribution: 'pareto', scale: 1, shape: 2.2 },
      { distribution: 'empirical', edges: [0, 1, 3], weights: [1, 2] },
    ];
    for (const distribution of distributions) {
      const found = stable(solveGm1({ distribution, lambda: 0.7, mu: 1 }));
      const p = found.distribution!()!;
      expect(Math.abs(total(p) - 1)).toBeLessThan(2e-12);
      expect(relativeError(mean(p), found.meanOccupancy)).toBeLessThan(1e-9);
    }
  });

  // delta from E e^(-s A) = a E_(a+1)(s), the exponential integral in 120 digits; lognormal by quadrature (mpmath).
  it('keeps its digits under gaps without a finite, or with a very large, variance', () => {
    for (const { shape, rho, occupancy } of PARETO) {
      const found = stable(
        solveGm1({ distribution: { distribution: 'pareto', scale: 1, shape }, lambda: rho, mu: 1 }),
      );
      expect(relativeError(found.meanOccupancy, occupancy), `${shape}, ${rho}`).toBeLessThan(1e-9);
    }
    const lognormal: ArrivalDistribution = { distribution: 'lognormal', mean: 1, scv: 400 };
    const found = stable(solveGm1({ distribution: lognormal, lambda: 0.7, mu: 1 }));
    expect(relativeError(found.meanOccupancy, 59.5069703376755)).toBeLessThan(1e-10);
  });

  it('has the closed form for a table whose last cell is far wider than a service', () => {
    const table: ArrivalDistribution = { distribution: 'empirical', edges: [0, 2000], weights: [1] };
    const found = stable(solveGm1({ distribution: table, lambda: 1e-3, mu: 1 }));
    // sigma = E e^(-(1 - sigma) A), with A uniform on (0, 2000): 1 / (2000 (1 - sigma)).
    const sigma = 1 - 1e-3 / found.meanOccupancy;
    expect(relativeError(sigma, 1 / (2000 * (1 - sigma)))).toBeLessThan(1e-9);
  });
});

const PARETO = [
  { shape: 1.1, rho: 0.3, occupancy: 2.33702210137438 },
  { shape: 1.1, rho: 0.7, occupancy: 11527.361685999902 },
  { shape: 1.1, rho: 0.99, occupancy: 6.80689121158652e18 },
  { shape: 1.5, rho: 0.5, occupancy: 1.1232907605792815 },
  { shape: 1.9, rho: 0.9, occupancy: 11.275383853523888 },
];
