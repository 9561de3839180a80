import { describe, expect, it } from 'vitest';
import { type ArrivalDistribution, samplerOf } from '../../core/distributions/index.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { examples } from '../../tests/examples.ts';
import { openStream } from './random-stream.ts';

const N = examples(400_000);
const draws = (distribution: ArrivalDistribution, count = N): Float64Array => {
  const sampler = samplerOf(
    distribution,
    openStream({ seed: 7, replication: 0, node: distribution.distribution, purpose: 'service' }),
  );
  return Float64Array.from({ length: count }, () => sampler.next());
};
const meanOf = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length;

interface Case {
  readonly name: string;
  readonly distribution: ArrivalDistribution;
  readonly mean: number;
  readonly scv: number;
}

const gamma = (x: number): number => Math.exp(logGamma(x));

/** Mean and scv from textbook formulas, written out here. */
const CASES: readonly Case[] = [
  { name: 'exponential by rate', distribution: { distribution: 'exponential', rate: 4 }, mean: 0.25, scv: 1 },
  {
    name: 'exponential from first principles',
    distribution: {
      distribution: 'exponential',
      factors: { elementsPerClock: 2, clock: 100, divisor: 4, multiplier: 0.5 },
    },
    mean: 1 / 25,
    scv: 1,
  },
  {
    name: 'Erlang of 3 phases',
    distribution: { distribution: 'erlang', mean: 6, shape: 3 },
    mean: 6,
    scv: 1 / 3,
  },
  {
    name: 'gamma, scv below 1',
    distribution: { distribution: 'gamma', mean: 2, scv: 0.4 },
    mean: 2,
    scv: 0.4,
  },
  { name: 'gamma, scv above 1', distribution: { distribution: 'gamma', mean: 2, scv: 3 }, mean: 2, scv: 3 },
  {
    name: 'hyperexponential, balanced means',
    distribution: { distribution: 'hyperexponential', mean: 3, scv: 5 },
    mean: 3,
    scv: 5,
  },
  {
    name: 'hyperexponential by branches',
    distribution: { distribution: 'hyperexponential', probabilities: [0.25, 0.75], rates: [0.5, 3] },
    mean: 0.75,
    scv: (2 * (0.25 / 0.25 + 0.75 / 9)) / 0.75 ** 2 - 1,
  },
  { name: 'uniform', distribution: { distribution: 'uniform', min: 1, max: 4 }, mean: 2.5, scv: 0.75 / 6.25 },
  { name: 'lognormal', distribution: { distribution: 'lognormal', mean: 2, scv: 0.5 }, mean: 2, scv: 0.5 },
  {
    name: 'Weibull',
    distribution: { distribution: 'weibull', mean: 1, shape: 0.8 },
    mean: 1,
    scv: gamma(1 + 2 / 0.8) / gamma(1 + 1 / 0.8) ** 2 - 1,
  },
  { name: 'Pareto', distribution: { distribution: 'pareto', scale: 2, shape: 9 }, mean: 18 / 8, scv: 1 / 63 },
  {
    name: 'phase type (two phases, scv 4)',
    distribution: {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-4, 0.5],
        [0, -0.5],
      ],
    },
    mean: 0.5,
    scv: 4,
  },
  {
    name: 'phase type with an atom at 0',
    distribution: { distribution: 'phaseType', alpha: [0.5], T: [[-1]] },
    mean: 0.5,
    scv: 3,
  },
  {
    name: 'empirical histogram',
    distribution: { distribution: 'empirical', edges: [0, 1, 3, 7], weights: [2, 0, 2] },
    mean: 0.5 * 0.5 + 0.5 * 5,
    // E X^2: (1/3) / 2 + (7^3 - 3^3) / (3 * 4) / 2.
    scv: (1 / 6 + 316 / 24) / 2.75 ** 2 - 1,
  },
  {
    name: 'bursts: peak 10 and idle 1, half the time each',
    distribution: { distribution: 'onOff', peakRate: 10, idleRate: 1, meanOnTime: 2, meanOffTime: 2 },
    mean: 1 / 5.5,
    scv: Number.NaN,
  },
];

