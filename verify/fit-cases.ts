/** Distributions and stations that are known, and what fits should find of them. */
import type { ServiceDistribution } from '../core/distributions/index.ts';
import type { StageNode } from '../core/scenario/scenario.ts';
import type { FittedFamily } from '../workers/fit/contract.ts';

export interface KnownDistribution {
  readonly family: FittedFamily;
  readonly what: string;
  readonly distribution: ServiceDistribution;
  /** Parameters as a fit names them. */
  readonly truth: Readonly<Record<string, number>>;
}

const branches = { probabilities: [0.8, 0.2], rates: [5, 0.5] };
const [short, long] = [20, 1];

export const KNOWN_LAWS: readonly KnownDistribution[] = [
  {
    family: 'exponential',
    what: 'exponential',
    distribution: { distribution: 'exponential', mean: 1 },
    truth: { mean: 1 },
  },
  {
    family: 'erlang',
    what: 'Erlang, 4 phases',
    distribution: { distribution: 'erlang', mean: 1, shape: 4 },
    truth: { mean: 1 },
  },
  {
    family: 'gamma',
    what: 'gamma, scv 0.4',
    distribution: { distribution: 'gamma', mean: 1, scv: 0.4 },
    truth: { mean: 1, scv: 0.4 },
  },
  {
    family: 'gamma',
    what: 'gamma, scv 3',
    distribution: { distribution: 'gamma', mean: 1, scv: 3 },
    truth: { mean: 1, scv: 3 },
  },
  {
    family: 'lognormal',
    what: 'log-normal, scv 1.5',
    distribution: { distribution: 'lognormal', mean: 1, scv: 1.5 },
    truth: { mean: 1, scv: 1.5 },
  },
  {
    family: 'weibull',
    what: 'Weibull, shape 0.6',
    distribution: { distribution: 'weibull', mean: 1, shape: 0.6 },
    truth: { mean: 1, shape: 0.6 },
  },
  {
    family: 'weibull',
    what: 'Weibull, shape 2.5',
    distribution: { distribution: 'weibull', mean: 1, shape: 2.5 },
    truth: { mean: 1, shape: 2.5 },
  },
  {
    family: 'pareto',
    what: 'Pareto, shape 2.5',
    distribution: { distribution: 'pareto', scale: 1, shape: 2.5 },
    truth: { scale: 1, shape: 2.5 },
  },
  {
    family: 'uniform',
    what: 'uniform, 1 to 3',
    distribution: { distribution: 'uniform', min: 1, max: 3 },
    truth: { min: 1, max: 3 },
  },
  {
    family: 'hyperexponential',
    what: 'hyper-exponential, scv 4.9',
    distribution: { distribution: 'hyperexponential', ...branches },
    truth: { 'probabilities[0]': 0.8, 'rates[0]': 5, 'rates[1]': 0.5 },
  },
  {
    family: 'phaseType',
    what: 'phase-type, 3 phases or 1',
    distribution: {
      distribution: 'phaseType',
      alpha: [0.5, 0, 0, 0.5],
      T: [
        [-short, short, 0, 0],
        [0, -short, short, 0],
        [0, 0, -short, 0],
        [0, 0, 0, -long],
      ],
    },
    truth: {},
  },
];

export interface KnownStation {
  readonly model: string;
  readonly service: ServiceDistribution;
  readonly stage: Partial<StageNode>;
}

export const KNOWN_STATIONS: readonly KnownStation[] = [
  { model: 'M/M/1', service: { distribution: 'exponential', mean: 0.8 }, stage: {} },
  { model: 'M/D/1', service: { distribution: 'deterministic', mean: 0.8 }, stage: {} },
  { model: 'M/G/1', service: { distribution: 'gamma', mean: 0.7, scv: 4 }, stage: {} },
  {
    model: 'M/M/1/K',
    service: { distribution: 'exponential', mean: 1.1 },
    stage: { capacity: 12, whenFull: 'drop' },
  },
  { model: 'M/M/3', service: { distribution: 'exponential', mean: 2.4 }, stage: { serverCount: 3 } },
];
