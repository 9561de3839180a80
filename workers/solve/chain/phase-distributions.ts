/**
 * Distributions as phases that a Markov chain can follow: services of phase type, arrivals as Markovian arrival processes.
 * Source: M. Neuts, Matrix-Geometric Solutions in Stochastic Models (1981), chapter 2; D. Lucantoni, Stochastic Models 7
 * (1991). A distribution without finitely many phases gives undefined.
 */
import type {
  ArrivalDistribution,
  MapDistribution,
  ServiceDistribution,
} from '../../../core/distributions/distribution.ts';
import {
  distributionMean,
  distributionRate,
  isPoisson,
} from '../../../core/distributions/distribution-moments.ts';
import { onOffAsMap, stationaryPhases } from '../../../core/distributions/markov-moments.ts';

/** One way out of a phase. */
export interface PhaseMove {
  /** 1/s, > 0. */
  readonly rate: number;
  readonly to: number;
}

/** A service: begins in a phase drawn from `start`, moves, and ends. */
export interface ServicePhases {
  /** Probability of each phase at the start; sums to 1. */
  readonly start: readonly number[];
  readonly moves: readonly (readonly PhaseMove[])[];
  /** Rate at which the service ends, by phase, 1/s. */
  readonly ends: readonly number[];
}

/** Arrivals: in each phase, moves without and with an arrival. */
export interface ArrivalPhases {
  /** A phase that the process returns to for ever. */
  readonly first: number;
  readonly moves: readonly (readonly ArrivalMove[])[];
}

export interface ArrivalMove extends PhaseMove {
  readonly arrives: boolean;
}

export function servicePhases(distribution: ServiceDistribution): ServicePhases | undefined {
  if (isPoisson(distribution)) return branches([1], [distributionRate(distribution)]);
  switch (distribution.distribution) {
    case 'erlang':
      return erlang(distribution.shape, distributionRate(distribution));
    case 'hyperexponential':
      return 'rates' in distribution
        ? branches(distribution.probabilities, distribution.rates)
        : balanced(distributionMean(distribution), distribution.scv);
    case 'phaseType':
      return phaseType(distribution.alpha, distribution.T);
    default:
      return undefined;
  }
}

export function arrivalPhases(distribution: ArrivalDistribution): ArrivalPhases | undefined {
  if (isPoisson(distribution))
    return { first: 0, moves: [[{ rate: distributionRate(distribution), to: 0, arrives: true }]] };
  if (distribution.distribution === 'onOff') return fromMap(onOffAsMap(distribution));
  if (distribution.distribution === 'map') return fromMap(distribution);
  const phases = servicePhases(distribution);
  return phases && renewals(phases);
}

const branches = (probabilities: readonly number[], rates: readonly number[]): ServicePhases => ({
  start: normalized(probabilities),
  moves: rates.map(() => []),
  ends: rates,
});

/** Balanced means: p1 / r1 = p2 / r2 (Whitt, Oper. Res. 30 (1982), section 3). */
function balanced(mean: number, scv: number): ServicePhases {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return branches([p, 1 - p], [(2 * p) / mean, (2 * (1 - p)) / mean]);
}

function erlang(shape: number, rate: number): ServicePhases {
  const phases = Array.from({ length: shape }, (_, phase) => phase);
  const isLast = (phase: number) => phase === shape - 1;
  return {
    start: phases.map((phase) => (phase === 0 ? 1 : 0)),
    moves: phases.map((phase) => (isLast(phase) ? [] : [{ rate: shape * rate, to: phase + 1 }])),
    ends: phases.map((phase) => (isLast(phase) ? shape * rate : 0)),
  };
}

function phaseType(alpha: readonly number[], T: readonly (readonly number[])[]): ServicePhases {
  const largest = Math.max(...T.map((row, i) => Math.abs(row[i]!)));
  const left = T.map((row) => -row.reduce((sum, x) => sum + x, 0));
  return {
    start: normalized(alpha),
    moves: T.map((row, from) => offDiagonal(row, from)),
    // What rounding leaves of a row that should sum to 0 is no end of service.
    ends: left.map((rate) => (rate > 1e-13 * largest ? rate : 0)),
  };
}

const offDiagonal = (row: readonly number[], from: number): PhaseMove[] =>
  row.flatMap((rate, to) => (to !== from && rate > 0 ? [{ rate, to }] : []));

function normalized(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, p) => sum + p, 0);
  return weights.map((p) => p / total);
}

/** Each end of a time is an arrival, and the next time starts at once. */
const renewals = ({ start, moves, ends }: ServicePhases): ArrivalPhases => ({
  first: start.findIndex((p) => p > 0),
  moves: moves.map((inner, phase) => [
    ...inner.map((move) => ({ ...move, arrives: false })),
    ...start.flatMap((p, to) =>
      p * ends[phase]! > 0 ? [{ rate: p * ends[phase]!, to, arrives: true }] : [],
    ),
  ]),
});

function fromMap(distribution: MapDistribution): ArrivalPhases {
  const shares = stationaryPhases(distribution);
  return {
    first: Math.max(0, shares?.findIndex((share) => share > 1e-12) ?? 0),
    moves: distribution.D0.map((row, from) => [
      ...offDiagonal(row, from).map((move) => ({ ...move, arrives: false })),
      ...distribution.D1[from]!.flatMap((rate, to) => (rate > 0 ? [{ rate, to, arrives: true }] : [])),
    ]),
  };
}
