/** Laws of every kind with a given mean. */
import type { ArrivalLaw, ServiceLaw } from '../core/distributions/law.ts';
import type { Dice } from './dice.ts';

/** `mean` in seconds. */
export function randomServiceLaw(dice: Dice, mean: number): ServiceLaw {
  const make = dice.one(SERVICE_LAWS);
  return make(mean, dice);
}

export function randomArrivalLaw(dice: Dice, mean: number): ArrivalLaw {
  if (dice.chance(0.4)) return { law: 'exponential', mean };
  if (dice.chance(0.7)) return randomServiceLaw(dice, mean);
  return dice.chance(0.5) ? onOff(mean, dice) : markovArrivals(mean, dice);
}

const SERVICE_LAWS: readonly ((mean: number, dice: Dice) => ServiceLaw)[] = [
  (mean) => ({ law: 'exponential', mean }),
  (mean) => ({ law: 'deterministic', mean }),
  (mean, dice) => ({ law: 'erlang', mean, shape: dice.integer(2, 6) }),
  (mean, dice) => ({ law: 'gamma', mean, scv: dice.between(0.2, 4) }),
  (mean, dice) => ({ law: 'hyperexponential', mean, scv: dice.between(1.1, 8) }),
  (mean) => ({ law: 'hyperexponential', probabilities: [0.3, 0.7], rates: [0.5 / mean, 1.75 / mean] }),
  (mean, dice) => {
    const half = mean * dice.between(0.1, 0.9);
    return { law: 'uniform', min: mean - half, max: mean + half };
  },
  (mean, dice) => ({ law: 'lognormal', mean, scv: dice.between(0.1, 3) }),
  (mean, dice) => ({ law: 'weibull', mean, shape: dice.between(0.7, 3) }),
  (mean, dice) => {
    const shape = dice.between(2.2, 5);
    return { law: 'pareto', shape, scale: (mean * (shape - 1)) / shape };
  },
  (mean) => ({
    law: 'phaseType',
    alpha: [0.5, 0.5],
    // 1 / rate of the first phase + 1 / rate of the second, half of the time without the first.
    T: [
      [-1 / mean, 1 / mean],
      [0, -2 / mean],
    ],
  }),
  (mean) => ({ law: 'empirical', edges: [0, mean, 2 * mean], weights: [1, 1] }),
  (mean, dice) => {
    const values = Array.from({ length: dice.integer(3, 40) }, () => dice.between(0, 2 * mean));
    return { law: 'trace', values: [...values, mean] };
  },
];

const onOff = (mean: number, dice: Dice): ArrivalLaw => {
  const meanOnTime = mean * dice.between(2, 20);
  const meanOffTime = mean * dice.between(2, 20);
  return { law: 'onOff', peakRate: (meanOnTime + meanOffTime) / meanOnTime / mean, meanOnTime, meanOffTime };
};

const markovArrivals = (mean: number, dice: Dice): ArrivalLaw => {
  const change = dice.between(0.05, 0.5) / mean;
  const fast = 1.8 / mean;
  const slow = 0.2 / mean;
  return {
    law: 'map',
    D0: [
      [-fast - change, change],
      [change, -slow - change],
    ],
    D1: [
      [fast, 0],
      [0, slow],
    ],
  };
};
