/**
 * Virtual queues: queues that cross the border between two platforms, so that only their ends can be measured (TimeTrial, sections
 * II and III). What is asked, and what comes back. Plain data; times in s, levels in elements.
 */
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import {
  isFullByDesign,
  type ReducedMeasurement,
  type ReducedQueue,
  type ReduceProgress,
  type TraceFile,
} from '../measure/contract.ts';
import type { CheckedQuery } from '../measure/queries/contract.ts';

/** The bus between the two ends (TimeTrial, figure 8). */
export interface Channel {
  /** Elements of one transfer: the bus waits for that many. Integer >= 1. */
  readonly bulkSize: number;
  /** Time of one transfer, s. Its elements count as in the tail until it ends. */
  readonly transferTime: number;
  /** From the end of a transfer until its elements can be read, s; 0 when absent. They are in neither end meanwhile. */
  readonly latency?: number;
  /** Most elements in the tail: a source that finds it full waits. Unbounded when absent. */
  readonly tailCapacity?: number;
  /** Most elements in the head: a transfer that finds no room for all of it waits on the bus. Unbounded when absent. */
  readonly headCapacity?: number;
  /** Where the source ends, what is left is sent although it is less than a bulk. */
  readonly flush?: boolean;
}

/** Which measured histogram drives the server. */
export const SERVICE_EVIDENCE = ['service', 'availTime', 'nonBlocked', 'all'] as const;
export type ServiceEvidence = (typeof SERVICE_EVIDENCE)[number];

/** The virtual queue that a query asks for, where no monitor saw what it asks. */
export const unseenQueue = (
  { queues }: Pick<ReducedMeasurement, 'queues'>,
  { outcome, query: { at } }: CheckedQuery,
): string | undefined =>
  outcome === 'unknown'
    ? queues.find(({ id, name, kind }) => kind === 'virtual' && (id === at || name === at))?.id
    : undefined;

/** Queues that can be judged: those between two platforms, and those on one of which both ends were timed. */
export function judgedQueues({ queues }: Pick<ReducedMeasurement, 'queues'>): {
  readonly virtual: readonly ReducedQueue[];
  readonly regular: readonly ReducedQueue[];
} {
  const hasEnds = ({ id }: ReducedQueue): boolean =>
    (['tail', 'head'] as const).every((end) => queues.some((one) => one.kind === end && one.parentId === id));
  const isVirtual = (queue: ReducedQueue): boolean => queue.kind === 'virtual' || hasEnds(queue);
  const isRegular = (queue: ReducedQueue): boolean =>
    !isVirtual(queue) &&
    queue.parentId === undefined &&
    !isFullByDesign(queue.kind) &&
    queue.interInsertion !== undefined &&
    (queue.interDeparture ?? queue.service) !== undefined;
  return { virtual: queues.filter(isVirtual), regular: queues.filter(isRegular) };
}

export interface VirtualQueueQuestion {
  /** Id of the queue whose occupancy is asked for; of a regular queue only the ideal model is asked. */
  readonly queue: string;
  /** Ids of the measured ends; those that name the queue as their parent when absent. */
  readonly tail?: string;
  readonly head?: string;
  /** What differs from the file (`measuredBus`). */
  readonly channel?: Partial<Channel>;
  /** The best that there is when absent. */
  readonly evidence?: ServiceEvidence;
  /** Distribution of the server, known from elsewhere: goes before all measured histograms. */
  readonly service?: ServiceDistribution;
  /** False: the measurement began in the middle of a run, so that the replay runs through the first frame once before. */
  readonly startsEmpty?: boolean;
  /** At least 39; 99 when absent. */
  readonly replications?: number;
  /** Integer >= 0; 1 when absent. */
  readonly seed?: number;
  /** Percentiles of the latency that are told, %, > 0 and < 100; `USUAL_PERCENTILES` when absent. */
  readonly percentiles?: readonly number[];
  /** Puts the clock of the head onto that of the tail before anything else. */
  readonly align?: boolean;
  /** The events of the queue and its ends, where their file is at hand: then all of their order is replayed, and what was inside is told. */
  readonly trace?: TraceFile;
}

export type QueuePart = 'tail' | 'head' | 'whole';
export const QUEUE_PARTS = ['tail', 'head', 'whole'] as const satisfies readonly QueuePart[];

