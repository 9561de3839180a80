/** Service rates from measurements: what goes in, and what comes back. Plain data; rates in items per second, times in s. */

import type { Result } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { isAutomatic } from '../../core/measures/methods.ts';
import type { NodeId, StageNode } from '../../core/scenario/scenario.ts';
import type {
  MeasuredStage,
  MeasurementFault,
  RateSamples,
  ReducedQueue,
  ReduceOptions,
} from '../measure/contract.ts';

/** The head of a queue shows who reads from it, the tail who writes. */
export type QueueEnd = RateSamples['end'];

/** What a departure at the head is: the end of a service, or its start, as the item is taken from the queue. */
export type DepartureMeaning = 'end' | 'start';

/**
 * Samples of one end of a queue, column by column, in the order of time: `count` items passed in the `period` that ended at
 * `time`; `blocked` says whether an operation had to wait, and `blockedFor` for how long within the period, NaN where that
 * was not measured.
 */
export interface RateColumns extends Omit<RateSamples, 'end'> {
  /** Items that waited (head), or places that were free (tail), when the period began; absent where that is not known. */
  readonly waiting?: Float64Array;
  /** Blocked times are counted samples of an empty queue: right on average, and too rough to tell how services vary. */
  readonly idleSampled?: boolean;
  /** Items per second that did pass, where `count` leaves those out of which the service is not seen. */
  readonly throughput?: number;
  /** A coarse clock, where blocked times were told by the level. */
  readonly tick?: CoarseClock;
  /** What speaks against the level from which blocked times were told. */
  readonly doubt?: LevelDoubt;
  /** The times of both ends go up and down against each other, and blocked times were told by the level. */
  readonly clocks?: ClocksApart;
  /** Gaps between departures are shorter where more is inside. */
  readonly together?: ServedTogether;
  /** Departures were declared as ends of services, and these do not look so: what items took that came to an empty stage, and others, s. */
  readonly unlikeEnd?: { readonly idle: number; readonly busy: number };
  /** A time without any row that is left out though the server had work, s. */
  readonly silence?: number;
  /** Why no server is seen at this end: one sentence. */
  readonly noServer?: string;
}

/** All times are multiples of `length`, s; of a share `doubtful` of the operations the level depends on what came first within one. */
export interface CoarseClock {
  readonly length: number;
  readonly doubtful: number;
}

/** More are served at once than `servers`: mean gaps from a departure that leaves up to `left` items, and from those that leave more, s. */
export interface ServedTogether {
  readonly servers: number;
  readonly left: number;
  readonly few: number;
  readonly many: number;
}

/** By how much items seem to leave before they came, s: the usual one that does, and the mean over all departures. */
export interface ClocksApart {
  readonly usual: number;
  readonly mean: number;
}

/**
 * The queue is not empty for long after `from` (s). `neverEmpty`: so the server always had work, if no event is missing.
 * `missingDepartures`: it came back to `levels` levels above 0 more often (`returns`) than a busy server can, so that
 * as many departures are missing. `unclear`: either may be. `bothMissing`: departures are missing, and `insertions` at least.
 */
export type LevelDoubt =
  | { readonly kind: 'neverEmpty'; readonly from: number }
  | MissingDepartures<'missingDepartures'>
  | MissingDepartures<'unclear'>
  | (MissingDepartures<'bothMissing'> & { readonly insertions: number });

interface MissingDepartures<K> {
  readonly kind: K;
  readonly from: number;
  readonly levels: number;
  readonly returns: number;
}

/** How a rate is estimated. `docs/estimation.md` says when each holds. */
export const RATE_METHODS = ['busy-time', 'censored', 'robust', 'median', 'published'] as const;
export type RateMethod = (typeof RATE_METHODS)[number];

/** Undefined where the data are to choose. */
export const askedMethod = <T extends RateMethod>(method: T | 'auto' | undefined): T | undefined =>
  method === undefined || isAutomatic(method) ? undefined : method;

