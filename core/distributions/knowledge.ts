/**
 * What the rest of the house may ask about a kind of distribution. Each kind answers in one file of its own; `index.ts` has
 * the table of them all. Times in s, rates in 1/s.
 */

import type { NumberDomain } from '../base/number-domain.ts';
import type { Result } from '../base/result.ts';
import type { Dimension } from '../quantities/quantity.ts';
import type { RandomStream, Sampler } from './draws.ts';

/** `D`: one form of distribution, such as `ErlangDistribution`. What is optional and absent does not hold for the kind. */
export interface DistributionKnowledge<D> {
  /** In lists of choices. */
  readonly label: string;
  /** In lists of distributions of arrivals, where they call it something else. */
  readonly arrivalLabel?: string;
  /** What kind of time it describes. */
  readonly hint: string;
  /** Short, for the drawing; `arrivalName` where arrivals call it something else. */
  readonly name: string;
  readonly arrivalName?: string;
  /** Correlated arrivals: no distribution of service times. */
  readonly arrivalsOnly?: true;
  /** It is placed by a free rate, mean or first principles (`Location`), beside its own parameters. */
  readonly isLocated?: true;

  /** Its numbers, in the order in which they are read and shown. */
  readonly parameters: readonly ParameterRow[];
  /** Its lists of numbers: how they are read. */
  readonly lists?: Readonly<Record<string, ListKind>>;
  /** What must hold among its lists and numbers, beside what the rows say. */
  readonly relations?: readonly Relation<D>[];
  /** Its lists as one text to edit. */
  readonly table?: TableText<D>;
  /** The kind with the mean of another distribution, where a person changes to it. */
  start(from: Start): D;

  moments(distribution: D): Moments;
  /** Is the stream of these times Poisson? */
  isPoisson?(distribution: D): boolean;
  /** Does one time say something about the next? */
  isCorrelated?(distribution: D): boolean;
  /** May a time be exactly 0? */
  mayBeZero?(distribution: D): boolean;
  /** Measured times, in the order in which they are replayed. */
  replayed?(distribution: D): readonly number[];
  /** The shortest and the longest time; 0 and Infinity when absent. */
  range?(distribution: D): TimeRange;
  /** All times divided by `factor` > 0. */
  faster(distribution: D, factor: number): D;
}

/** What engines ask about a kind. It stands apart from what a scenario is read and shown with, so that a page need not load it. */
export interface DistributionTimes<D> {
  /** Draws; `start` is the index of the first value of a trace. */
  sampler(distribution: D, stream: RandomStream, start: number): Sampler;
  /** The simulator's kernel draws it itself, and needs only the mean; others are drawn here for it. */
  readonly compiledDraws?: 'exponential' | 'constant';

  /** A mixture that integrals can be taken over; undefined where it would be too long. Absent for kinds made of phases. */
  parts?(distribution: D): readonly DistributionPart[] | undefined;
  /** Tails with jumps or corners that are in closed form though the parts are not. */
  sharpTails?(distribution: D): SharpTails;
  /** Exactly the same times as phases of a Markov chain. */
  phases?(distribution: D): ServicePhases;
  /** How many they are, where that can be too many to be listed. */
  phaseCount?(distribution: D): number;
  /** Arrivals that remember their phase. */
  arrivalPhases?(distribution: D): ArrivalPhases;
}

/** Kinds of independent, identically distributed times: what services take, and arrivals may. */
export interface ServiceTimes<D> extends DistributionTimes<D> {
  functions(distribution: D): ProbabilityFunctions;
}

export interface Moments {
  /** s; Infinity when it does not exist. */
  readonly mean: number;
  /** Variance over squared mean. */
  readonly scv: number;
}

export interface TimeRange {
  readonly shortest: number;
  readonly longest: number;
}

/** x >= 0 in s. Tails are computed as such, so that a value far out keeps its likelihood. */
export interface ProbabilityFunctions {
  cdf(x: number): number;
  tail(x: number): number;
  /** -Infinity where there is none. */
  logDensity(x: number): number;
}

/** A number of a distribution: schema, inspector and parameters of studies are made from it. */
export interface ParameterRow {
  readonly key: string;
  readonly label: string;
  /** As a parameter of a study. */
  readonly words: string;
  readonly help: string;
  readonly dimension: Dimension;
  readonly domain: NumberDomain;
  /** It may be left out, and then is this. */
  readonly whenAbsent?: number;
  /** Keys of parameters that bound it: `above` and `below` are not reached. */
  readonly above?: string;
  readonly below?: string;
  readonly atLeast?: string;
  readonly atMost?: string;
}

