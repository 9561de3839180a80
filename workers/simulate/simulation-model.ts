/** What the engine runs on: the scenario as integers and distributions, with every default filled in. `compile-model.ts` makes it. */
import type { ArrivalDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import type { Discipline } from '../../core/rules/discipline.ts';
import type { RoutingRule } from '../../core/rules/routing.ts';
import type { Victim } from '../../core/rules/when-full.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { Purpose } from '../random/random-stream.ts';

/**
 * Targets are numbers: stages (delays among them) by index, then joins, then routers and forks. Below 0 are the sinks,
 * the first of them -1, the second -2, ...
 */
export const sinkTarget = (sink: number): number => -1 - sink;
/** The sink that a target below 0 is. */
export const sinkOf = (target: number): number => -1 - target;
/** FIFOs of dataflow stages and joins are targets from here on, by index. */
export const FIFO_TARGETS = 2 ** 28;
/** A port whose target depends on a draw, on the state, or on what becomes of the element on the way. */
export const CHOICE = -(2 ** 30);

/** Capacity of a stage, and servers of a delay, without bound; fits in 31 bits, which keeps the arithmetic small. */
export const UNBOUNDED = 2 ** 30 - 1;

/** One value for each class. */
export type ByClass<T> = readonly T[];

export interface ClassModel {
  /** Empty in a scenario that names no classes. */
  readonly id: string;
  /** Population of a closed class, and the stage where its rounds begin; -1 of an open one. */
  readonly population: number;
  readonly start: number;
  /** Where its jobs are at time 0: stages, and how many (CL1). */
  readonly places: readonly { readonly stage: number; readonly count: number }[];
}

/** The classes that one class may become, with the running sums of their probabilities. */
export interface SwitchModel {
  readonly classes: readonly number[];
  readonly cumulative: Float64Array;
}

/** Where the elements of one node go. */
export interface PortModel {
  /** Place in the list of ports. */
  readonly index: number;
  readonly node: NodeId;
  readonly kind: 'stage' | 'join' | 'router' | 'fork' | 'source';
  readonly rule: RoutingRule;
  readonly targets: readonly number[];
  /** Running sums of the shares of the targets. */
  readonly cumulative: ByClass<Float64Array>;
  /** Classes with shares of their own, which draw from streams of their own (N1). */
  readonly ownShares: ByClass<boolean>;
  /** What elements become here before they go on; null of a class that stays what it is. Empty where none changes. */
  readonly becomes: ByClass<SwitchModel | null>;
  /** Final target when there is nothing to choose, else CHOICE. */
  readonly sole: number;
}

/** Distributions one after the other; `period` is Infinity when the last one stays. Distribution `undefined`: nothing arrives. */
export interface ScheduleModel<Distribution> {
  readonly from: Float64Array;
  readonly distributions: readonly (Distribution | undefined)[];
  readonly period: number;
}

export interface StageModel {
  readonly id: NodeId;
  /** As many servers as elements. */
  readonly isDelay: boolean;
  readonly capacity: number;
  readonly serverCount: number;
  readonly discipline: Discipline;
  /** A more urgent element interrupts a service (P2). */
  readonly preempts: boolean;
  /** Line of each class, 0 the most urgent; and how many lines there are. */
  readonly levels: ByClass<number>;
  readonly levelCount: number;
  /** Service of every class that has no distribution of its own. */
  readonly service: ServiceDistribution;
  readonly schedule: ScheduleModel<ServiceDistribution> | null;
  readonly ownServices: ByClass<ServiceDistribution | null>;
  /** Fewest and most elements of one service. */
  readonly batchMin: number;
  readonly batchMax: number;
  /** What each element adds to the mean time of its batch, s. */
  readonly timePerElement: number;
  /** Speed of its servers with 1, 2, ... elements in the stage; empty where it is always 1. */
  readonly speeds: readonly number[];
  /** From the start of a service to its end, s, where the server takes the next meanwhile; 0 where it does not. */
  readonly pipelineLatency: number;
  /** Age at which a batch starts with what is there, s; Infinity when never. */
  readonly timeout: number;
  readonly passProbability: ByClass<number>;
  /** Classes with a probability of their own, which draw from streams of their own (N1). */
  readonly ownFilters: ByClass<boolean>;
  readonly factor: ByClass<number>;
  /** Elements are lost when it is full; `victim` says which. */
  readonly drops: boolean;
  readonly victim: Victim;
  /** Senders reserve a place before they start (blockBefore). */
  readonly reserves: boolean;
  readonly whole: boolean;
  /** As a sender: some target has `reserves`. */
  readonly asksFirst: boolean;
  /** What each service needs a unit of; -1 when nothing. */
  readonly resource: number;
  /** A round of these classes begins here. */
  readonly beginsRound: ByClass<boolean>;
  /** Completions at the same instant: smaller first (E2). An even number, as pipelines of firings take the odd one behind it. */
  readonly rank: number;
  /** What each firing takes and gives; null of a stage with one queue. */
  readonly dataflow: DataflowModel | null;
}

/** By phases that come round (DF1). */
export interface DataflowModel {
  /** FIFOs by index. */
  readonly inputs: readonly number[];
  readonly outputs: readonly OutputModel[];
  readonly phases: number;
  /** Times of the firings by phase, s; empty where each is drawn. */
  readonly times: readonly number[];
}

export interface OutputModel {
  readonly target: number;
  /** Some stage behind it promises places. */
  readonly promised: boolean;
  readonly give: readonly number[];
}

/** The FIFO of a link to a dataflow stage or to a join with room for so many tasks. */
export interface FifoModel {
  /** Index of the link in the scenario. */
  readonly link: number;
  /** The stage or join that takes from it, as a target. */
  readonly taker: number;
  readonly capacity: number;
  readonly reserves: boolean;
  readonly initial: number;
  readonly take: readonly number[];
}

/** Elements of a stage or a source come to a stage or a FIFO next, through routers, forks and joins. */
export interface FeedModel {
  /** A stage or a join, as a target, or a source. */
  readonly from: { readonly place: number } | { readonly source: number };
  readonly to: number;
}

export interface JoinModel {
  readonly id: NodeId;
  readonly port: number;
}

export interface ResourceModel {
  readonly id: string;
  readonly units: number;
  readonly roundRobin: boolean;
  /** Stages that use it, in the order of the file. */
  readonly stages: readonly number[];
}

export interface SourceModel {
  readonly id: NodeId;
  readonly purpose: Purpose;
  readonly jobClass: number;
  readonly interarrival: ArrivalDistribution;
  readonly schedule: ScheduleModel<ArrivalDistribution> | null;
  readonly batchSize: number;
  readonly port: number;
}

export interface SimulationModel {
  /** At least one. */
  readonly classes: readonly ClassModel[];
  /** Stages and delays, in the order of the file. */
  readonly stages: readonly StageModel[];
  readonly joins: readonly JoinModel[];
  readonly sinks: readonly NodeId[];
  readonly resources: readonly ResourceModel[];
  readonly sources: readonly SourceModel[];
  /** Ports of stages, then joins, then routers and forks, then sources, then overdrives. */
  readonly ports: readonly PortModel[];
  /** Elements take different ways, which must be told apart. */
  readonly hasPaths: boolean;
  readonly fifos: readonly FifoModel[];
  /** Empty where there are no FIFOs. */
  readonly feeds: readonly FeedModel[];
  /** Elements may come to wait for each other for ever (D1). */
  readonly mayDeadlock: boolean;
}
