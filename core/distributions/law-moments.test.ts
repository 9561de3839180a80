import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrivalLaw } from './law.ts';
import {
  factorsRate,
  isCorrelated,
  isPoisson,
  lawMean,
  lawRate,
  lawScv,
  locationRate,
} from './law-moments.ts';
import { onOffAsMap } from './markov-moments.ts';

const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const close = (value: number, wanted: number, tolerance = 1e-12) =>
  expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(wanted)));

describe('where a law sits', () => {
  it('multiplies first principles as Dor 2010, section 4.3.5: mu = R / M1 * C * M2', () => {
    expect(factorsRate({ elementsPerClock: 16, clock: 133e6 })).toBe(2.128e9);
    expect(factorsRate({ elementsPerClock: 3, clock: 100, divisor: 2, multiplier: 0.5 })).toBe(75);
  });

  it('takes rate, mean or factors for the same thing', () => {
    expect(locationRate({ rate: 4 })).toBe(4);
    expect(locationRate({ mean: 0.25 })).toBe(4);
    expect(locationRate({ factors: { elementsPerClock: 2, clock: 2 } })).toBe(4);
    expect(lawMean({ law: 'deterministic', rate: 4 })).toBe(0.25);
    expect(lawRate({ law: 'gamma', scv: 3, mean: 0.25 })).toBe(4);
    expect(lawRate({ law: 'exponential', rate: 3 })).toBe(3);
  });
});

describe('mean and scv', () => {
  it.each<[string, ArrivalLaw, number, number]>([
    ['exponential', { law: 'exponential', rate: 4 }, 0.25, 1],
    ['deterministic', { law: 'deterministic', mean: 3 }, 3, 0],
    ['erlang', { law: 'erlang', mean: 3, shape: 4 }, 3, 0.25],
    ['gamma', { law: 'gamma', mean: 3, scv: 0.7 }, 3, 0.7],
    ['lognormal', { law: 'lognormal', mean: 3, scv: 2.5 }, 3, 2.5],
    ['balanced hyperexponential', { law: 'hyperexponential', mean: 3, scv: 2.5 }, 3, 2.5],
    // E X = .5/1 + .5/3, E X^2 = 1 + 1/9
    ['branches', { law: 'hyperexponential', probabilities: [0.5, 0.5], rates: [1, 3] }, 2 / 3, 1.5],
    ['uniform from 0', { law: 'uniform', min: 0, max: 6 }, 3, 1 / 3],
    ['uniform', { law: 'uniform', min: 2, max: 4 }, 3, 1 / 27],
    ['weibull 1', { law: 'weibull', mean: 3, shape: 1 }, 3, 1],
    ['weibull 2 (Rayleigh)', { law: 'weibull', mean: 3, shape: 2 }, 3, 4 / Math.PI - 1],
    ['weibull 1/2', { law: 'weibull', mean: 3, shape: 0.5 }, 3, 5],
    ['pareto 3', { law: 'pareto', scale: 2, shape: 3 }, 3, 1 / 3],
    ['pareto 1.5', { law: 'pareto', scale: 1, shape: 1.5 }, 3, Number.POSITIVE_INFINITY],
    ['pareto 1', { law: 'pareto', scale: 1, shape: 1 }, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['trace', { law: 'trace', values: [1, 2, 3, 6] }, 3, 14 / 4 / 9],
    ['one bin', { law: 'empirical', edges: [2, 4], weights: [7] }, 3, 1 / 27],
    ['bins of one uniform', { law: 'empirical', edges: [2, 2.5, 4], weights: [1, 3] }, 3, 1 / 27],
    // Halves in [0, 2] and [4, 6]: variance 4 + 1/3.
    ['two bins', { law: 'empirical', edges: [0, 2, 4, 6], weights: [1, 0, 1] }, 3, (4 + 1 / 3) / 9],
  ])('of %s', (_, law, mean, scv) => {
    expect(lawMean(law)).toBeCloseTo(mean, 12);
    if (scv === Number.POSITIVE_INFINITY) expect(lawScv(law)).toBe(scv);
    else expect(lawScv(law)).toBeCloseTo(scv, 12);
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
      close(lawScv({ law: 'weibull', mean: 1, shape }), second / first ** 2 - 1, 1e-6);
    }
  });
});