/** shares: probabilities that sum to 1. matrix: one row per phase. */
export type ListKind = 'shares' | 'positive' | 'nonNegative' | 'matrix';

export interface Relation<D> {
  /** The second half of "expected ...". */
  readonly expected: string;
  /** The key that is blamed. */
  readonly at: string;
  holds(distribution: D): boolean;
}

export interface TableText<D> {
  readonly label: string;
  readonly help: string;
  /** Lines of the text. */
  lines(distribution: D): number;
  format(distribution: D): string;
  parse(text: string): Result<D, string>;
}

/** A service rate built from first principles: mu = elementsPerClock / divisor * clock * multiplier (Dor 2010, section 4.3.5). */
export interface RateFactors {
  /** R: elements that one server finishes in a clock, > 0. */
  readonly elementsPerClock: number;
  /** C: clock frequency, Hz, > 0. */
  readonly clock: number;
  /** M1: work per element, such as memory reads per seed; > 0, 1 when absent. */
  readonly divisor?: number;
  /** M2: share of the clocks that can be used; > 0, 1 when absent. */
  readonly multiplier?: number;
}

/** Where a distribution sits: exactly one of the three is given, and it is kept as the user gave it. */
export interface Location {
  /** Events per second, > 0. */
  readonly rate?: number;
  /** Seconds, > 0. */
  readonly mean?: number;
  /** First principles, from which the rate follows. */
  readonly factors?: RateFactors;
}

/** What another distribution leaves to the one that takes its place. */
export interface Start {
  /** > 0, s, without rounding noise. */
  readonly mean: number;
  /** As it was written, where it was. */
  readonly location: Location;
  /** Where it was written. */
  readonly scv: number | undefined;
}

/** A part of a mixture; weights sum to 1. */
export type DistributionPart = GammaPart | UniformPart | FixedPart | PiecePart | SmoothPart;

export interface GammaPart {
  readonly kind: 'gamma';
  readonly weight: number;
  readonly shape: number;
  readonly scale: number;
}
export interface UniformPart {
  readonly kind: 'uniform';
  readonly weight: number;
  readonly min: number;
  readonly max: number;
}
export interface FixedPart {
  readonly kind: 'fixed';
  readonly weight: number;
  readonly at: number;
}
/** A density that is smooth from `min` to `max` and 0 elsewhere. */
export interface PiecePart {
  readonly kind: 'piece';
  readonly weight: number;
  readonly min: number;
  readonly max: number;
  readonly density: (t: number) => number;
  /** P[X > t], min <= t <= max. */
  readonly tail: (t: number) => number;
  /** E max(0, X - t), min <= t <= max. */
  readonly beyond: (t: number) => number;
}
/** The whole distribution, where it is smooth in a variable y whose tails below `from` and above `to` are below 1e-17. */
export interface SmoothPart {
  readonly kind: 'smooth';
  readonly from: number;
  readonly to: number;
  /** In y. */
  readonly density: (y: number) => number;
  /** ln of the time at y; a straight line. */
  readonly logTime: (y: number) => number;
}

export interface SharpTails {
  /** P[X > t]. */
  readonly tail: (t: number) => number;
  /** P[R > t] of the residual time R, whose density is P[X > t] / mean. */
  readonly residualTail: (t: number) => number;
}

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

/** Phases of one distribution, and branches of one mixture. */
export const MOST_PHASES = 200;

/** Distributions never change once made, and a trace can be a million values long. */
export function remembered<D extends object>(compute: (distribution: D) => Moments) {
  const known = new WeakMap<D, Moments>();
  return (distribution: D): Moments => {
    const before = known.get(distribution);
    if (before) return before;
    const moments = compute(distribution);
    known.set(distribution, moments);
    return moments;
  };
}

export const gammaPart = (weight: number, shape: number, mean: number): GammaPart => ({
  kind: 'gamma',
  weight,
  shape,
  scale: mean / shape,
});

export const scaledBy = (values: readonly number[], factor: number): readonly number[] =>
  values.map((value) => value * factor);

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** 15 digits: no rounding noise of the last places. */
export const tidy = (value: number): number => Number(value.toPrecision(15));
