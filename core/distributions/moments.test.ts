import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  distributionScv,
  isCorrelated,
  isPoisson,
} from './index.ts';
import { factorsRate, locationRate } from './location.ts';
import { onOffMatrices } from './on-off.ts';

const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const close = (value: number, wanted: number, tolerance = 1e-12) =>
  expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(wanted)));

describe('where a distribution sits', () => {
  it('multiplies first principles as Dor 2010, section 4.3.5: mu = R / M1 * C * M2', () => {
    expect(factorsRate({ elementsPerClock: 16, clock: 133e6 })).toBe(2.128e9);
    expect(factorsRate({ elementsPerClock: 3, clock: 100, divisor: 2, multiplier: 0.5 })).toBe(75);
  });

  it('takes rate, mean or factors for the same thing', () => {
    expect(locationRate({ rate: 4 })).toBe(4);
    expect(locationRate({ mean: 0.25 })).toBe(4);
    expect(locationRate({ factors: { elementsPerClock: 2, clock: 2 } })).toBe(4);
    expect(distributionMean({ distribution: 'deterministic', rate: 4 })).toBe(0.25);
    expect(distributionRate({ distribution: 'gamma', scv: 3, mean: 0.25 })).toBe(4);
    expect(distributionRate({ distribution: 'exponential', rate: 3 })).toBe(3);
  });
});

describe('mean and scv', () => {
  it.each<[string, ArrivalDistribution, number, number]>([
    ['exponential', { distribution: 'exponential', rate: 4 }, 0.25, 1],
    ['deterministic', { distribution: 'deterministic', mean: 3 }, 3, 0],
    ['erlang', { distribution: 'erlang', mean: 3, shape: 4 }, 3, 0.25],
    ['gamma', { distribution: 'gamma', mean: 3, scv: 0.7 }, 3, 0.7],
    ['lognormal', { distribution: 'lognormal', mean: 3, scv: 2.5 }, 3, 2.5],
    ['balanced hyperexponential', { distribution: 'hyperexponential', mean: 3, scv: 2.5 }, 3, 2.5],
    // E X = .5/1 + .5/3, E X^2 = 1 + 1/9
    ['branches', { distribution: 'hyperexponential', probabilities: [0.5, 0.5], rates: [1, 3] }, 2 / 3, 1.5],
    ['uniform from 0', { distribution: 'uniform', min: 0, max: 6 }, 3, 1 / 3],
    ['uniform', { distribution: 'uniform', min: 2, max: 4 }, 3, 1 / 27],
    // Variance (a^2 + b^2 + c^2 - ab - ac - bc) / 18.
    ['triangular', { distribution: 'triangular', min: 1, mode: 2, max: 6 }, 3, 21 / 18 / 9],
    ['triangular, the shortest most likely', { distribution: 'triangular', min: 0, mode: 0, max: 9 }, 3, 0.5],
    [
      'triangular, the longest most likely',
      { distribution: 'triangular', min: 0, mode: 3, max: 3 },
      2,
      1 / 8,
    ],
    ['weibull 1', { distribution: 'weibull', mean: 3, shape: 1 }, 3, 1],
    ['weibull 2 (Rayleigh)', { distribution: 'weibull', mean: 3, shape: 2 }, 3, 4 / Math.PI - 1],
    ['weibull 1/2', { distribution: 'weibull', mean: 3, shape: 0.5 }, 3, 5],
    ['pareto 3', { distribution: 'pareto', scale: 2, shape: 3 }, 3, 1 / 3],
    ['pareto 1.5', { distribution: 'pareto', scale: 1, shape: 1.5 }, 3, Number.POSITIVE_INFINITY],
    [
      'pareto 1',
      { distribution: 'pareto', scale: 1, shape: 1 },
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ],
    ['trace', { distribution: 'trace', values: [1, 2, 3, 6] }, 3, 14 / 4 / 9],
    ['one bin', { distribution: 'empirical', edges: [2, 4], weights: [7] }, 3, 1 / 27],
    ['bins of one uniform', { distribution: 'empirical', edges: [2, 2.5, 4], weights: [1, 3] }, 3, 1 / 27],
    // Halves in [0, 2] and [4, 6]: variance 4 + 1/3.
    ['two bins', { distribution: 'empirical', edges: [0, 2, 4, 6], weights: [1, 0, 1] }, 3, (4 + 1 / 3) / 9],
  ])('of %s', (_, distribution, mean, scv) => {
    expect(distributionMean(distribution)).toBeCloseTo(mean, 12);
    if (scv === Number.POSITIVE_INFINITY) expect(distributionScv(distribution)).toBe(scv);
    else expect(distributionScv(distribution)).toBeCloseTo(scv, 12);
  });

  it('of a weibull agree with the integrals of its tail', () => {
    for (const shape of [0.8, 1.7, 3.3]) {
      // With scale 1: E X = int exp(-x^k) dx, E X^2 = 2 int x exp(-x^k) dx, by the midpoint rule.
      let first = 0;
      let second = 0;
      const step = 1e-4;
      for (let x = step / 2; x < 200 ** (1 / Math.min(1, shape)); x += step) {
        const tail = Math.exp(-(x ** shape));
        first += tail * step;
        second += 2 * x * tail * step;
        if (tail < 1e-18) break;
      }
      close(distributionScv({ distribution: 'weibull', mean: 1, shape }), second / first ** 2 - 1, 1e-6);
    }
  });
});

