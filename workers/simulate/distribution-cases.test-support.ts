/** For tests: distributions of times with mean, second moment and Laplace transform E e^(-sX), each from its textbook formula. */

import type { ArrivalDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';

export interface ArrivalCase {
  readonly name: string;
  readonly distribution: ArrivalDistribution;
  readonly mean: number;
  readonly transform: (s: number) => number;
}

export interface DistributionCase extends ArrivalCase {
  readonly distribution: ServiceDistribution;
  readonly second: number;
}

const gamma = (x: number): number => Math.exp(logGamma(x));

/** Mean of f(u), u uniform on (0, 1), by the midpoint rule. */
function meanOver(f: (u: number) => number): number {
  const points = 100_000;
  let sum = 0;
  for (let i = 0; i < points; i++) sum += f((i + 0.5) / points);
  return sum / points;
}

/** Mean of f(Z), Z standard normal, by the trapezoidal rule, which is exact to rounding here. */
function meanOverNormal(f: (z: number) => number): number {
  const step = 1 / 64;
  let sum = 0;
  for (let z = -9; z <= 9; z += step) sum += Math.exp((-z * z) / 2) * f(z);
  return (sum * step) / Math.sqrt(2 * Math.PI);
}

const uniform = (a: number, b: number) => (s: number) =>
  (Math.exp(-s * a) - Math.exp(-s * b)) / (s * (b - a));

const branches = (p: readonly number[], rates: readonly number[]) => ({
  mean: p.reduce((sum, share, i) => sum + share / rates[i]!, 0),
  second: p.reduce((sum, share, i) => sum + (2 * share) / rates[i]! ** 2, 0),
  transform: (s: number) => p.reduce((sum, share, i) => sum + (share * rates[i]!) / (rates[i]! + s), 0),
});

/** Balanced means: p / rate is the same for both branches. */
function balanced(scv: number) {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return branches([p, 1 - p], [2 * p, 2 * (1 - p)]);
}

const weibull = (shape: number) => {
  const scale = 1 / gamma(1 + 1 / shape);
  return {
    mean: 1,
    second: scale ** 2 * gamma(1 + 2 / shape),
    transform: (s: number) => meanOver((u) => Math.exp(-s * scale * (-Math.log(u)) ** (1 / shape))),
  };
};

const gammaOf = (scv: number) => ({
  mean: 1,
  second: 1 + scv,
  transform: (s: number) => (1 + s * scv) ** (-1 / scv),
});

const lognormal = (scv: number) => {
  const variance = Math.log(1 + scv);
  return {
    mean: 1,
    second: 1 + scv,
    transform: (s: number) =>
      meanOverNormal((z) => Math.exp(-s * Math.exp(-variance / 2 + Math.sqrt(variance) * z))),
  };
};

/** Bins 0.2 to 0.8 (2/3) and 0.8 to 2 (1/3). */
const histogram = {
  mean: (2 / 3) * 0.5 + (1 / 3) * 1.4,
  second: (2 / 3) * (0.25 + 0.36 / 12) + (1 / 3) * (1.96 + 1.44 / 12),
  transform: (s: number) => (2 / 3) * uniform(0.2, 0.8)(s) + (1 / 3) * uniform(0.8, 2)(s),
};

const constant = { mean: 1, second: 1, transform: (s: number) => Math.exp(-s) };

/** A phase of rate 4 and, with probability 1/8, one of rate 1/2 after it. */
const coxian = {
  distribution: {
    distribution: 'phaseType',
    alpha: [1, 0],
    T: [
      [-4, 0.5],
      [0, -0.5],
    ],
  } as const,
  mean: 0.5,
  second: 1.25,
  transform: (s: number) => (4 / (4 + s)) * (7 / 8 + 0.5 / 8 / (0.5 + s)),
};

/** Independent times. Of a trace, which is replayed in its order, only one value makes them independent. */
export const SERVICE_CASES: readonly DistributionCase[] = [
  { name: 'exponential', distribution: { distribution: 'exponential', mean: 1 }, ...branches([1], [1]) },
  { name: 'deterministic', distribution: { distribution: 'deterministic', mean: 1 }, ...constant },
  {
    name: 'Erlang, 3 phases',
    distribution: { distribution: 'erlang', mean: 1, shape: 3 },
    ...gammaOf(1 / 3),
  },
  { name: 'gamma, scv 0.5', distribution: { distribution: 'gamma', mean: 1, scv: 0.5 }, ...gammaOf(0.5) },
  { name: 'gamma, scv 2.5', distribution: { distribution: 'gamma', mean: 1, scv: 2.5 }, ...gammaOf(2.5) },
  {
    name: 'hyperexponential, scv 4',
    distribution: { distribution: 'hyperexponential', mean: 1, scv: 4 },
    ...balanced(4),
  },
  {
    name: 'hyperexponential by branches',
    distribution: { distribution: 'hyperexponential', probabilities: [0.25, 0.75], rates: [0.5, 3] },
    ...branches([0.25, 0.75], [0.5, 3]),
  },
  {
    name: 'uniform',
    distribution: { distribution: 'uniform', min: 0.2, max: 1.8 },
    mean: 1,
    second: 1 + 1.6 ** 2 / 12,
    transform: uniform(0.2, 1.8),
  },
  {
    name: 'triangular',
    distribution: { distribution: 'triangular', min: 0.2, mode: 0.7, max: 2.1 },
    mean: 1,
    second: 6.97 / 6,
    transform: (s: number) =>
      (2 * (1.4 * Math.exp(-0.2 * s) - 1.9 * Math.exp(-0.7 * s) + 0.5 * Math.exp(-2.1 * s))) /
      (0.5 * 1.9 * 1.4 * s * s),
  },
  {
    name: 'lognormal, scv 1.5',
    distribution: { distribution: 'lognormal', mean: 1, scv: 1.5 },
    ...lognormal(1.5),
  },
  {
    name: 'Weibull, shape 0.8',
    distribution: { distribution: 'weibull', mean: 1, shape: 0.8 },
    ...weibull(0.8),
  },
  { name: 'Weibull, shape 2', distribution: { distribution: 'weibull', mean: 1, shape: 2 }, ...weibull(2) },
  {
    name: 'Pareto, shape 5',
    distribution: { distribution: 'pareto', scale: 0.8, shape: 5 },
    mean: 1,
    second: (5 * 0.64) / 3,
    transform: (s) => meanOver((u) => Math.exp(-s * 0.8 * u ** -0.2)),
  },
  { name: 'phase type', ...coxian },
  {
    name: 'empirical',
    distribution: { distribution: 'empirical', edges: [0.2, 0.8, 2], weights: [2, 1] },
    ...histogram,
  },
  { name: 'trace of one value', distribution: { distribution: 'trace', values: [1] }, ...constant },
];

/** Bursts of rate 3 for 2 s, 2 s apart: E e^(-sX) = l (s + g) / (s^2 + (l + w + g) s + l g) (Kuczura 1973). */
const bursts: ArrivalCase = {
  name: 'on and off',
  distribution: { distribution: 'onOff', peakRate: 3, meanOnTime: 2, meanOffTime: 2 },
  mean: 2 / 3,
  transform: (s) => (3 * (s + 0.5)) / (s * s + 4 * s + 1.5),
};

/** Erlang with 2 phases, written as an arrival process that forgets. */
const phases: ArrivalCase = {
  name: 'Markovian, of two phases in turn',
  distribution: {
    distribution: 'map',
    D0: [
      [-2, 2],
      [0, -2],
    ],
    D1: [
      [0, 0],
      [2, 0],
    ],
  },
  ...gammaOf(1 / 2),
};

/** Times between arrivals that are independent. */
export const ARRIVAL_CASES: readonly ArrivalCase[] = [...SERVICE_CASES, bursts, phases];