/** What has to be said of a rate, by how it is estimated. */
interface RateTraits {
  /** Blocked periods are left out: those without blocking are the ones with slow service. */
  readonly leavesOutBlocked: boolean;
  /** It has to be known for how long each period was blocked. */
  readonly measuresBlocked: boolean;
  /** What a blocked period counted is a lower bound; counters alone say nothing of how services vary. */
  readonly boundsBlocked: boolean;
  /** Takes a quantile of counts for the rate, which errs by how few items a period has. */
  readonly takesQuantile: boolean;
}

const LEAVES_OUT = {
  ...{ leavesOutBlocked: true, measuresBlocked: false, boundsBlocked: false, takesQuantile: false },
} as const;

export const RATE_TRAITS = {
  'busy-time': { ...LEAVES_OUT, leavesOutBlocked: false, measuresBlocked: true },
  censored: { ...LEAVES_OUT, leavesOutBlocked: false, boundsBlocked: true },
  robust: LEAVES_OUT,
  median: LEAVES_OUT,
  published: { ...LEAVES_OUT, takesQuantile: true },
} as const satisfies Readonly<Record<RateMethod, RateTraits>>;

export interface RateEstimate {
  readonly method: RateMethod;
  readonly rate: number;
  /** 95 % interval; absent where too few values were seen for one. */
  readonly low?: number;
  readonly high?: number;
  /** Periods that the estimate rests on. */
  readonly periods: number;
  /** Squared coefficient of variation of one service, where the method tells it. */
  readonly scv?: number;
  /** The published method never converged; the rate is its last value. */
  readonly provisional?: boolean;
  /** Periods were blocked, and the services do not look exponential, as the censored likelihood needs them. */
  readonly notExponential?: boolean;
}

/** Why a method gives no rate: one sentence. */
export interface RateRefusal {
  readonly method: RateMethod;
  readonly refused: string;
}

export type RateOutcome = RateEstimate | RateRefusal;

/** A stretch of time with one rate. */
export interface RatePhase extends RateEstimate {
  readonly from: number;
  readonly to: number;
}

/** A point at which the published method converged and started anew. */
export interface Convergence {
  readonly time: number;
  readonly rate: number;
  /** How many values of q went into it. */
  readonly values: number;
}

export interface RateReport {
  readonly periods: number;
  /** The usual period T. */
  readonly period: number;
  /** Share of the periods in which an operation was blocked. */
  readonly blockedShare: number;
  /** Share of the time that was not blocked; absent where blocked times were not measured. */
  readonly busyShare?: number;
  /** Items per second that did pass, blocked or not. */
  readonly throughput: number;
  /** What was asked for, or the method that these data allow to trust most. */
  readonly chosen: RateOutcome;
  readonly all: readonly RateOutcome[];
  /** At least one. */
  readonly phases: readonly RatePhase[];
  readonly convergences: readonly Convergence[];
  readonly warnings: readonly string[];
}

/** One end of one queue with samples; they stay in the worker. */
export interface SampledEnd {
  /** Identifies the end in questions. */
  readonly key: string;
  readonly queue: string;
  readonly end: QueueEnd;
  /** What the samples were made of. */
  readonly from: 'tc' | 'events' | 'counters';
  readonly name?: string;
  readonly capacity?: number;
  readonly itemBytes?: number;
  /** Who reads there, where a stage is known by that name; a writer may itself have waited, and is none. */
  readonly stage?: NodeId;
  /** The rates that an example was made with. */
  readonly truth?: readonly KnownRate[];
}

/** A rate that is known to hold from one moment to another. */
export interface KnownRate {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
}

export interface SampledFile {
  readonly name: string;
  /** At least one. */
  readonly ends: readonly SampledEnd[];
  readonly warnings: readonly MeasurementFault[];
}

