/** What one replication of a simulation hands on: sums and counts that estimates are made of. */
import type { NodeId } from '../../core/scenario/scenario.ts';

/** Sums over one replication (after warm-up); replications merge by being put in a list. */
export interface ReplicationRecord {
  readonly kind: 'record';
  readonly replication: number;
  /** Events processed, warm-up included. */
  readonly events: number;
  /** Observed time, s. */
  readonly duration: number;
  /** Records of stages, delays and joins. */
  readonly stages: Readonly<Record<NodeId, StageRecord>>;
  /** Tokens of dataflow stages that never entered count here, but have no time in the network. */
  readonly sinkArrivals: number;
  readonly sinkSojournTotal: number;
  /** Times from entering the network to a sink. */
  readonly latencySketch: TimeSketch;
  readonly lost: number;
  /** In the order of the scenario's classes, where it has several. */
  readonly classes?: readonly ClassTripsRecord[];
  /** The first 200 on which an element came to a sink; none where all elements go the same way. */
  readonly paths: readonly PathRecord[];
  /** All other paths together. */
  readonly otherPaths?: TripsRecord;
  readonly groups?: Readonly<Record<string, GroupRecord>>;
  /** Elements that came to each sink. */
  readonly sinks: Readonly<Record<NodeId, number>>;
  /** In the order of the links to dataflow stages. */
  readonly fifos?: readonly FifoRecord[];
  /** Units x s that services held. */
  readonly resources?: Readonly<Record<string, number>>;
}

/** Elements that came to a sink (or ended a round), the sum of their times from birth (or the start of the round), and those times. */
export interface TripsRecord {
  readonly count: number;
  readonly total: number;
  readonly times: TimeSketch;
}

/** Trips of an open class to the sinks; rounds of a closed one. */
export interface ClassTripsRecord {
  readonly arrivals: TripsRecord;
  readonly rounds: TripsRecord;
}

export interface PathRecord extends TripsRecord {
  /** A source; a stage with an overdrive of its own. */
  readonly source: NodeId;
  /** In the order of the first visits. */
  readonly stages: readonly NodeId[];
}

/** The FIFO of a link to a dataflow stage. */
export interface FifoRecord {
  readonly entered: number;
  readonly occupancyTime: number;
  /** Time with n = 0, 1, ... tokens in it. */
  readonly occupancy: Float64Array;
  readonly fullTime: number;
}

export interface GroupRecord {
  readonly occupancyTime: number;
  /** Time spent at each level n = 0, 1, ... of the stages together. */
  readonly occupancy: Float64Array;
}

/** How many times fell into each bucket; buckets widen with the value (workers/simulate/latency-sketch.ts). Adds up. */
export interface TimeSketch {
  /** Times of 0, and those too small to be told from it. */
  readonly zeros: number;
  /** Bucket that `counts[0]` is of. */
  readonly first: number;
  readonly counts: Uint32Array;
}

export interface StageRecord {
  readonly offered: number;
  readonly entered: number;
  readonly served: number;
  readonly output: number;
  readonly lost: number;
  /** Integrals over time of: servers serving, servers holding blocked elements, elements in the stage, elements waiting. */
  readonly servingTime: number;
  readonly blockedTime: number;
  readonly occupancyTime: number;
  /** Integral over the first half of the observed time: is the stage filling up? */
  readonly firstHalfOccupancyTime: number;
  readonly waitingTime: number;
  /** Sums over departures. */
  readonly sojournTotal: number;
  readonly sojournCount: number;
  readonly waitTotal: number;
  readonly waitCount: number;
  readonly fullTime: number;
  /** Time spent at each level n = 0, 1, ...; 65 536 of them when there were higher ones, which are not told apart. */
  readonly occupancy: Float64Array;
  /** Time with w = 0, 1, ... elements waiting. */
  readonly waiting: Float64Array;
  /** Mean occupancy in each of 200 equal intervals from time 0, warm-up included, to the horizon. */
  readonly occupancySeries: Float64Array;
  /** Arrivals offered in the same intervals. */
  readonly offeredSeries: Float64Array;
  /** Times from entering to leaving, and to the start of service. */
  readonly sojournSketch: TimeSketch;
  readonly waitSketch: TimeSketch;
  /** In the order of the scenario's classes, where it has several. */
  readonly classes?: readonly ClassRecord[];
  readonly frames?: FramesRecord;
}

/** What one class did at one stage; meanings as in StageRecord. */
export interface ClassRecord {
  readonly offered: number;
  readonly entered: number;
  readonly served: number;
  readonly output: number;
  readonly lost: number;
  readonly occupancyTime: number;
  readonly sojournTotal: number;
  readonly waitTotal: number;
  readonly sojournSketch: TimeSketch;
  readonly waitSketch: TimeSketch;
}

/** Sums in each frame; meanings as in StageRecord. */
export interface FramesRecord {
  /** Time observed in each frame, s. */
  readonly times: Float64Array;
  readonly occupancyTime: Float64Array;
  readonly offered: Float64Array;
  readonly served: Float64Array;
  readonly servingTime: Float64Array;
  readonly blockedTime: Float64Array;
}
