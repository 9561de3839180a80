/** What the page and the command line ask of a trace under other FIFO depths, and what comes back. Plain data. */
import type { ReduceProgress, TraceFile } from '../measure/contract.ts';

/**
 * read: takes an element and frees its place. write: needs a place and fills it. Of FIFOs whose trace tells more, in two parts:
 * take needs an element, free gives its place back later; reserve needs a place, put fills it later.
 */
export const OPERATIONS = ['read', 'write', 'take', 'free', 'reserve', 'put'] as const;
export type OperationKind = (typeof OPERATIONS)[number];

export interface ProgramFifo {
  readonly id: string;
  readonly writer: number;
  readonly reader: number;
  /** Depth in the traced run; undefined where nobody told. */
  readonly depth: number | undefined;
  /** Ticks from a write until it can be read, and from a read until its place can be filled. */
  readonly tokenLatency: number;
  readonly roomLatency: number;
}

/** A trace as what its processes do, one after the other. Times in ticks. */
export interface TraceProgram {
  readonly processes: readonly string[];
  readonly fifos: readonly ProgramFifo[];
  /** By process, and the end of the last one: where its operations begin. */
  readonly firstOperation: Int32Array;
  /** By operation: what it does (an index of kindNames) and to which FIFO. */
  readonly kindNames: readonly OperationKind[];
  readonly kinds: Uint8Array;
  readonly fifoOf: Int32Array;
  /** 1 where a step begins: the operations of a step are done together, as soon as all of them can be. */
  readonly begins: Uint8Array;
  /** 1 of the first operation of a process. */
  readonly isFirst: Uint8Array;
  /** By operation that begins a step: least and most own work of its process since the step before. */
  readonly leastWork: Float64Array;
  readonly mostWork: Float64Array;
  readonly tokenLatency: Float64Array;
  readonly roomLatency: Float64Array;
}

export interface TraceDepthsQuestion {
  /** Processes and depths of FIFOs that the file does not tell, or tells otherwise; by id of the FIFO. */
  readonly fifos?: Readonly<Record<string, FifoFacts>>;
  /** s from a write until it can be read, and from a read until its place can be filled; the least seen in the trace when absent. */
  readonly tokenLatency?: number;
  readonly roomLatency?: number;
  /** Operations of a process at one instant come one after the other; together, as in a cycle of hardware, when absent. */
  readonly sequential?: boolean;
}

export interface FifoFacts {
  readonly source?: string;
  readonly dest?: string;
  /** Depth in the traced run. */
  readonly depth?: number;
}

/** Both ends of what the trace leaves open; the same where it leaves nothing open. s. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** s. Both ends are the same where somebody told it, or the end of a wait in the trace shows it. */
export interface TraceLatency extends Bounds {
  /** The trace has nothing that could show it: 0 is assumed. */
  readonly isAssumed?: true;
}

export interface TracedFifo {
  readonly id: string;
  readonly source: string;
  readonly dest: string;
  /** Depth in the traced run; absent where nobody told. */
  readonly depth?: number;
  readonly elements: number;
  /** Most elements at once where no FIFO has a bound: deeper makes no difference to any time. */
  readonly enough: number;
}

/** What processes do at one instant: a trace does not tell whether as one step or in an order. */
export interface SameInstant {
  /** Those at the instant of the one before of the same process, where an order may make a difference. */
  readonly operations: number;
  /** One after the other; else together, as in a cycle of hardware. */
  readonly sequential: boolean;
}

export interface OpenedTrace {
  readonly kind: 'opened';
  readonly fifos: readonly TracedFifo[];
  readonly processes: readonly string[];
  readonly events: number;
  /** s, of the run that was traced. */
  readonly traced: number;
  /** s, with room for everything. */
  readonly fastest: Bounds;
  readonly tokenLatency: TraceLatency;
  readonly roomLatency: TraceLatency;
  /** Sentences: what the trace tells and what it does not. */
  readonly notes: readonly string[];
  /** Waits seen after which a process did something else: its control looks at FIFOs, so other depths may make it do other things. */
  readonly polls: number;
  readonly unknownWaits: number;
  readonly sameInstant: SameInstant;
  /** Rows were left out, so the trace is not the whole run. */
  readonly isPartial: boolean;
}

export interface LockStep {
  readonly process: string;
  readonly fifo: string;
  readonly waitsFor: 'element' | 'place';
  /** Who would have to give it. */
  readonly on: string;
  /** The number of the element, from 1. */
  readonly element: number;
}

export interface Lock {
  /** cycle: each waits for the next, the last for the first. ended: the last waits for a process whose trace is over. */
  readonly kind: 'cycle' | 'ended';
  readonly steps: readonly LockStep[];
}

export interface FifoUnderDepths {
  readonly depth: number;
  /** Most elements at once; where the trace leaves own work or latencies open, more than this cannot be. */
  readonly highest: number;
  /**
   * s that its writer waited for places, and its reader for elements: in the runs with the most and with the least own work. A run between
   * them may wait more at one FIFO and less at another.
   */
  readonly fullFor: Bounds;
  readonly emptyFor: Bounds;
}

export interface RunUnderDepths {
  readonly kind: 'run';
  /** In the order of the FIFOs. */
  readonly fifos: readonly FifoUnderDepths[];
  /** s; absent in a deadlock. */
  readonly total?: Bounds;
  readonly lock?: Lock;
  /** Operations that were computed again, of all. */
  readonly repeated: number;
}

export interface DepthCurve {
  readonly fifo: string;
  readonly depths: readonly number[];
  /** s with the most own work; infinite in a deadlock. */
  readonly totals: readonly number[];
}

export interface LeastDepths {
  readonly kind: 'least';
  readonly depths: readonly number[];
  readonly slots: number;
  /** s that the run may take. */
  readonly target: number;
  readonly total: Bounds;
  /** Each FIFO one place less, where it has more than one: what proves that none can be less. */
  readonly smaller: readonly SmallerDepth[];
  /** Settings that were looked at. */
  readonly evaluated: number;
}

export interface SmallerDepth {
  readonly fifo: string;
  readonly depth: number;
  /** s; infinite in a deadlock. */
  readonly total: Bounds;
}

export interface TraceRefusal {
  readonly kind: 'refused';
  readonly reason: string;
}

/** Worker interface. The trace that was opened last is kept. */
export interface TraceDepthsService {
  open(
    trace: TraceFile,
    question: TraceDepthsQuestion,
    onProgress: (progress: ReduceProgress) => void,
  ): Promise<OpenedTrace | TraceRefusal>;
  under(depths: readonly number[]): RunUnderDepths | TraceRefusal;
  curve(depths: readonly number[], fifo: string): DepthCurve | TraceRefusal;
  /** `target`: s that the run may take; as fast as with room for everything when absent. */
  least(target: number | undefined, onProgress: (done: number) => void): Promise<LeastDepths | TraceRefusal>;
  /** Stops reading, and the search for least depths. */
  /** Ends what the named method is at, and nothing else: questions to one trace overlap. */
  cancel(method: 'open' | 'under' | 'curve' | 'least'): void;
}