/** A queue of a measurement that is reduced already: its samples, and what tells whose they are. */
export type MeasuredSamples = Pick<ReducedQueue, 'id' | 'name' | 'dest' | 'kind' | 'capacity' | 'rates'>;

export interface RateSettings {
  /** How the rate is estimated; when absent, by the method that these data allow to trust most. */
  readonly method?: RateMethod;
  /** Period of samples made from events, s; when absent, such that a period holds about 20 items. */
  readonly period?: number;
  /** What a departure is in samples made from events or counters; unknown when absent. */
  readonly departure?: DepartureMeaning;
}

/** What is drawn: samples, and the published method as it goes on. More than 100,000 points are thinned out, extremes stay. */
export interface RateCourse {
  readonly samples: {
    readonly time: Float64Array;
    /** Items per second that passed in the period which ended then. */
    readonly rate: Float64Array;
    readonly blocked: Uint8Array;
  };
  /** Share of the periods with blocking, by stretches of equally many. */
  readonly blocked: { readonly from: Float64Array; readonly to: Float64Array; readonly share: Float64Array };
  /** After each period without blocking, from the first full window on. */
  readonly heuristic: {
    readonly time: Float64Array;
    /** As rates, q / T. */
    readonly q: Float64Array;
    readonly meanQ: Float64Array;
    /** |filtered sigma(q-bar)|, relative to q-bar; NaN where three values are not there yet. */
    readonly change: Float64Array;
  };
  /** It has converged when so many changes in a row are within the tolerance. */
  readonly tolerance: number;
}

export interface RatePicture {
  readonly end: SampledEnd;
  readonly report: RateReport;
  readonly course: RateCourse;
}

/** Told at most ten times a second. */
export interface SamplingProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
  /** Picture of the first end from the rows so far, for tables that are taken row by row. */
  readonly picture?: RatePicture;
}

/** Two threads and a queue between them, with rates that are known. */
export interface MicroBenchmark {
  readonly times: 'exponential' | 'deterministic';
  /** Service rate of the reader. */
  readonly rate: number;
  /** Service rate of the reader in the second half; unchanged when absent. */
  readonly laterRate?: number;
  /** Utilization of the reader by Poisson arrivals; 1: it always has work. */
  readonly utilization: number;
  readonly period: number;
  readonly periods: number;
  readonly seed: number;
}

/** M/M/1 at that utilization, seen in periods of T: shares of the periods in which no read or write has to wait. */
export interface PeriodQuestion {
  readonly rate: number;
  readonly utilization: number;
  readonly capacity?: number;
  /** s. */
  readonly periods: readonly number[];
}

export interface PeriodShares {
  readonly period: number;
  /** Pr_READ and Pr_WRITE as Beard and Chamberlain give them. */
  readonly read: number;
  readonly write?: number;
  /** Reads, exactly; absent for periods of very many items. */
  readonly exact?: number;
}

/** Worker interface. It keeps the samples of one file or example at a time. */
export interface EstimatorService {
  /** Rejects with an AbortError when `cancel` is called. */
  read(
    file: Blob,
    fileName: string,
    options: ReduceOptions,
    onProgress: (progress: SamplingProgress) => void,
  ): Promise<Result<SampledFile, readonly MeasurementFault[]>>;
  /** Stops the reading that is under way. */
  cancel(): void;
  /** At least one queue has samples. */
  take(name: string, queues: readonly MeasuredSamples[], stages: readonly MeasuredStage[]): SampledFile;
  generate(benchmark: MicroBenchmark): SampledFile;
  /** Undefined: nothing of that key is kept, as in a worker that took the place of one that died. */
  estimate(key: string, settings: RateSettings): RatePicture | undefined;
  /** The distribution of service of a stage with that rate, or why one rate does not say it. */
  serviceAtRate(stage: StageNode, estimate: RateEstimate): Result<ServiceDistribution, string>;
  periodShares(question: PeriodQuestion): readonly PeriodShares[];
}
