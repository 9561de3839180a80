/** What the page and the command line ask of the simulator, and what comes back. Plain data. */

import type { Estimate, NetworkMeasures, StageMeasures } from '../../core/measures/measures.ts';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import type { ClassId, NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { ExactPart, ExactPartQuestion, PrecisionMeasure } from '../solve/exact-part/contract.ts';
import type { ReplicationRecord } from './records.ts';

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
  /** Stop when the chosen measures of every stage are known to this relative half width; more replications are made as needed. */
  readonly precision?: number;
  /** What `precision` is asked of, at least one; default the mean occupancy. */
  readonly precisionMeasures?: readonly PrecisionMeasure[];
  /** A first look: so short that there are numbers at once; what was not asked for is chosen by the pace alone. */
  readonly look?: true;
  /** Length of the frames that means over time are given for, s; default those of the schedules, else 50 equal ones. */
  readonly frameLength?: number;
}

/** Limit on the servers of all stages together: each has a clock of 150 bytes, and where services are interrupted one for each priority. */
export const MOST_SERVERS = 4_000_000;

/** Frames of time: one after the other from 0, or over and over. */
export interface FrameGrid {
  /** Where the frames begin, s, the first at 0, and at the last place where the last one ends. */
  readonly bounds: readonly number[];
  /** The frames are those of one period, and what came after the warm-up counts; else they cover the run from its start. */
  readonly repeats: boolean;
}

/** A request with every choice made. */
export interface SimulationPlan {
  readonly seed: number;
  readonly replications: number;
  readonly horizon: number;
  readonly warmup: number;
  readonly precision?: number;
  readonly precisionMeasures?: readonly PrecisionMeasure[];
  /** No means over time when absent. */
  readonly frames?: FrameGrid;
  /** Schedules make the run a transient from its start to its end, or a round of this many seconds. A steady state when absent. */
  readonly course?: 'transient' | { readonly period: number };
}

/** Times that 50, 90, 99 and 99.9 % of the elements do not exceed, s, to 1 %. Absent where too few were seen beyond. */
export interface TimePercentiles<T> {
  readonly p50?: T;
  readonly p90?: T;
  readonly p99?: T;
  readonly p999?: T;
}

/**
 * Measures of a stage; for a delay (a time without queue) and a join (tasks that wait for their siblings) those
 * that apply.
 */
export interface StageEstimate extends StageMeasures<Estimate> {
  /** Share of time with w = 0, 1, ... elements waiting. */
  readonly waitingDistribution?: readonly Estimate[];
  /** Time from entering to leaving the stage. */
  readonly sojournPercentiles?: TimePercentiles<Estimate>;
  /** Time from entering to the start of service. */
  readonly waitingPercentiles?: TimePercentiles<Estimate>;
  /** Where the scenario has several classes. */
  readonly classes?: Readonly<Record<ClassId, ClassEstimate>>;
  readonly startUp?: StartUp;
  /** What the replications gave for the measures that stand here from the chain of an exact part. */
  readonly simulated?: Readonly<Partial<Record<PrecisionMeasure, Estimate>>>;
}

/** What one class does at one stage. */
export interface ClassEstimate
  extends Pick<
    StageMeasures<Estimate>,
    | 'offeredRate'
    | 'arrivalRate'
    | 'throughput'
    | 'outputRate'
    | 'lossRate'
    | 'lossProbability'
    | 'meanOccupancy'
    | 'meanSojournTime'
    | 'meanWaitingTime'
  > {
  readonly sojournPercentiles?: TimePercentiles<Estimate>;
  readonly waitingPercentiles?: TimePercentiles<Estimate>;
}

/** How a stage came to its level from the empty start, over all replications. */
export interface StartUp {
  /** Length of one interval, s; the first begins at 0. */
  readonly interval: number;
  /** Mean occupancy in each of at most 200 intervals, a moving average over the replications (Welch). */
  readonly meanOccupancy: readonly number[];
  /** The start that MSER-5 would cut off, s. */
  readonly cut: number;
}

/** The stages of a group as one queue. */
export interface GroupEstimate {
  readonly meanOccupancy?: Estimate;
  readonly occupancyDistribution?: readonly Estimate[];
}

/** One class in the whole network. */
export interface ClassTripEstimate {
  /** Into the sinks; of a closed class, rounds: 1/s. */
  readonly throughput?: Estimate;
  /** Open: mean time from entering the network to a sink, s. */
  readonly meanSojournTime?: Estimate;
  readonly latencyPercentiles?: TimePercentiles<Estimate>;
  /** Closed: mean time from one visit of the start to the next, s. */
  readonly meanRoundTime?: Estimate;
  readonly roundTimePercentiles?: TimePercentiles<Estimate>;
}

/** Elements that came to a sink on one path; `source` and `stages` are absent of those that are not told apart. */
export interface PathEstimate {
  readonly source?: NodeId;
  readonly stages?: readonly NodeId[];
  /** Share of all elements that reached a sink. */
  readonly share: Estimate;
  readonly meanSojournTime?: Estimate;
  readonly latencyPercentiles?: TimePercentiles<Estimate>;
}

/** Where the scenario has several sinks. */
export interface SinkEstimate {
  /** Elements that come to it, 1/s. */
  readonly throughput: Estimate;
}

export interface ResourceEstimate {
  /** Share of its units in use. */
  readonly utilization: Estimate;
}

/** Means over time. An entry is null where no replication observed the frame. */
export interface FramesEstimate extends FrameGrid {
  readonly stages: Readonly<Record<NodeId, StageFrames>>;
  readonly groups: Readonly<Record<string, Pick<StageFrames, 'meanOccupancy'>>>;
}

