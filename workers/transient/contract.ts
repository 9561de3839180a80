/** What is asked of a Markov chain besides its steady state: its size, and how it goes on from a given start. Plain data. */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';

export interface ChainSize {
  readonly kind: 'size';
  /** Counted, or estimated to a factor of two or so; may be Infinity. */
  readonly states: number;
  readonly isExact: boolean;
  /** Unbounded queues are cut at a first guess; the chain must leave room to cut them farther out. */
  readonly isCut?: true;
  /** Whose constant times the steady state follows as they are; over time Erlang ones stand in, whose states are more. */
  readonly clock?: NodeId;
  /** Most states that a chain may have, at the first cut where there is one. */
  readonly mostStates: number;
  readonly fits: boolean;
  /** Most states that a chain may have to be followed over time. */
  readonly mostFollowed: number;
  /** What solving it is expected to take; absent where the states were not counted. */
  readonly seconds?: number;
  /** Cost of the transient; absent where the states were not counted or are too many. */
  readonly walk?: WalkPrice;
}

/** What following a chain costs on a computer of today, about: something before, and something for each tick. */
export interface WalkPrice {
  /** Ticks of the chain's clock in a second of the model. */
  readonly ticksPerSecond: number;
  /** Finding the states, the steady state and the mean times to fill. */
  readonly secondsBefore: number;
  /** All walks together. */
  readonly secondsPerTick: number;
}

/** Elements in each stage at the start; in stages that are not named there are none. */
export type StartOccupancy = Readonly<Record<NodeId, number>>;

export interface TransientRequest {
  /** Default empty: nothing but the jobs of closed classes. full: every stage at its capacity. */
  readonly from?: 'empty' | 'full' | StartOccupancy;
  /** Last time, s, > 0. When absent, the time at which the chain is within 0.001 of its steady state. */
  readonly until?: number;
  /** Equal steps up to `until`, integer 1 .. 1000, default 100. */
  readonly steps?: number;
  /** Times at which the distributions are wanted, s, <= until; default a quarter, half and all of it. */
  readonly distributionTimes?: readonly number[];
  /** Instead: distributions at 0 and after each of so many equal steps up to `until`, integer 1 .. 200. */
  readonly distributionSteps?: number;
}

/** Share of the walks through time that is done, 0 .. 1. */
export type OnWalked = (fraction: number) => void;

export interface TransientAnswer {
  readonly kind: 'transient';
  readonly states: number;
  /** Stages and delays of constant service, which the chain takes as Erlang services of so many phases; absent without any. */
  readonly standIn?: { readonly stages: readonly NodeId[]; readonly phases: number };
  /** 0, ..., until. */
  readonly times: readonly number[];
  readonly stages: Readonly<Record<NodeId, StageTransient>>;
  /** From the start until the first time that the stage is full; only stages with a capacity that are not full at the start. */
  readonly fill: Readonly<Record<NodeId, PassageTime>>;
  /** From the start until the network is empty, with all sources off from then on; absent where it is empty at the start or closed jobs stay. */
  readonly drain?: PassageTime;
  /** Largest error of any probability, of truncation. */
  readonly errorBound: number;
}

export interface StageTransient {
  /** At each of the times. */
  readonly meanOccupancy: readonly number[];
  /** P[full] at each of the times; absent where the capacity is unbounded. */
  readonly fullProbability?: readonly number[];
  /** What both tend to. Absent where there is no steady state. */
  readonly steadyOccupancy?: number;
  readonly steadyFullProbability?: number;
  readonly distributions: readonly OccupancyAt[];
}

export interface OccupancyAt {
  readonly time: number;
  /** P[n], n = 0, 1, ... */
  readonly probabilities: readonly number[];
}

export interface PassageTime {
  /** s; Infinity where it may never come. */
  readonly mean: number;
  /** P[T <= t] at the times of the answer. */
  readonly distribution: readonly number[];
}

/** Part of the solver worker's interface. */
export interface TransientService {
  chainSize(scenario: Scenario): ChainSize | NoAnswer;
  /** `onWalked` is told at most ten times a second. */
  transient(scenario: Scenario, request: TransientRequest, onWalked?: OnWalked): TransientAnswer | NoAnswer;
}
