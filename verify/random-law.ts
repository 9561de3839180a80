/** Distributions of every kind with a given mean. */
import type { ArrivalDistribution, ServiceDistribution } from '../core/distributions/index.ts';
import type { Dice } from './dice.ts';

/** `mean` in seconds. */
export function randomServiceDistribution(dice: Dice, mean: number): ServiceDistribution {
  const make = dice.one(SERVICE_LAWS);
  return make(mean, dice);
}

export function randomArrivalDistribution(dice: Dice, mean: number): ArrivalDistribution {
  if (dice.chance(0.4)) return { distribution: 'exponential', mean };
  if (dice.chance(0.7)) return randomServiceDistribution(dice, mean);
  return dice.chance(0.5) ? onOff(mean, dice) : markovArrivals(mean, dice);
}

const SERVICE_LAWS: readonly ((mean: number, dice: Dice) => ServiceDistribution)[] = [
  (mean) => ({ distribution: 'exponential', mean }),
  (mean) => ({ distribution: 'deterministic', mean }),
  (mean, dice) => ({ distribution: 'erlang', mean, shape: dice.integer(2, 6) }),
  (mean, dice) => ({ distribution: 'gamma', mean, scv: dice.between(0.2, 4) }),
  (mean, dice) => ({ distribution: 'hyperexponential', mean, scv: dice.between(1.1, 8) }),
  (mean) => ({
    distribution: 'hyperexponential',
    probabilities: [0.3, 0.7],
    rates: [0.5 / mean, 1.75 / mean],
  }),
  (mean, dice) => {
    const half = mean * dice.between(0.1, 0.9);
    return { distribution: 'uniform', min: mean - half, max: mean + half };
  },
  (mean, dice) => ({ distribution: 'lognormal', mean, scv: dice.between(0.1, 3) }),
  (mean, dice) => ({ distribution: 'weibull', mean, shape: dice.between(0.7, 3) }),
  (mean, dice) => {
    const shape = dice.between(2.2, 5);
    return { distribution: 'pareto', shape, scale: (mean * (shape - 1)) / shape };
  },
  (mean) => ({
    distribution: 'phaseType',
    alpha: [0.5, 0.5],
    // 1 / rate of the first phase + 1 / rate of the second, half of the time without the first.
    T: [
      [-1 / mean, 1 / mean],
      [0, -2 / mean],
    ],
  }),
  (mean) => ({ distribution: 'empirical', edges: [0, mean, 2 * mean], weights: [1, 1] }),
  (mean, dice) => {
    const values = Array.from({ length: dice.integer(3, 40) }, () => dice.between(0, 2 * mean));
    return { distribution: 'trace', values: [...values, mean] };
  },
];

const onOff = (mean: number, dice: Dice): ArrivalDistribution => {
  const meanOnTime = mean * dice.between(2, 20);
  const meanOffTime = mean * dice.between(2, 20);
  return {
    distribution: 'onOff',
    peakRate: (meanOnTime + meanOffTime) / meanOnTime / mean,
    meanOnTime,
    meanOffTime,
  };
};

const markovArrivals = (mean: number, dice: Dice): ArrivalDistribution =>
  switchingPoisson(dice.between(0.05, 0.5) / mean, [1.8 / mean, 0.2 / mean]);

/** Poisson arrivals of two rates, 1/s, between which they change as often each way. */
export const switchingPoisson = (
  change: number,
  [fast, slow]: readonly [number, number],
): ArrivalDistribution => ({
  distribution: 'map',
  D0: [
    [-fast - change, change],
    [change, -slow - change],
  ],
  D1: [
    [fast, 0],
    [0, slow],
  ],
});
