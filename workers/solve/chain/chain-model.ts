/**
 * A scenario as the chain needs it: stages, classes and senders as integers, every default filled in, distributions as phases.
 * Built by `build-chain-model.ts`; rules of the protocol: workers/simulate/SPEC.md.
 */
import type { ArrivalPhases, ServicePhases } from '../../../core/distributions/knowledge.ts';
import type { Discipline } from '../../../core/rules/discipline.ts';
import type { Victim } from '../../../core/rules/when-full.ts';
import type { ClassId, NodeId } from '../../../core/scenario/scenario.ts';
import type { Route } from './routes.ts';

/** Marks a start option that reserves no slot. */
export const NO_PROMISE = -1;
/** Marks a stage whose services need no shared resource. */
export const NO_RESOURCE = -1;

/** What may be chosen when a service starts: one target that wants its place reserved (BBS1), or all the others. */
export interface StartOption {
  readonly probability: number;
  /** Stage that promises places, or NO_PROMISE. */
  readonly promise: number;
  /** Routes of a served element that passes the filter. */
  readonly routes: readonly Route[];
}

/** What one class does at a stage. */
export interface Visit {
  readonly pass: number;
  readonly factor: number;
  readonly service: ServicePhases;
  /** Mean of the service, s. */
  readonly mean: number;
  readonly routes: readonly Route[];
  readonly options: readonly StartOption[];
}

/** A stage, or a delay, which has as many servers as elements. */
export interface ChainStage {
  readonly id: NodeId;
  /** For people. */
  readonly name: string;
  /** Most elements; of an unbounded stage the level at which it is cut off, or all that can ever come. */
  readonly capacity: number;
  readonly isCut: boolean;
  /** Slots beyond the cut of an unbounded stage that are kept for closed jobs, which must not be lost. */
  readonly closedPlaces: number;
  readonly isDelay: boolean;
  readonly serverCount: number;
  readonly batchMin: number;
  readonly batchMax: number;
  /** What each element adds to the mean time of its batch, s. */
  readonly timePerElement: number;
  /** Speed of each server with 1, 2, ... elements in the stage. */
  readonly speeds: readonly number[];
  /** Loses what finds no room; so does an unbounded stage at its cut. */
  readonly drops: boolean;
  /** Who leaves when it is full. */
  readonly victim: Victim;
  /** Promises places before a service upstream starts. */
  readonly reserves: boolean;
  readonly whole: boolean;
  readonly discipline: Discipline;
  /** Processor sharing. */
  readonly shares: boolean;
  readonly preempts: boolean;
  /** Index of a shared resource, or NO_RESOURCE. */
  readonly resource: number;
  /** By class; undefined where it never comes. */
  readonly visits: readonly (Visit | undefined)[];
  /** Sends copies of one element to several stages. */
  readonly forks: boolean;
}

export interface ChainSource {
  readonly id: NodeId;
  readonly name: string;
  readonly jobClass: number;
  readonly arrivals: ArrivalPhases;
  readonly batchSize: number;
  readonly routes: readonly Route[];
}

export interface ChainClass {
  readonly id: ClassId;
  readonly name: string;
  /** Smaller goes first. */
  readonly priority: number;
  readonly isClosed: boolean;
  /** Jobs that begin as this closed class; 0 of an open one. */
  readonly population: number;
  /** Classes that jobs of it may have become or come from, itself among them. */
  readonly chain: readonly number[];
  /** Where its rounds begin. */
  readonly start: number;
  /** Where its jobs are at first: stages, and how many. */
  readonly places: readonly { readonly stage: number; readonly count: number }[];
}

export interface ChainResource {
  readonly units: number;
  readonly isRoundRobin: boolean;
  /** Stages that use it. */
  readonly users: readonly number[];
}

/** Where the tasks of one element meet. */
export interface ChainJoin {
  readonly branches: number;
  readonly jobClass: number;
  readonly routes: readonly Route[];
}

export interface ChainModel {
  readonly classes: readonly ChainClass[];
  readonly stages: readonly ChainStage[];
  /** Sources, then overdrives. As senders they are numbered after the stages. */
  readonly sources: readonly ChainSource[];
  readonly resources: readonly ChainResource[];
  readonly joins: readonly ChainJoin[];
}