/** An occupancy over all replications. */
export interface PredictedPart {
  /** Share of time at level n = 0, 1, ... */
  readonly shares: Float64Array;
  /** By level, between which 95 % of the replications' shares of it are; as long as `shares`. */
  readonly lowShares: Float64Array;
  readonly highShares: Float64Array;
  readonly mean: number;
  /** 95 % of the replications' means are in between. */
  readonly low: number;
  readonly high: number;
  /** Mean of each frame, and between which 95 % of the replications' means of that frame are. */
  readonly meanByFrame: Float64Array;
  readonly lowByFrame: Float64Array;
  readonly highByFrame: Float64Array;
}

/** A number over all replications: 95 % of them are between `low` and `high`. */
export interface PredictedNumber {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Percentages that are told where none are asked for. */
export const USUAL_PERCENTILES = [50, 90, 99] as const;

/** From insertion to departure, s. */
export interface PredictedLatency extends PredictedNumber {
  readonly percentiles: readonly (PredictedNumber & { readonly percentage: number })[];
}

/** From insertion to departure as the events of the file say, s: no interval, since it was seen. */
export interface MeasuredLatency {
  readonly mean: number;
  readonly percentiles: readonly { readonly percentage: number; readonly value: number }[];
}

export interface MeasuredPart {
  readonly shares: Float64Array;
  readonly mean: number;
  /** NaN in a frame without observation; absent where the file gives no frames. */
  readonly meanByFrame?: Float64Array;
}

export interface PartDistances {
  /** Wasserstein-1, elements. */
  readonly wasserstein: number;
  /** 0..1. */
  readonly kolmogorovSmirnov: number;
  /** Jensen-Shannon divergence, bits. */
  readonly jensenShannon: number;
}

/** A measured occupancy among those of the replications. */
export interface PartTest {
  readonly part: QueuePart;
  /** Between the measured and the predicted occupancy. */
  readonly distances: PartDistances;
  /** What 95 % of the replications keep below: what chance alone does. */
  readonly chance: PartDistances;
  /** Share of runs, the measured one included, that are at least as far from the others as the measured one. */
  readonly p: PartDistances;
  /** wasserstein by the larger of the predicted mean and one element. */
  readonly relative: number;
}

/**
 * consistent: not contradicted, which is no proof. negligible: a difference that is no chance but too small to matter. inconsistent:
 * do not trust the prediction. undecidable: with these data a wrong model would look the same.
 */
export type VerdictOutcome = 'consistent' | 'negligible' | 'inconsistent' | 'undecidable';

export interface ModelVerdict {
  readonly outcome: VerdictOutcome;
  /** p-value of all parts together. */
  readonly p: number;
  readonly tests: readonly PartTest[];
  readonly sentences: readonly string[];
}

/**
 * What may be between the ends beyond the model, and moves neither of them: a latency, or clocks that differ. It adds to the whole and
 * to each time through it. Infinite where it was neither measured nor given.
 */
export interface OpenBetween {
  readonly elements: number;
  /** s. */
  readonly time: number;
}

export interface ModelReplay {
  /** `ideal`: what is inserted can be removed at once. `tandem`: a bus that moves bulks, then the server. */
  readonly model: 'ideal' | 'tandem';
  readonly channel?: Channel;
  /** Predicted parts; the ideal model has the whole only. */
  readonly parts: Readonly<Partial<Record<QueuePart, PredictedPart>>>;
  /** With several servers departures are told apart by their order, as nobody knows who left. */
  readonly latency: PredictedLatency;
  readonly openBetween?: OpenBetween;
  readonly verdict: ModelVerdict;
}

/**
 * What may differ from the model that was refused. latency: of the channel. window: at most so many inside at once. transferSizes: transfers of
 * as many elements as were seen, for which the bus waits; takesWhatIsThere: a bus that waits for nothing. servers: several, with services as seen or
 * exponential. insertionOrder, serviceOrder: times that follow each other as measured. pairs: services that go with the gap before their element.
 */
export type RepairKind =
  | 'latency'
  | 'window'
  | 'transferSizes'
  | 'takesWhatIsThere'
  | 'servers'
  | 'insertionOrder'
  | 'serviceOrder'
  | 'pairs';

/** A changed model, tried where the stated one was refused. */
export interface TriedRepair {
  readonly repair: RepairKind;
  /** For `latency`, s; for `window`, elements; for `servers`, their number. */
  readonly value?: number;
  /** For `servers`: of an exponential law, instead of those that departures in order would mean. */
  readonly isExponential?: boolean;
  readonly replay: ModelReplay;
}

/** Correlations by lag, with the band in which 95 % of what the model allows would be. */
export interface Correlogram {
  readonly lag: Int32Array;
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export type CheckStatus = 'holds' | 'slight' | 'broken' | 'unknown';

/** One assumption of the model: whether the data bear it, with the data of its plot. */
export interface AssumptionCheck {
  readonly assumption: 'insertions' | 'departures' | 'cross' | 'latency' | 'clocks' | 'drift';
  readonly status: CheckStatus;
  readonly sentence: string;
  /**
   * For `departures` and `cross`: gaps from when the element was there, without idle time; departures with it when
   * absent.
   */
  readonly of?: 'services';
  /** p-values of tests of independence. */
  readonly tests?: readonly { readonly name: string; readonly statistic: number; readonly p: number }[];
  readonly correlogram?: Correlogram;
  /** For `drift` and `latency`, by frame: mean gap between insertions, s; elements between the ends. */
  readonly byFrame?: {
    readonly value: Float64Array;
    readonly low: Float64Array;
    readonly high: Float64Array;
  };
}

/** What the distributions of the replay were made of. */
export interface ReplayEvidence {
  readonly insertions: 'all' | 'nonBlocked';
  readonly service: ServiceEvidence | 'given';
  readonly meanGap: number;
  readonly meanService: number;
  readonly gapCount: number;
  readonly serviceCount: number;
  /** Gaps without end in the last, open bin: their distribution is not known. */
  readonly openShare: number;
}

/**
 * all: every insertion. first: those of a trace that is longer than what is read of one. last: those that a measurement keeps without its
 * file, taken again and again; such a replay shows what their order does, and is not judged.
 */
export interface KnownOrder {
  readonly insertions: 'all' | 'first' | 'last';
  /** Known one by one, and in all as far as that is known. */
  readonly count: number;
  readonly of?: number;
}

export interface VirtualQueueJudgement {
  readonly kind: 'judged';
  readonly queue: string;
  readonly tail?: string;
  readonly head?: string;
  readonly evidence: ReplayEvidence;
  readonly replications: number;
  readonly seed: number;
  /** Starts and ends, s from the origin of the measurement. */
  readonly frames: { readonly start: Float64Array; readonly end: Float64Array };
  readonly replays: readonly ModelReplay[];
  /**
   * The last of the replays once more with the insertions in their measured order, where it is known: if this one is consistent and the
   * other is not, the order is why.
   */
  readonly inOrder?: ModelReplay;
  /** Where the best of `replays` was refused: what was tried instead, best first. */
  readonly repairs?: readonly TriedRepair[];
  /** For `inOrder`: the order. */
  readonly order?: KnownOrder;
  /** What was inside, from the events of their file themselves, as far as `order` goes. */
  readonly truth?: Readonly<Partial<Record<QueuePart, MeasuredPart>>>;
  /** Times through the queue, where both ends have one clock; first in, first out. */
  readonly trueLatency?: MeasuredLatency;
  /** The clock of the head was put onto that of the tail: of the whole, the truth too hangs on what the replays leave open between the ends. */
  readonly isAligned?: boolean;
  readonly measured: Readonly<Partial<Record<QueuePart, MeasuredPart>>>;
  readonly checks: readonly AssumptionCheck[];
  readonly warnings: readonly string[];
}

/** Why nothing is predicted. */
export interface ReplayRefusal {
  readonly kind: 'refused';
  readonly reason: string;
}

export interface VirtualQueueRefusal extends ReplayRefusal {
  readonly queue: string;
  /** The clocks of both ends may be the reason: `align` is worth a try. */
  readonly mayAlign?: boolean;
}

export type VirtualQueueReport = VirtualQueueJudgement | VirtualQueueRefusal;

/** Told at most ten times a second: reading the file of a trace, then the runs. */
export type ReplayProgress =
  | ({ readonly phase: 'reading' } & ReduceProgress)
  | { readonly phase: 'running'; readonly done: number; readonly runs: number };
