/** What the page and the command line ask of the simulator, and what comes back. Plain data. */
import type { NodeId, Scenario } from '../../src/model/scenario.ts';
import type { Estimate, NetworkMeasures, NoAnswer, StageMeasures, Verdict } from './measures.ts';

/** A run as asked for. What is absent is chosen from the scenario by `planRun`. */
export interface SimulationRequest {
  /** Integer 0 .. 2^32 - 1, default 1. */
  readonly seed?: number;
  /** Independent repeats, integer >= 2, default 10. */
  readonly replications?: number;
  /** End of each replication, s, warm-up included. */
  readonly horizon?: number;
  /** Dropped start of each replication, s, < horizon. */
  readonly warmup?: number;
  /** Stop when every stage's mean occupancy is known to this relative half width; more replications are made as needed. */
  readonly precision?: number;
}

/** A request with every choice made. */
export interface SimulationPlan {
  readonly seed: number;
  readonly replications: number;
  readonly horizon: number;
  readonly warmup: number;
  readonly precision?: number;
}

/** Sums over one replication (after warm-up); replications merge by being put in a list. */
export interface ReplicationRecord {
  readonly kind: 'record';
  readonly replication: number;
  /** Events processed, warm-up included. */
  readonly events: number;
  /** Observed time, s. */
  readonly duration: number;
  readonly stages: Readonly<Record<NodeId, StageRecord>>;
  readonly sinkArrivals: number;
  readonly sinkSojournTotal: number;
  /** Times from entering the network to a sink. */
  readonly latencySketch: TimeSketch;
  readonly lost: number;
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
  /** The same integral over the first half of the observed time: is the stage filling up? */
  readonly firstHalfOccupancyTime: number;
  readonly waitingTime: number;
  /** Sums over departures. */
  readonly sojournTotal: number;
  readonly sojournCount: number;
  readonly waitTotal: number;
  readonly waitCount: number;
  readonly fullTime: number;
  /** Time spent at each level n = 0, 1, ... */
  readonly occupancy: Float64Array;
  /** Mean occupancy in each of 200 equal intervals from time 0, warm-up included, to the horizon. */
  readonly occupancySeries: Float64Array;
  /** Arrivals offered in the same intervals. */
  readonly offeredSeries: Float64Array;
  /** Times from entering to leaving, and to the start of service. */
  readonly sojournSketch: TimeSketch;
  readonly waitSketch: TimeSketch;
}

/** Times that 50, 90, 99 and 99.9 % of the elements do not exceed, s, to 1 %. Absent where too few were seen beyond. */
export interface TimePercentiles<T> {
  readonly p50?: T;
  readonly p90?: T;
  readonly p99?: T;
  readonly p999?: T;
}

export interface StageEstimate extends StageMeasures<Estimate> {
  /** Of the time from entering to leaving the stage. */
  readonly sojournPercentiles?: TimePercentiles<Estimate>;
  /** Of the time from entering to the start of service. */
  readonly waitingPercentiles?: TimePercentiles<Estimate>;
}

export interface NetworkEstimate extends NetworkMeasures<Estimate> {
  /** Of the time from entering the network to a sink. */
  readonly latencyPercentiles?: TimePercentiles<Estimate>;
}

export interface SimulationResult {
  readonly kind: 'answer';
  readonly plan: SimulationPlan;
  readonly stages: Readonly<Record<NodeId, StageEstimate>>;
  readonly network: NetworkEstimate;
  readonly verdicts: readonly Verdict[];
  readonly replications: number;
  readonly events: number;
  readonly elapsedSeconds: number;
}

/** Sent at most ten times a second while a replication runs. */
export interface SimulationProgress {
  readonly replication: number;
  /** 0..1 of this replication. */
  readonly fraction: number;
  readonly events: number;
  /** Time at each level so far, per stage: the histogram as it forms. */
  readonly occupancy: Readonly<Record<NodeId, Float64Array>>;
}

/** Worker interface: one replication a call, so that a pool shares a run; records merge in replication order. */
export interface SimulatorService {
  plan(scenario: Scenario, request: SimulationRequest): SimulationPlan | NoAnswer;
  /** Rejects when cancelled. */
  replicate(
    scenario: Scenario,
    plan: SimulationPlan,
    replication: number,
    onProgress: (progress: SimulationProgress) => void,
  ): Promise<ReplicationRecord | NoAnswer>;
  summarize(
    scenario: Scenario,
    plan: SimulationPlan,
    records: readonly ReplicationRecord[],
    elapsedSeconds: number,
  ): SimulationResult;
  /** Asks the running replication to stop at its next pause. */
  cancel(): void;
}
