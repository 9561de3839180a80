/** The quantities of an answer. `T` is a number from a solver and an {@link Estimate} from a simulation. */
import type { ClassId, NodeId } from '../scenario/scenario.ts';

/** A simulated number: mean over replications and half of its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly halfWidth: number;
}

/** Ends of the interval; none of the measures is ever below 0. */
export const intervalOf = ({ mean, halfWidth }: Estimate) => ({
  low: Math.max(0, mean - halfWidth),
  high: mean + halfWidth,
});

/** Times that 50, 90, 99 and 99.9 % of the elements do not exceed, s. */
export interface TimePercentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
}

/** Quantities of one stage, in its native unit. A measure that a method cannot give is absent, never 0. */
export interface StageMeasures<T> {
  /** Arrivals offered, 1/s. */
  readonly offeredRate?: T;
  /** Arrivals that entered, 1/s. */
  readonly arrivalRate?: T;
  /** Elements served, 1/s. */
  readonly throughput?: T;
  /** Elements that left towards the next nodes, after the filter, 1/s. */
  readonly outputRate?: T;
  /** Arrivals lost, 1/s. */
  readonly lossRate?: T;
  /** Share of the offered arrivals that is lost. */
  readonly lossProbability?: T;
  /** rho: share of the servers' time spent serving. */
  readonly utilization?: T;
  /** Share of the servers' time holding finished elements that cannot move. */
  readonly blockedFraction?: T;
  /** Share of the servers' time without anything to serve. */
  readonly starvedFraction?: T;
  /** N_G: mean elements in the stage: waiting, in service and blocked. */
  readonly meanOccupancy?: T;
  /** N_Q: mean elements waiting. */
  readonly meanQueueLength?: T;
  /** Share of time that the stage is full. */
  readonly fullProbability?: T;
  /** P_BP: for a finite stage its full probability; for an unbounded model with a capacity K noted beside it, P[N >= K]. */
  readonly backPressureProbability?: T;
  /** W: mean time from entering to leaving the stage, s. */
  readonly meanSojournTime?: T;
  /** Wq: mean time from entering to start of service, s. */
  readonly meanWaitingTime?: T;
  /** P[n], n = 0, 1, ...: share of time with n elements in the stage; cut where the tail is below 1e-12. */
  readonly occupancyDistribution?: readonly T[];
  /** By class; absent in a scenario that names no classes. */
  readonly byClass?: Readonly<Record<ClassId, ClassMeasures<T>>>;
}

/** Quantities of one class at one stage. */
export type ClassMeasures<T> = Pick<
  StageMeasures<T>,
  | 'offeredRate'
  | 'arrivalRate'
  | 'throughput'
  | 'outputRate'
  | 'lossRate'
  | 'lossProbability'
  | 'utilization'
  | 'meanOccupancy'
  | 'meanQueueLength'
  | 'meanSojournTime'
  | 'meanWaitingTime'
>;

export interface NetworkMeasures<T> {
  /** Elements into the sinks, 1/s. */
  readonly throughput?: T;
  readonly lossRate?: T;
  /** Mean time from entering the network to a sink, s. */
  readonly meanSojournTime?: T;
  /** The stage that saturates first as the input grows. */
  readonly bottleneck?: NodeId;
  /** The shared resource that saturates first, where it is one; `bottleneck` is then the stage that uses it most. */
  readonly bottleneckResource?: string;
  /** What saturates first as the input grows, then what does when that is relieved, and so on. */
  readonly ladder?: readonly Rung[];
  /** By class; absent in a scenario that names no classes. */
  readonly byClass?: Readonly<Record<ClassId, NetworkClassMeasures<T>>>;
}

/** Quantities of one class in the whole network. */
export interface NetworkClassMeasures<T> {
  /** Open: elements into the sinks, 1/s. Closed: rounds completed, 1/s. */
  readonly throughput?: T;
  /** Open: mean time from entering the network to a sink. Closed: mean time of one round, the stay at its start included. s. */
  readonly meanSojournTime?: T;
}

/** Loads that differ by less than rounding saturate together. */
export const TOGETHER = 1e-9;

/** What saturates first: the first of `ladder` and all that saturate at the same input, or the bottleneck of an answer without one. */
export function bottlenecksOf({
  bottleneck,
  bottleneckResource: resource,
  ladder = [],
}: NetworkMeasures<unknown>): readonly Pick<Rung, 'stage' | 'resource'>[] {
  if (bottleneck === undefined) return [];
  const least = ladder.find((rung) => rung.stage === bottleneck && rung.resource === resource);
  if (!least) return [resource === undefined ? { stage: bottleneck } : { stage: bottleneck, resource }];
  return ladder.filter(({ factor }) => Math.abs(factor - least.factor) <= TOGETHER * least.factor);
}

/** A share that is lost or held back is told from here on. */
export const TOLD_SHARE = 1e-3;

type Stages = Readonly<Record<NodeId, StageMeasures<number>>>;

/** Is load lost somewhere? Others are spared it: what saturates first need not be what limits the throughput. */
export const losesLoad = (stages: Stages): boolean =>
  Object.values(stages).some(({ lossProbability = 0 }) => lossProbability >= TOLD_SHARE);

/** What the stages of `bottlenecksOf` are called. */
export const bottleneckWord = (stages: Stages): string =>
  losesLoad(stages) ? 'saturates first' : 'bottleneck';

/** Something that saturates when everything before it on the ladder has been relieved. */
export interface Rung {
  /** The stage; of a shared resource, the stage that uses it most. */
  readonly stage: NodeId;
  /** Id of the shared resource, where that is what saturates. */
  readonly resource?: string;
  /** All external input times this brings its load to 1. */
  readonly factor: number;
  /** All external input at that point, 1/s, each source in its own unit, overdrives included. */
  readonly inputRate: number;
}
