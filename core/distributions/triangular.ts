import { NON_NEGATIVE, POSITIVE } from '../base/number-domain.ts';
import { log } from '../numeric/elementary.ts';
import { type DistributionKnowledge, type PiecePart, type ServiceTimes, tidy } from './knowledge.ts';

/** A shortest, a most likely and a longest time: a density that rises in a straight line and falls in another. */
export interface TriangularDistribution {
  readonly distribution: 'triangular';
  /** Seconds, 0 <= min <= mode <= max, min < max. */
  readonly min: number;
  readonly mode: number;
  readonly max: number;
}

export const TRIANGULAR: DistributionKnowledge<TriangularDistribution> = {
  label: 'Triangular',
  hint: 'a shortest, a most likely and a longest time',
  name: 'triangular',
  parameters: [
    {
      key: 'min',
      label: 'Shortest',
      words: 'shortest time',
      help: 'The shortest time that occurs.',
      dimension: 'time',
      domain: NON_NEGATIVE,
      below: 'max',
      atMost: 'mode',
    },
    {
      key: 'mode',
      label: 'Most likely',
      words: 'most likely time',
      help: 'The time where the density is highest; it may be the shortest or the longest.',
      dimension: 'time',
      domain: NON_NEGATIVE,
      atLeast: 'min',
      atMost: 'max',
    },
    {
      key: 'max',
      label: 'Longest',
      words: 'longest time',
      help: 'The longest time that occurs.',
      dimension: 'time',
      domain: POSITIVE,
      above: 'min',
      atLeast: 'mode',
    },
  ],
  start: ({ mean }) => ({ distribution: 'triangular', min: 0, mode: mean, max: tidy(2 * mean) }),
  moments: (distribution) => {
    const { min, mode, max } = distribution;
    const { rise, width } = sides(distribution);
    const mean = (min + mode + max) / 3;
    return { mean, scv: (rise ** 2 + width ** 2 - rise * width) / (18 * mean ** 2) };
  },
  range: ({ min, max }) => ({ shortest: min, longest: max }),
  faster: ({ min, mode, max }, factor) => ({
    distribution: 'triangular',
    min: min / factor,
    mode: mode / factor,
    max: max / factor,
  }),
};

export const TRIANGULAR_TIMES: ServiceTimes<TriangularDistribution> = {
  /** By inversion of the distribution function. */
  sampler: (distribution, stream) => {
    const { min, max } = distribution;
    const { rise, fall, width } = sides(distribution);
    const rising = rise / width;
    return {
      next: () => {
        const u = stream.uniform();
        return u < rising ? min + Math.sqrt(u * width * rise) : max - Math.sqrt((1 - u) * width * fall);
      },
    };
  },
  functions: (distribution) => {
    const { min, mode, max } = distribution;
    const { rise, fall, width } = sides(distribution);
    const below = (x: number) => (x <= min ? 0 : (x - min) ** 2 / (width * rise));
    const above = (x: number) => (x >= max ? 0 : (max - x) ** 2 / (width * fall));
    return {
      cdf: (x) => (x < mode ? below(x) : 1 - above(x)),
      tail: (x) => (x < mode ? 1 - below(x) : above(x)),
      logDensity: (x) => {
        if (x < min || x > max) return Number.NEGATIVE_INFINITY;
        if (x === mode) return log(2 / width);
        return log((2 * (x < mode ? (x - min) / rise : (max - x) / fall)) / width);
      },
    };
  },
  /** One side that rises and one that falls; either may be missing. */
  parts: (distribution) => {
    const { min, mode, max } = distribution;
    const { rise, fall, width } = sides(distribution);
    const up = (t: number) => (t - min) / rise;
    const down = (t: number) => (max - t) / fall;
    const rising: PiecePart = {
      kind: 'piece',
      weight: rise / width,
      min,
      max: mode,
      density: (t) => (2 * up(t)) / rise,
      tail: (t) => 1 - up(t) ** 2,
      beyond: (t) => (rise * (1 - up(t)) ** 2 * (2 + up(t))) / 3,
    };
    const falling: PiecePart = {
      kind: 'piece',
      weight: fall / width,
      min: mode,
      max,
      density: (t) => (2 * down(t)) / fall,
      tail: (t) => down(t) ** 2,
      beyond: (t) => (fall * down(t) ** 2 * down(t)) / 3,
    };
    return [rising, falling].filter(({ weight }) => weight > 0);
  },
};

/** Lengths of the side that rises, of the one that falls, and of both, s. */
const sides = ({ min, mode, max }: TriangularDistribution) => ({
  rise: mode - min,
  fall: max - mode,
  width: max - min,
});