describe('distributions with phases', () => {
  it('gives an erlang written as phases the moments of the erlang', () => {
    const distribution: ArrivalDistribution = {
      distribution: 'phaseType',
      alpha: [1, 0, 0],
      T: [
        [-2, 2, 0],
        [0, -2, 2],
        [0, 0, -2],
      ],
    };
    close(distributionMean(distribution), 1.5);
    close(distributionScv(distribution), 1 / 3);
  });

  it('gives parallel phases the moments of the hyperexponential', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), positive, positive, (p, a, b) => {
        const branches: ArrivalDistribution = {
          distribution: 'hyperexponential',
          probabilities: [p, 1 - p],
          rates: [a, b],
        };
        const phases: ArrivalDistribution = {
          distribution: 'phaseType',
          alpha: [p, 1 - p],
          T: [
            [-a, 0],
            [0, -b],
          ],
        };
        expect(distributionMean(phases) / distributionMean(branches)).toBeCloseTo(1, 11);
        expect((distributionScv(phases) + 1) / (distributionScv(branches) + 1)).toBeCloseTo(1, 11);
      }),
    );
  });

  it('has no mean when a phase is never left', () => {
    const T = [
      [-1, 1],
      [0, 0],
    ];
    expect(distributionMean({ distribution: 'phaseType', alpha: [1, 0], T })).toBe(Number.POSITIVE_INFINITY);
    expect(distributionRate({ distribution: 'phaseType', alpha: [1, 0], T })).toBe(0);
  });

  it('gives bursts written as a MAP the moments of the bursts', () => {
    const moderate = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(moderate, moderate, moderate, moderate, (peakRate, idleRate, meanOnTime, meanOffTime) => {
        const bursts = { distribution: 'onOff', peakRate, idleRate, meanOnTime, meanOffTime } as const;
        const map = { distribution: 'map', ...onOffMatrices(bursts) } as const;
        expect(distributionRate(bursts) / distributionRate(map)).toBeCloseTo(1, 8);
        expect(distributionScv(bursts) / distributionScv(map)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('gives interrupted Poisson arrivals the moments of Kuczura 1973: rate share on, scv 1 + 2 lambda a / (a + b)^2', () => {
    const distribution: ArrivalDistribution = {
      distribution: 'onOff',
      peakRate: 10,
      meanOnTime: 0.5,
      meanOffTime: 1.5,
    };
    close(distributionRate(distribution), 2.5);
    close(distributionScv(distribution), 1 + (2 * 10 * 2) / (2 + 2 / 3) ** 2);
  });

  it('treats a renewal process written as a MAP like its distribution', () => {
    // Erlang 2 of rate 3 per phase: a new arrival starts again in the first phase.
    const distribution: ArrivalDistribution = {
      distribution: 'map',
      D0: [
        [-3, 3],
        [0, -3],
      ],
      D1: [
        [0, 0],
        [3, 0],
      ],
    };
    close(distributionMean(distribution), 2 / 3);
    close(distributionScv(distribution), 0.5);
    expect(isCorrelated(distribution)).toBe(false);
    expect(isPoisson(distribution)).toBe(false);
  });
});

describe('isPoisson', () => {
  it.each<[ArrivalDistribution, boolean]>([
    [{ distribution: 'exponential', rate: 1 }, true],
    [{ distribution: 'erlang', mean: 1, shape: 1 }, true],
    [{ distribution: 'erlang', mean: 1, shape: 2 }, false],
    [{ distribution: 'gamma', mean: 1, scv: 1 }, true],
    [{ distribution: 'lognormal', mean: 1, scv: 1 }, false],
    [{ distribution: 'weibull', mean: 1, shape: 1 }, true],
    [{ distribution: 'hyperexponential', mean: 1, scv: 1 }, true],
    [{ distribution: 'hyperexponential', probabilities: [0.5, 0.5], rates: [2, 2] }, true],
    [{ distribution: 'hyperexponential', probabilities: [1, 0], rates: [2, 3] }, true],
    [{ distribution: 'hyperexponential', probabilities: [0.5, 0.5], rates: [2, 3] }, false],
    [{ distribution: 'deterministic', mean: 1 }, false],
    [{ distribution: 'phaseType', alpha: [1], T: [[-2]] }, true],
    [{ distribution: 'map', D0: [[-2]], D1: [[2]] }, true],
    [{ distribution: 'onOff', peakRate: 2, idleRate: 2, meanOnTime: 1, meanOffTime: 1 }, true],
    [{ distribution: 'onOff', peakRate: 2, meanOnTime: 1, meanOffTime: 1 }, false],
    [{ distribution: 'trace', values: [1, 2] }, false],
  ])('%o: %s', (distribution, wanted) => {
    expect(isPoisson(distribution)).toBe(wanted);
  });

  it('only calls distributions Poisson whose scv is 1', () => {
    const distribution: ArrivalDistribution = {
      distribution: 'phaseType',
      alpha: [0.3, 0.7],
      T: [
        [-5, 3],
        [1, -3],
      ],
    };
    expect(isPoisson(distribution)).toBe(true);
    close(distributionScv(distribution), 1);
    close(distributionRate(distribution), 2);
  });
});

describe('isCorrelated', () => {
  it('is true for bursts with arrivals in between, not for interrupted Poisson arrivals, which are a renewal process', () => {
    expect(
      isCorrelated({ distribution: 'onOff', peakRate: 9, idleRate: 1, meanOnTime: 1, meanOffTime: 1 }),
    ).toBe(true);
    expect(isCorrelated({ distribution: 'onOff', peakRate: 9, meanOnTime: 1, meanOffTime: 1 })).toBe(false);
    expect(
      isCorrelated({ distribution: 'onOff', peakRate: 9, idleRate: 9, meanOnTime: 1, meanOffTime: 1 }),
    ).toBe(false);
  });

  it('is true for a trace that comes in runs and false for one without pattern', () => {
    const runs = Array.from({ length: 400 }, (_, i) => (i % 200 < 100 ? 1 : 5));
    expect(isCorrelated({ distribution: 'trace', values: runs })).toBe(true);
    // De Bruijn sequence of order 4: every window of 2 appears equally often, so neighbours are uncorrelated.
    const mixed = [...'0000100110101111'].map((digit) => 1 + Number(digit));
    expect(isCorrelated({ distribution: 'trace', values: mixed })).toBe(false);
    expect(isCorrelated({ distribution: 'trace', values: [2, 2, 2] })).toBe(false);
  });

  it('is false for independent times', () => {
    expect(isCorrelated({ distribution: 'lognormal', mean: 1, scv: 9 })).toBe(false);
  });
});
