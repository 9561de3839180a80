import { POSITIVE } from '../base/number-domain.ts';
import { exp, expm1, log, pow } from '../numeric/elementary.ts';
import { type DistributionKnowledge, type ServiceTimes, tidy } from './knowledge.ts';

/** P[X > x] = (scale/x)^shape for x >= scale; the mean needs shape > 1. */
export interface ParetoDistribution {
  readonly distribution: 'pareto';
  /** Smallest value, s, > 0. */
  readonly scale: number;
  readonly shape: number;
}

export const PARETO: DistributionKnowledge<ParetoDistribution> = {
  label: 'Pareto',
  hint: 'a power-law tail: rare, huge times',
  name: 'Pareto',
  parameters: [
    {
      key: 'scale',
      label: 'Smallest',
      words: 'smallest time',
      help: 'The smallest time that occurs.',
      dimension: 'time',
      domain: POSITIVE,
    },
    {
      key: 'shape',
      label: 'Shape',
      words: 'shape',
      help: 'How fast the tail falls: at 1 or less there is no mean, at 2 or less no variance.',
      dimension: 'number',
      domain: POSITIVE,
    },
  ],
  // mean = scale * shape / (shape - 1)
  start: ({ mean }) => ({ distribution: 'pareto', scale: tidy((2 * mean) / 3), shape: 3 }),
  moments: ({ scale, shape }) => ({
    mean: shape > 1 ? (shape * scale) / (shape - 1) : Number.POSITIVE_INFINITY,
    scv: shape > 2 ? 1 / (shape * (shape - 2)) : Number.POSITIVE_INFINITY,
  }),
  range: ({ scale }) => ({ shortest: scale, longest: Number.POSITIVE_INFINITY }),
  faster: (distribution, factor) => ({ ...distribution, scale: distribution.scale / factor }),
};

export const PARETO_TIMES: ServiceTimes<ParetoDistribution> = {
  sampler: ({ scale, shape }, stream) => {
    const power = -1 / shape;
    return { next: () => scale * pow(stream.uniform(), power) };
  },
  functions: ({ scale, shape }) => ({
    cdf: (x) => (x <= scale ? 0 : -expm1(shape * log(scale / x))),
    tail: (x) => (x <= scale ? 1 : pow(scale / x, shape)),
    logDensity: (x) => (x < scale ? Number.NEGATIVE_INFINITY : log(shape / x) + shape * log(scale / x)),
  }),
  parts: ({ scale, shape }) => {
    const logTime = (y: number) => log(scale) + y / shape;
    return [{ kind: 'smooth', from: 0, to: 40, density: (y) => exp(-y), logTime }];
  },
  sharpTails: ({ scale, shape }) => ({
    tail: (t) => (t < scale ? 1 : pow(scale / t, shape)),
    residualTail: (t) =>
      t < scale ? 1 - ((shape - 1) * t) / (shape * scale) : pow(scale / t, shape - 1) / shape,
  }),
};
