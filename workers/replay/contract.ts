/** What the page and the command line ask of the replay of measured arrivals through a drawn stage, and what comes back. Plain data. */
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { Bins, TraceFile } from '../measure/contract.ts';
import type { ModelVerdict, ReplayProgress, ReplayRefusal } from '../virtual-queue/contract.ts';

export interface StageReplayQuestion {
  readonly scenario: Scenario;
  /** A stage, through which the arrivals go. */
  readonly stage: NodeId;
  /** Id of the queue in the file whose insertions are its arrivals. */
  readonly queue: string;
  /** The stage is cut out even where the measured arrivals could take the place of its source. Default false. */
  readonly alone?: boolean;
  /** Runs with services of their own, integer >= 19; 39 when absent. */
  readonly replications?: number;
  /** Integer 0 .. 2^32 - 1; 1 when absent. */
  readonly seed?: number;
}

/**
 * measuredArrivals: the drawn stage, fed with the measured arrivals. drawnArrivals: the scenario as it is drawn. measuredServices: the same
 * with the measured services. allMeasured: measured arrivals and measured services, once: what is left of the drawing is its structure.
 */
export const REPLAY_FEEDS = ['measuredArrivals', 'drawnArrivals', 'measuredServices', 'allMeasured'] as const;
export type ReplayFeed = (typeof REPLAY_FEEDS)[number];

/** Shares are 0..1, times s, rates 1/s; heldFraction is the share of time that an arrival waits for room in a full stage. */
export const REPLAY_QUANTITIES = [
  'meanOccupancy',
  'meanWaitingTime',
  'meanSojournTime',
  'throughput',
  'utilization',
  'lossProbability',
  'heldFraction',
] as const;
export type ReplayQuantity = (typeof REPLAY_QUANTITIES)[number];

/** Over the runs: the mean, and between which 95 % of the runs are. */
export interface RunRange {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** What one way to feed the stage predicts, over all its runs. */
export interface FedPrediction {
  readonly feed: ReplayFeed;
  readonly runs: number;
  /** Share of time at level n = 0, 1, ... */
  readonly shares: Float64Array;
  readonly quantities: Readonly<Partial<Record<ReplayQuantity, RunRange>>>;
  readonly meanByFrame: Float64Array;
  readonly lowByFrame: Float64Array;
  readonly highByFrame: Float64Array;
  /** Whether the measured occupancy looks like one more run; absent where none was measured. */
  readonly verdict?: ModelVerdict;
}

/** What the trace itself says of the stage. */
export interface TracedStage {
  /** Absent when the trace has no departures. */
  readonly occupancy?: Bins;
  readonly shares?: Float64Array;
  readonly meanByFrame?: Float64Array;
  readonly quantities: Readonly<Partial<Record<ReplayQuantity, number>>>;
  /** Service times that follow from the trace: of one server, first come first served. */
  readonly services?: { readonly count: number; readonly mean: number; readonly scv: number };
}

/** What the comparison of the ways to feed the stage points at. */
export type Culprit = 'nothing' | 'arrivals' | 'service' | 'both' | 'structure' | 'unknown';

export interface StageReplay {
  readonly kind: 'replayed';
  readonly stage: NodeId;
  readonly queue: string;
  readonly file: string;
  /** network: the measured arrivals take the place of the stage's source. alone: the stage is cut out. */
  readonly within: 'network' | 'alone';
  readonly arrivals: number;
  /** The file has more: only its first arrivals are replayed. */
  readonly isCut: boolean;
  readonly seed: number;
  /** s from the first arrival. */
  readonly frames: { readonly start: Float64Array; readonly end: Float64Array };
  readonly traced: TracedStage;
  /** In the order of `REPLAY_FEEDS`; always with measuredArrivals. */
  readonly predictions: readonly FedPrediction[];
  readonly culprit: Culprit;
  /** The conclusion, then what it rests on. */
  readonly sentences: readonly string[];
  /** What was left out or done otherwise than drawn. */
  readonly notes: readonly string[];
}

export interface StageReplayRefusal extends ReplayRefusal {
  readonly stage: NodeId;
}

export type StageReplayReport = StageReplay | StageReplayRefusal;

/** Worker interface. */
export interface StageReplayService {
  /** Rejects with an AbortError when `cancel` is called. */
  replay(
    trace: TraceFile,
    question: StageReplayQuestion,
    onProgress: (progress: ReplayProgress) => void,
  ): Promise<StageReplayReport>;
  /** Stops the replays that are under way. */
  cancel(): void;
}
