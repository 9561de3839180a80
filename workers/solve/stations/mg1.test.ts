import { describe, expect, it } from 'vitest';
import { distributionRate, type ServiceDistribution } from '../../../core/distributions/index.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { GAUSS } from './distribution-parts.ts';
import { solveMd1 } from './md1.ts';
import { solveMg1 } from './mg1.ts';
import { solveMm1 } from './mm1.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

const heavy = { distribution: 'pareto', scale: 1 / 3, shape: 1.5 } as const;

describe('M/G/1', () => {
  it('matches JMT, examples/jsim/qn_models/open_1class_1stat_mg1fcfs.jsimg, a Coxian of scv 4: lambda 1, mean service 0.5, W = 1.75', () => {
    const queue = stable(
      solveMg1({ lambda: 1, mu: 2, distribution: { distribution: 'gamma', mean: 0.5, scv: 4 } }),
    );
    expect(queue.meanOccupancy / queue.arrivalRate).toBeCloseTo(1.75, 13);
  });

  it('is M/M/1 for scv 1', () => {
    const one = stable(solveMm1({ lambda: 0.9, mu: 1 }));
    expect(
      stable(solveMg1({ lambda: 0.9, mu: 1, distribution: { distribution: 'gamma', mean: 1, scv: 1 } }))
        .meanQueueLength,
    ).toBeCloseTo(one.meanQueueLength, 12);
  });

  it('has no mean queue with infinite variance, unless nothing arrives', () => {
    expect(stable(solveMg1({ lambda: 0.5, mu: 1, distribution: heavy })).meanOccupancy).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(stable(solveMg1({ lambda: 0, mu: 1, distribution: heavy })).meanOccupancy).toBe(0);
  });

  it('is saturated from lambda = mu on', () => {
    expect(isSaturated(solveMg1({ lambda: 1, mu: 1, distribution: heavy }))).toBe(true);
  });
});

const DISTRIBUTIONS: readonly ServiceDistribution[] = [
  { distribution: 'erlang', mean: 1, shape: 3 },
  { distribution: 'gamma', mean: 2, scv: 0.3 },
  { distribution: 'hyperexponential', mean: 1, scv: 5 },
  { distribution: 'uniform', min: 0, max: 2 },
  { distribution: 'uniform', min: 4.9, max: 5.1 },
  { distribution: 'triangular', min: 0.5, mode: 1, max: 4 },
  { distribution: 'triangular', min: 0, mode: 0, max: 3 },
  { distribution: 'lognormal', mean: 3, scv: 1.5 },
  { distribution: 'weibull', mean: 1, shape: 0.7 },
  { distribution: 'weibull', mean: 1, shape: 3 },
  { distribution: 'empirical', edges: [0, 1, 2, 5], weights: [3, 0, 1] },
  { distribution: 'trace', values: [1, 1, 4, 0.5] },
];

function cornersOf(distribution: ServiceDistribution): readonly number[] {
  if (distribution.distribution === 'uniform') return [distribution.min, distribution.max];
  if (distribution.distribution === 'triangular')
    return [distribution.min, distribution.mode, distribution.max];
  if (distribution.distribution === 'empirical') return distribution.edges;
  return distribution.distribution === 'trace' ? distribution.values : [];
}

const nameOf = (distribution: ServiceDistribution) => JSON.stringify(distribution);