type FrameSeries = readonly (Estimate | null)[];

export interface StageFrames {
  readonly meanOccupancy: FrameSeries;
  readonly offeredRate: FrameSeries;
  readonly throughput: FrameSeries;
  /** Not of delays and joins. */
  readonly utilization?: FrameSeries;
  readonly blockedFraction?: FrameSeries;
}

/** The FIFO of a link to a dataflow stage. */
export interface FifoEstimate {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Tokens that come into it, 1/s. */
  readonly arrivalRate: Estimate;
  readonly meanOccupancy: Estimate;
  /** Tokens in it at most, in any replication. */
  readonly most: number;
  /** Share of time without room; absent without a depth. */
  readonly fullProbability?: Estimate;
  /** Share of time with n tokens. */
  readonly occupancyDistribution?: readonly Estimate[];
}

/** What the first so many replications say: how the intervals close in. */
export interface ConvergencePoint {
  readonly replications: number;
  readonly meanOccupancy: Readonly<Record<NodeId, Estimate>>;
}

export interface NetworkEstimate extends NetworkMeasures<Estimate> {
  /** Time from entering the network to a sink. */
  readonly latencyPercentiles?: TimePercentiles<Estimate>;
}

export interface SimulationResult {
  readonly kind: 'answer';
  readonly plan: SimulationPlan;
  readonly stages: Readonly<Record<NodeId, StageEstimate>>;
  readonly network: NetworkEstimate;
  /** Where the scenario names classes. */
  readonly classes?: Readonly<Record<ClassId, ClassTripEstimate>>;
  /** Where elements take different ways: most used first, those that are not told apart last. */
  readonly paths?: readonly PathEstimate[];
  readonly sinks?: Readonly<Record<NodeId, SinkEstimate>>;
  readonly groups?: Readonly<Record<string, GroupEstimate>>;
  /** FIFOs of dataflow stages, in the order of their links. */
  readonly fifos?: readonly FifoEstimate[];
  readonly resources?: Readonly<Record<string, ResourceEstimate>>;
  readonly frames?: FramesEstimate;
  /** After 2, 3, ... replications, at most 100 points. */
  readonly convergence: readonly ConvergencePoint[];
  /** Each interval is Student's t, 95 %, over independent replications of the same length. */
  readonly intervalMethod: 'independentReplications';
  /** Whose means are those of its chain, with half widths of 0; absent where all comes from the replications. */
  readonly exactPart?: ExactPart;
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

/** As many replications as a run for a precision makes; more only when the request says so. */
export const MOST_REPLICATIONS = 400;

/** What a run does after it has looked at what it knows. */
export interface NextStep {
  /** Replications in all, those that are made included; as many as are made when no more are needed. */
  readonly replications: number;
  /** To be asked while these are made; the run is not over before there is an answer. */
  readonly question?: ExactPartQuestion;
}

/** What is known beside the records. */
export interface BesideRecords {
  readonly part?: ExactPart | undefined;
  /** Replications that broke off by a fault of the simulator. */
  readonly failed?: readonly SimulatorFault[];
}

export type SimulatorFault = Extract<NoAnswer, { readonly code: 'simulatorFault' }>;

/** With more than so many the simulator cannot run the scenario. */
const MOST_FAILED = 3;

/**
 * Keeps a refusal that is a fault of the simulator among those that others are made for; false when the run cannot go on.
 * A failed replication is made up for by the next number, so that which ones make a result depends on none of the workers.
 */
export function goesOnWithout(refusal: NoAnswer, failed: SimulatorFault[]): boolean {
  if (refusal.code !== 'simulatorFault' || failed.length === MOST_FAILED) return false;
  failed.push(refusal);
  return true;
}

/**
 * Worker interface: one replication a call, so that a pool shares a run; records merge in replication order. A worker is
 * told of a run once and asked about it by number; of a run that it does not hold, since it was started anew or has been
 * told of later ones, it answers undefined.
 */
export interface SimulatorService {
  /** Gets ready while nothing is asked, so that the first run begins at once. */
  warm(): void;
  /** `onProgress` is told of the short runs by which the plan is made. */
  plan(
    scenario: Scenario,
    request: SimulationRequest,
    onProgress?: (progress: SimulationProgress) => void,
  ): SimulationPlan | NoAnswer;
  /** Numbers are never used twice. What is held of a run stays when it is told again. */
  begin(run: number, scenario: Scenario, plan: SimulationPlan): void;
  /** Rejects when cancelled. */
  replicate(
    run: number,
    replication: number,
    onProgress: (progress: SimulationProgress) => void,
  ): Promise<ReplicationRecord | NoAnswer | undefined>;
  /**
   * The answer from all records that came so far; `records` are those that were not sent before. `beside`: takes the means
   * of the stages of an exact part from their chain, unless what was seen speaks against it, and says what failed.
   */
  summarize(
    run: number,
    records: readonly ReplicationRecord[],
    elapsedSeconds: number,
    beside?: BesideRecords,
  ): SimulationResult | undefined;
  /** Forgets the run. */
  end(run: number): void;
  /** `result` is absent before the first look; `asked`: the question about an exact part that was asked last. */
  nextStep(
    plan: SimulationPlan,
    result?: Pick<SimulationResult, 'replications' | 'stages'>,
    asked?: ExactPartQuestion,
  ): NextStep;
  /** Asks the running replication to stop at its next pause. */
  cancel(): void;
}
