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
});
