import { NON_NEGATIVE, POSITIVE } from '../base/number-domain.ts';
import { log } from '../numeric/elementary.ts';
import { type DistributionKnowledge, type ServiceTimes, tidy } from './knowledge.ts';

/** Anything between two times. */
export interface UniformDistribution {
  readonly distribution: 'uniform';
  /** Seconds, 0 <= min < max. */
  readonly min: number;
  readonly max: number;
}

export const UNIFORM: DistributionKnowledge<UniformDistribution> = {
  label: 'Uniform',
  hint: 'anything between two times',
  name: 'uniform',
  parameters: [
    {
      key: 'min',
      label: 'Shortest',
      words: 'shortest time',
      help: 'The shortest time that occurs.',
      dimension: 'time',
      domain: NON_NEGATIVE,
      below: 'max',
    },
    {
      key: 'max',
      label: 'Longest',
      words: 'longest time',
      help: 'The longest time that occurs.',
      dimension: 'time',
      domain: POSITIVE,
      above: 'min',
    },
  ],
  start: ({ mean }) => ({ distribution: 'uniform', min: 0, max: tidy(2 * mean) }),
  moments: ({ min, max }) => ({ mean: (min + max) / 2, scv: (max - min) ** 2 / (3 * (min + max) ** 2) }),
  range: ({ min, max }) => ({ shortest: min, longest: max }),
  faster: ({ min, max }, factor) => ({ distribution: 'uniform', min: min / factor, max: max / factor }),
};

export const UNIFORM_TIMES: ServiceTimes<UniformDistribution> = {
  sampler: ({ min, max }, stream) => {
    const width = max - min;
    return {
      next: () => min + width * stream.uniform(),
      fill: (block) => {
        for (let i = 0; i < block.length; i++) block[i] = min + width * stream.uniform();
      },
    };
  },
  functions: ({ min, max }) => {
    const cdf = (x: number) => Math.min(1, Math.max(0, (x - min) / (max - min)));
    const inside = log(1 / (max - min));
    return {
      cdf,
      tail: (x) => 1 - cdf(x),
      logDensity: (x) => (x < min || x > max ? Number.NEGATIVE_INFINITY : inside),
    };
  },
  parts: ({ min, max }) => [{ kind: 'uniform', weight: 1, min, max }],
};