describe('laws with phases', () => {
  it('gives an erlang written as phases the moments of the erlang', () => {
    const law: ArrivalLaw = {
      law: 'phaseType',
      alpha: [1, 0, 0],
      T: [
        [-2, 2, 0],
        [0, -2, 2],
        [0, 0, -2],
      ],
    };
    close(lawMean(law), 1.5);
    close(lawScv(law), 1 / 3);
  });

  it('gives parallel phases the moments of the hyperexponential', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), positive, positive, (p, a, b) => {
        const branches: ArrivalLaw = { law: 'hyperexponential', probabilities: [p, 1 - p], rates: [a, b] };
        const phases: ArrivalLaw = {
          law: 'phaseType',
          alpha: [p, 1 - p],
          T: [
            [-a, 0],
            [0, -b],
          ],
        };
        expect(lawMean(phases) / lawMean(branches)).toBeCloseTo(1, 11);
        expect((lawScv(phases) + 1) / (lawScv(branches) + 1)).toBeCloseTo(1, 11);
      }),
    );
  });

  it('has no mean when a phase is never left', () => {
    const T = [
      [-1, 1],
      [0, 0],
    ];
    expect(lawMean({ law: 'phaseType', alpha: [1, 0], T })).toBe(Number.POSITIVE_INFINITY);
    expect(lawRate({ law: 'phaseType', alpha: [1, 0], T })).toBe(0);
  });

  it('gives bursts written as a MAP the moments of the bursts', () => {
    const moderate = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(moderate, moderate, moderate, moderate, (peakRate, idleRate, meanOnTime, meanOffTime) => {
        const bursts = { law: 'onOff', peakRate, idleRate, meanOnTime, meanOffTime } as const;
        const map = onOffAsMap(bursts);
        expect(lawRate(bursts) / lawRate(map)).toBeCloseTo(1, 8);
        expect(lawScv(bursts) / lawScv(map)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('gives interrupted Poisson arrivals the moments of Kuczura 1973: rate share on, scv 1 + 2 lambda a / (a + b)^2', () => {
    const law: ArrivalLaw = { law: 'onOff', peakRate: 10, meanOnTime: 0.5, meanOffTime: 1.5 };
    close(lawRate(law), 2.5);
    close(lawScv(law), 1 + (2 * 10 * 2) / (2 + 2 / 3) ** 2);
  });

  it('treats a renewal process written as a MAP like its law', () => {
    // Erlang 2 of rate 3 per phase: a new arrival starts again in the first phase.
    const law: ArrivalLaw = {
      law: 'map',
      D0: [
        [-3, 3],
        [0, -3],
      ],
      D1: [
        [0, 0],
        [3, 0],
      ],
    };
    close(lawMean(law), 2 / 3);
    close(lawScv(law), 0.5);
    expect(isCorrelated(law)).toBe(false);
    expect(isPoisson(law)).toBe(false);
  });
});

describe('isPoisson', () => {
  it.each<[ArrivalLaw, boolean]>([
    [{ law: 'exponential', rate: 1 }, true],
    [{ law: 'erlang', mean: 1, shape: 1 }, true],
    [{ law: 'erlang', mean: 1, shape: 2 }, false],
    [{ law: 'gamma', mean: 1, scv: 1 }, true],
    [{ law: 'lognormal', mean: 1, scv: 1 }, false],
    [{ law: 'weibull', mean: 1, shape: 1 }, true],
    [{ law: 'hyperexponential', mean: 1, scv: 1 }, true],
    [{ law: 'hyperexponential', probabilities: [0.5, 0.5], rates: [2, 2] }, true],
    [{ law: 'hyperexponential', probabilities: [1, 0], rates: [2, 3] }, true],
    [{ law: 'hyperexponential', probabilities: [0.5, 0.5], rates: [2, 3] }, false],
    [{ law: 'deterministic', mean: 1 }, false],
    [{ law: 'phaseType', alpha: [1], T: [[-2]] }, true],
    [{ law: 'map', D0: [[-2]], D1: [[2]] }, true],
    [{ law: 'onOff', peakRate: 2, idleRate: 2, meanOnTime: 1, meanOffTime: 1 }, true],
    [{ law: 'onOff', peakRate: 2, meanOnTime: 1, meanOffTime: 1 }, false],
    [{ law: 'trace', values: [1, 2] }, false],
  ])('%o: %s', (law, wanted) => {
    expect(isPoisson(law)).toBe(wanted);
  });

  it('only calls laws Poisson whose scv is 1', () => {
    const law: ArrivalLaw = {
      law: 'phaseType',
      alpha: [0.3, 0.7],
      T: [
        [-5, 3],
        [1, -3],
      ],
    };
    expect(isPoisson(law)).toBe(true);
    close(lawScv(law), 1);
    close(lawRate(law), 2);
  });
});

describe('isCorrelated', () => {
  it('is true for bursts with arrivals in between, not for interrupted Poisson arrivals, which are a renewal process', () => {
    expect(isCorrelated({ law: 'onOff', peakRate: 9, idleRate: 1, meanOnTime: 1, meanOffTime: 1 })).toBe(
      true,
    );
    expect(isCorrelated({ law: 'onOff', peakRate: 9, meanOnTime: 1, meanOffTime: 1 })).toBe(false);
    expect(isCorrelated({ law: 'onOff', peakRate: 9, idleRate: 9, meanOnTime: 1, meanOffTime: 1 })).toBe(
      false,
    );
  });

  it('is true for a trace that comes in runs and false for one without pattern', () => {
    const runs = Array.from({ length: 400 }, (_, i) => (i % 200 < 100 ? 1 : 5));
    expect(isCorrelated({ law: 'trace', values: runs })).toBe(true);
    // De Bruijn sequence of order 4: every window of 2 appears equally often, so neighbours are uncorrelated.
    const mixed = [...'0000100110101111'].map((digit) => 1 + Number(digit));
    expect(isCorrelated({ law: 'trace', values: mixed })).toBe(false);
    expect(isCorrelated({ law: 'trace', values: [2, 2, 2] })).toBe(false);
  });

  it('is false for independent times', () => {
    expect(isCorrelated({ law: 'lognormal', mean: 1, scv: 9 })).toBe(false);
  });
});
