import { COUNT } from '../base/number-domain.ts';
import { drawExponential } from './draws.ts';
import { erlangMixture } from './gamma.ts';
import { type DistributionKnowledge, gammaPart, type Location, type ServiceTimes } from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean, locationRate } from './location.ts';

/** Sum of `shape` exponential phases. */
export interface ErlangDistribution extends Location {
  readonly distribution: 'erlang';
  /** Integer >= 1. */
  readonly shape: number;
}

export const ERLANG: DistributionKnowledge<ErlangDistribution> = {
  label: 'Erlang',
  hint: 'steadier than exponential: several phases in a row',
  name: 'Erlang',
  ...LOCATED,
  parameters: [
    {
      key: 'shape',
      label: 'Phases',
      words: 'phases',
      help: 'Number of equal phases in a row: 1 is exponential, more is steadier.',
      dimension: 'count',
      domain: { ...COUNT, most: 1_000_000 },
    },
  ],
  start: ({ location }) => ({ distribution: 'erlang', ...location, shape: 2 }),
  moments: (distribution) => locatedMoments(distribution, 1 / distribution.shape),
  isPoisson: ({ shape }) => shape === 1,
};

export const ERLANG_TIMES: ServiceTimes<ErlangDistribution> = {
  sampler: (distribution, stream) => {
    const { shape } = distribution;
    const phaseMean = locationMean(distribution) / shape;
    return {
      next: () => {
        let sum = 0;
        for (let phase = 0; phase < shape; phase++) sum += drawExponential(stream);
        return sum * phaseMean;
      },
    };
  },
  functions: (distribution) =>
    erlangMixture([
      { share: 1, shape: distribution.shape, rate: distribution.shape / locationMean(distribution) },
    ]),
  parts: (distribution) => [gammaPart(1, distribution.shape, locationMean(distribution))],
  phases: (distribution) => {
    const { shape } = distribution;
    const rate = shape * locationRate(distribution);
    const phases = Array.from({ length: shape }, (_, phase) => phase);
    const isLast = (phase: number) => phase === shape - 1;
    return {
      start: phases.map((phase) => (phase === 0 ? 1 : 0)),
      moves: phases.map((phase) => (isLast(phase) ? [] : [{ rate, to: phase + 1 }])),
      ends: phases.map((phase) => (isLast(phase) ? rate : 0)),
    };
  },
  phaseCount: ({ shape }) => shape,
};