describe('occupancy and times of M/G/1', () => {
  it('have the mean of Pollaczek and Khinchine, for every distribution', () => {
    for (const distribution of DISTRIBUTIONS) {
      for (const rho of [0.1, 0.7, 0.95]) {
        const queue = stable(
          solveMg1({
            lambda: rho * distributionRate(distribution),
            mu: distributionRate(distribution),
            distribution,
          }),
        );
        const p = queue.distribution!()!;
        expect(Math.abs(total(p) - 1), nameOf(distribution)).toBeLessThan(5e-12);
        expect(relativeError(mean(p), queue.meanOccupancy), `${nameOf(distribution)} ${rho}`).toBeLessThan(
          1e-8,
        );
      }
    }
  });

  it('have Poisson(lambda T) as the number left behind: E z^N = E e^(-lambda (1 - z) T), for every distribution', {
    tags: ['long'],
  }, () => {
    for (const distribution of DISTRIBUTIONS) {
      const lambda = 0.6 * distributionRate(distribution);
      const queue = stable(solveMg1({ lambda, mu: distributionRate(distribution), distribution }));
      const p = queue.distribution!()!;
      const stay = queue.sojournTime!();
      if (!stay) throw new Error(`no times for ${nameOf(distribution)}`);
      const z = 0.4;
      const found = p.reduce((sum, q, n) => sum + q * z ** n, 0);
      // E e^(-s T) = 1 - s times the integral of e^(-s t) P[T > t], over panels between the corners of the distribution.
      const s = lambda * (1 - z);
      const places = [0, ...cornersOf(distribution), ...[1, 2, 4, 8, 14, 22, 30].map((times) => times / s)];
      const ends = places.toSorted((a, b) => a - b);
      let integral = 0;
      for (let i = 1; i < ends.length; i++) {
        const [from, width] = [ends[i - 1]!, ends[i]! - ends[i - 1]!];
        for (const { at, weight } of GAUSS) {
          const t = from + at * width;
          if (s * t < 26) integral += weight * width * Math.exp(-s * t) * stay.tail(t);
        }
      }
      // Corners of the distribution come again, ever weaker, at its multiples.
      const tolerance = cornersOf(distribution).length > 0 ? 1e-4 : 1e-5;
      expect(Math.abs(1 - s * integral - found), nameOf(distribution)).toBeLessThan(tolerance);
    }
  });

  it('are those of M/D/1 where a trace says the same time again and again', () => {
    const truth = stable(solveMd1({ lambda: 0.35, mu: 0.5 }));
    const found = stable(
      solveMg1({ lambda: 0.35, mu: 0.5, distribution: { distribution: 'trace', values: [2, 2] } }),
    );
    for (const time of ['waitingTime', 'sojournTime'] as const) {
      const [a, b] = [found[time]!()!, truth[time]!()!];
      for (const t of [0.1, 1, 1.99, 2.5, 3.3, 5, 7.7, 12])
        expect(Math.abs(a.tail(t) - b.tail(t))).toBeLessThan(3e-5);
    }
  });

  it('are those of M/M/1 for exponential service, close to saturation too', () => {
    for (const rho of [0.3, 0.9, 0.999]) {
      const one = stable(solveMm1({ lambda: rho, mu: 1 }));
      const queue = stable(
        solveMg1({ lambda: rho, mu: 1, distribution: { distribution: 'gamma', mean: 1, scv: 1 } }),
      );
      for (const time of ['waitingTime', 'sojournTime'] as const) {
        const [found, truth] = [percentilesOf(queue[time]!()!), percentilesOf(one[time]!()!)];
        for (const p of ['p50', 'p90', 'p99', 'p999'] as const)
          expect(Math.abs(found[p] - truth[p]), `${rho} ${time} ${p}`).toBeLessThanOrEqual(2e-5 * truth[p]);
      }
    }
  });

  it('refuse an occupancy and times of service with infinite variance', () => {
    const queue = stable(solveMg1({ lambda: 0.5, mu: 1, distribution: heavy }));
    expect(queue.distribution!()).toBeUndefined();
    expect(queue.waitingTime!()).toBeUndefined();
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

  it("has Erlang's waiting time: P[W <= t] = (1 - rho) sum (-lambda (t - jD))^j / j! e^(lambda (t - jD))", () => {
    for (const rho of [0.3, 0.7]) {
      const { tail } = stable(solveMd1({ lambda: rho, mu: 1 })).waitingTime!()!;
      for (const t of [0, 0.4, 1, 1.7, 4.2]) {
        let sum = 0;
        for (let j = 0, factorial = 1; j <= t; j++, factorial *= j)
          sum += ((-rho * (t - j)) ** j / factorial) * Math.exp(rho * (t - j));
        expect(Math.abs(tail(t) - (1 - (1 - rho) * sum))).toBeLessThan(1e-12);
      }
    }
  });
});
