import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveOf } from '../../workers/fit/fit-service.ts';
import { distributionMean, functionsOf, type ServiceDistribution } from './index.ts';

const DISTRIBUTIONS: readonly ServiceDistribution[] = [
  { distribution: 'exponential', mean: 2 },
  { distribution: 'erlang', mean: 2, shape: 7 },
  { distribution: 'gamma', mean: 2, scv: 3 },
  { distribution: 'lognormal', mean: 2, scv: 1.5 },
  { distribution: 'weibull', mean: 2, shape: 0.7 },
  { distribution: 'pareto', scale: 1, shape: 3 },
  { distribution: 'uniform', min: 1, max: 3 },
  { distribution: 'triangular', min: 0.5, mode: 1.2, max: 4.3 },
  { distribution: 'triangular', min: 1, mode: 1, max: 4 },
  { distribution: 'triangular', min: 0, mode: 3, max: 3 },
  { distribution: 'hyperexponential', mean: 2, scv: 4 },
  { distribution: 'empirical', edges: [0, 1, 3, 4], weights: [2, 1, 5] },
  {
    distribution: 'phaseType',
    alpha: [0.3, 0.7],
    T: [
      [-2, 1],
      [0.2, -0.6],
    ],
  },
];

describe('functionsOf', () => {
  it.each(DISTRIBUTIONS)('$distribution: tail and density integrate to the mean and to 1', (distribution) => {
    const { tail, logDensity, cdf } = functionsOf(distribution);
    // Midpoints in y, x = y^4: dense near 0, and far enough out.
    const [steps, top] = [4_000, 7];
    let [mean, mass] = [0, 0];
    for (let i = 0; i < steps; i += 1) {
      const y = ((i + 0.5) * top) / steps;
      const dx = (4 * y ** 3 * top) / steps;
      mean += tail(y ** 4) * dx;
      mass += Math.exp(logDensity(y ** 4)) * dx;
    }
    expect(Math.abs(mean / distributionMean(distribution) - 1)).toBeLessThan(0.012);
    expect(Math.abs(mass - 1)).toBeLessThan(0.012);
    expect(cdf(1.7) + tail(1.7)).toBeCloseTo(1, 12);
  });

  it('a phase-type distribution of one Erlang chain is that Erlang distribution', () => {
    const T = [
      [-3, 3, 0],
      [0, -3, 3],
      [0, 0, -3],
    ];
    const chain = functionsOf({ distribution: 'phaseType', alpha: [1, 0, 0], T });
    const erlang = functionsOf({ distribution: 'erlang', shape: 3, mean: 1 });
    for (const x of [0.01, 0.3, 1, 4, 12]) {
      expect(chain.tail(x)).toBeCloseTo(erlang.tail(x), 12);
      expect(chain.logDensity(x)).toBeCloseTo(erlang.logDensity(x), 10);
    }
  });

  it('keeps the digits of far tails', () => {
    const { tail } = functionsOf({ distribution: 'gamma', mean: 1, scv: 0.5 });
    // (1 + 2x) e^(-2x)
    expect(tail(50) / (101 * Math.exp(-100))).toBeCloseTo(1, 9);
  });

  it('is handed on as a curve to be drawn, but for streams', () => {
    const curve = curveOf({ distribution: 'exponential', mean: 2 }, Float64Array.of(0, 2))!;
    expect(curve.cdf[1]).toBeCloseTo(1 - Math.exp(-1), 12);
    expect([...curve.density]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.5 * Math.exp(-1), 12)]);
    expect(curveOf({ distribution: 'map', D0: [[-1]], D1: [[1]] }, Float64Array.of(1))).toBeUndefined();
  });

  it('rises from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DISTRIBUTIONS),
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (distribution, x, more) => {
          const { cdf } = functionsOf(distribution);
          return cdf(x) >= 0 && cdf(x + more) >= cdf(x) - 1e-12 && cdf(x + more) <= 1 + 1e-12;
        },
      ),
      { numRuns: 300 },
    );
  });
});
