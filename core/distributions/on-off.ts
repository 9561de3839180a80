import { NON_NEGATIVE, POSITIVE } from '../base/number-domain.ts';
import { type DistributionKnowledge, type DistributionTimes, tidy } from './knowledge.ts';
import { isRenewal, type MarkovianArrivals, markovianPhases, markovianSampler } from './phases.ts';

/** Poisson arrivals at `peakRate` during exponential bursts and at `idleRate` between them. Arrivals only. */
export interface OnOffDistribution {
  readonly distribution: 'onOff';
  /** 1/s while a burst lasts, > 0. */
  readonly peakRate: number;
  /** 1/s between bursts, 0 when absent. */
  readonly idleRate?: number;
  /** Mean length of a burst, s, > 0. */
  readonly meanOnTime: number;
  /** Mean time between bursts, s, > 0. */
  readonly meanOffTime: number;
}

const isPoisson = ({ peakRate, idleRate }: OnOffDistribution): boolean => peakRate === idleRate;

export const ON_OFF: DistributionKnowledge<OnOffDistribution> = {
  label: 'On–off bursts',
  hint: 'Poisson while a burst lasts, little or nothing between',
  name: 'on/off bursts',
  arrivalsOnly: true,
  parameters: [
    {
      key: 'peakRate',
      label: 'Peak rate',
      words: 'rate in bursts',
      help: 'Arrivals per second while a burst lasts.',
      dimension: 'rate',
      domain: POSITIVE,
    },
    {
      key: 'idleRate',
      label: 'Idle rate',
      words: 'rate between bursts',
      help: 'Arrivals per second between bursts.',
      dimension: 'rate',
      domain: NON_NEGATIVE,
      whenAbsent: 0,
    },
    {
      key: 'meanOnTime',
      label: 'Mean burst',
      words: 'mean length of bursts',
      help: 'Mean length of a burst.',
      dimension: 'time',
      domain: POSITIVE,
    },
    {
      key: 'meanOffTime',
      label: 'Mean pause',
      words: 'mean time between bursts',
      help: 'Mean time between two bursts.',
      dimension: 'time',
      domain: POSITIVE,
    },
  ],
  start: ({ mean }) => ({
    distribution: 'onOff',
    peakRate: tidy(2 / mean),
    meanOnTime: tidy(10 * mean),
    meanOffTime: tidy(10 * mean),
  }),
  /**
   * Stationary time between arrivals of a Poisson process whose rate switches between two values.
   * Source: W. Fischer and K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook, Performance
   * Evaluation 18 (1993).
   */
  moments: ({ peakRate, idleRate = 0, meanOnTime, meanOffTime }) => {
    const on = 1 / meanOnTime;
    const off = 1 / meanOffTime;
    const rate = (off * peakRate + on * idleRate) / (on + off);
    const mixing = peakRate * idleRate + peakRate * off + idleRate * on;
    const excess = (2 * on * off * (peakRate - idleRate) ** 2) / ((on + off) ** 2 * mixing);
    return { mean: 1 / rate, scv: 1 + excess };
  },
  isPoisson,
  isCorrelated: (distribution) => !isPoisson(distribution) && !isRenewal(onOffMatrices(distribution)),
  faster: ({ peakRate, idleRate, meanOnTime, meanOffTime }, factor) => ({
    distribution: 'onOff',
    peakRate: peakRate * factor,
    ...(idleRate !== undefined && { idleRate: idleRate * factor }),
    meanOnTime: meanOnTime / factor,
    meanOffTime: meanOffTime / factor,
  }),
};

export const ON_OFF_TIMES: DistributionTimes<OnOffDistribution> = {
  sampler: (distribution, stream) => markovianSampler(onOffMatrices(distribution), stream),
  arrivalPhases: (distribution) => markovianPhases(onOffMatrices(distribution)),
};

/** The bursts as a Markovian arrival process with the phases on, off. */
export function onOffMatrices({
  peakRate,
  idleRate = 0,
  meanOnTime,
  meanOffTime,
}: OnOffDistribution): MarkovianArrivals {
  const on = 1 / meanOnTime;
  const off = 1 / meanOffTime;
  return {
    D0: [
      [-(peakRate + on), on],
      [off, -(idleRate + off)],
    ],
    D1: [
      [peakRate, 0],
      [0, idleRate],
    ],
  };
}