describe('samplerOf', () => {
  for (const { name, distribution, mean, scv } of CASES) {
    it(`draws ${name} with its mean and scv, at 5 sigma`, () => {
      const values = draws(distribution);
      const average = meanOf(values);
      const squares = values.map((x) => (x - average) ** 2);
      const variance = meanOf(squares);
      const spread = Math.sqrt(meanOf(squares.map((x) => (x - variance) ** 2)));
      // Bursts make neighbours alike, which widens the error of the mean (here less than fourfold).
      const widening = distribution.distribution === 'onOff' ? 4 : 1;
      expect(Math.abs(average - mean)).toBeLessThan((widening * 5 * Math.sqrt(variance)) / Math.sqrt(N));
      if (!Number.isNaN(scv))
        expect(Math.abs(variance - scv * mean ** 2)).toBeLessThan((5 * spread) / Math.sqrt(N));
      expect(values.every((x) => x >= 0 && Number.isFinite(x))).toBe(true);
    });
  }

  it('draws a constant', () => {
    expect([...draws({ distribution: 'deterministic', rate: 8 }, 3)]).toEqual([0.125, 0.125, 0.125]);
  });

  it('replays a trace in order and from the start again, also from another place', () => {
    const distribution: ArrivalDistribution = { distribution: 'trace', values: [3, 1, 2] };
    expect([...draws(distribution, 5)]).toEqual([3, 1, 2, 3, 1]);
    const stream = openStream({ seed: 1, replication: 0, node: 'a', purpose: 'service' });
    const later = samplerOf(distribution, stream, 2);
    expect([later.next(), later.next()]).toEqual([2, 3]);
  });

  it('lets the phases of a MAP take turns', () => {
    // Two phases that take turns at every arrival, with rates 1 and 100: neighbours are as unlike as can be.
    const distribution: ArrivalDistribution = {
      distribution: 'map',
      D0: [
        [-1, 0],
        [0, -100],
      ],
      D1: [
        [0, 1],
        [100, 0],
      ],
    };
    const values = draws(distribution, 20_000);
    const [even, odd] = [0, 1].map((parity) => meanOf(values.filter((_, i) => i % 2 === parity)));
    expect(Math.abs(Math.max(even!, odd!) - 1)).toBeLessThan(5 / Math.sqrt(10_000));
    expect(Math.abs(Math.min(even!, odd!) - 0.01)).toBeLessThan(0.05 / Math.sqrt(10_000));
  });

  it('gives a MAP the lag-1 correlation of its closed form', () => {
    // Interrupted switching: after an arrival the phase stays with probability 0.9. Rates 1 and 5, embedded phases equal.
    const distribution: ArrivalDistribution = {
      distribution: 'map',
      D0: [
        [-1, 0],
        [0, -5],
      ],
      D1: [
        [0.9, 0.1],
        [0.5, 4.5],
      ],
    };
    const values = draws(distribution);
    const mean = meanOf(values);
    const variance = meanOf(values.map((x) => (x - mean) ** 2));
    const lag = meanOf(values.slice(1).map((x, i) => (x - mean) * (values[i]! - mean))) / variance;
    // Means 1 and 0.2 with equal weights: covariance of the phase means 0.16 * (0.9 - 0.1), variance 1.04 - 0.36.
    expect(Math.abs(lag - (0.16 * 0.8) / 0.68)).toBeLessThan(0.02);
  });
});

/** Largest distance between the empirical and the given distribution function. */
function distance(values: Float64Array, cdf: (x: number) => number): number {
  const n = values.length;
  let largest = 0;
  for (const [i, x] of [...values].sort((a, b) => a - b).entries()) {
    const F = cdf(x);
    largest = Math.max(largest, F - i / n, (i + 1) / n - F);
  }
  return largest;
}

describe('distribution functions (Kolmogorov and Smirnov)', () => {
  // P[sqrt(n) D > 2.2] = 1.3e-4.
  const limit = 2.2 / Math.sqrt(N);
  const distributions: readonly (readonly [ArrivalDistribution, (x: number) => number])[] = [
    [{ distribution: 'exponential', mean: 1 }, (x) => -Math.expm1(-x)],
    [{ distribution: 'weibull', mean: gamma(1.5), shape: 2 }, (x) => -Math.expm1(-x * x)],
    [{ distribution: 'pareto', scale: 1, shape: 3 }, (x) => 1 - x ** -3],
    [{ distribution: 'erlang', mean: 2, shape: 2 }, (x) => 1 - (1 + x) * Math.exp(-x)],
    [{ distribution: 'gamma', mean: 3, scv: 1 / 3 }, (x) => 1 - (1 + x + (x * x) / 2) * Math.exp(-x)],
    [
      { distribution: 'hyperexponential', probabilities: [0.3, 0.7], rates: [1, 9] },
      (x) => 1 - 0.3 * Math.exp(-x) - 0.7 * Math.exp(-9 * x),
    ],
    [{ distribution: 'uniform', min: 2, max: 3 }, (x) => x - 2],
    [
      { distribution: 'triangular', min: 1, mode: 2, max: 5 },
      (x) => (x < 2 ? (x - 1) ** 2 / 4 : 1 - (5 - x) ** 2 / 12),
    ],
    [{ distribution: 'triangular', min: 1, mode: 1, max: 5 }, (x) => 1 - (5 - x) ** 2 / 16],
    [{ distribution: 'triangular', min: 1, mode: 5, max: 5 }, (x) => (x - 1) ** 2 / 16],
  ];
  for (const [distribution, cdf] of distributions) {
    it(`${distribution.distribution}`, () => {
      expect(distance(draws(distribution), cdf)).toBeLessThan(limit);
    });
  }

  it('gamma of shape 1/2 is the square of a normal: P[X <= 1/2] = erf(1/sqrt 2)', () => {
    const values = draws({ distribution: 'gamma', mean: 0.5, scv: 2 });
    const below = values.filter((x) => x <= 0.5).length / N;
    expect(Math.abs(below - 0.682689492)).toBeLessThan(5 * Math.sqrt((0.68 * 0.32) / N));
  });

  it('the exponential tail beyond the ziggurat has the right weight', () => {
    const values = draws({ distribution: 'exponential', mean: 1 }, examples(4_000_000));
    const beyond = values.filter((x) => x > 8).length / values.length;
    expect(Math.abs(beyond - Math.exp(-8))).toBeLessThan(5 * Math.sqrt(Math.exp(-8) / values.length));
  });
});
