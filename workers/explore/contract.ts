/** What the page, the command line and distributed workers ask of the explorer, and what comes back. Plain data. */

import type { Ranked } from '../../core/measures/best-known.ts';
import type { Span } from '../../core/measures/measure-rows.ts';
import type { Estimate } from '../../core/measures/measures.ts';
import type { Dimension } from '../../core/quantities/quantity.ts';
import type { SizedQueue } from '../../core/scenario/fifo-depths.ts';
import type { MemoryShape } from '../../core/scenario/fifo-memory.ts';
import type { NodeId, Platform, Scenario } from '../../core/scenario/scenario.ts';
import type { ParameterValue } from '../../core/study/parameter.ts';
import type { PointRange } from '../../core/study/point-ranges.ts';
import type { Constraint, Goal, Study } from '../../core/study/study.ts';
import type { SolveAnswer } from '../solve/contract.ts';

/** answer: a steady state. unstable: none, some measures exist. invalid: such a scenario has faults. noAnswer: the method refuses it. */
export const POINT_STATUSES = ['answer', 'unstable', 'invalid', 'noAnswer'] as const;
export type PointStatus = (typeof POINT_STATUSES)[number];

/** What a study will be answered with: its columns and how many points it has. */
export interface StudyTable {
  readonly kind: 'table';
  /** Two studies with the same key have the same points; a fingerprint of scenario, variations, sampling, answer and measures. */
  readonly key: string;
  readonly points: number;
  readonly inputs: readonly InputColumn[];
  readonly measures: readonly MeasureColumn[];
  /** Values come with half widths of 95 % intervals. */
  readonly intervals: boolean;
}

export interface InputColumn {
  readonly path: string;
  readonly words: string;
  /** Absent of a choice. */
  readonly dimension?: Dimension;
  readonly unit?: string;
  /** The words of a choice, in the order of their numbers. */
  readonly choices?: readonly string[];
  /** What people call them. */
  readonly labels?: readonly string[];
}

export interface MeasureColumn {
  readonly name: string;
  readonly words: string;
  readonly dimension: Dimension;
  readonly unit?: string;
}

/** What is wrong with a study as a whole: one line per fault. */
export interface StudyFaults {
  readonly kind: 'faults';
  readonly faults: readonly string[];
}

/** Neighbouring points, column by column in rows: entry `row * columns + column`. Arrays are handed over, not copied. */
export interface PointBatch extends PointRange {
  /** Inputs of the points; a choice is the number of its word, Infinity is an unbounded capacity. */
  readonly inputs: Float64Array;
  /** NaN where the point has no such measure. */
  readonly values: Float64Array;
  readonly halfWidths?: Float64Array;
  /** Number in POINT_STATUSES. */
  readonly statuses: Uint8Array;
  /** Why there is no answer, by number of the point; of an answer, which percentiles are absent and why, and which are approximate. */
  readonly reasons: Readonly<Record<number, string>>;
}

/** One point of a batch. */
export interface PointRow {
  readonly point: number;
  readonly inputs: readonly ParameterValue[];
  readonly status: PointStatus;
  readonly reason?: string;
  /** Undefined where the point has no such measure. */
  readonly values: readonly (number | undefined)[];
  readonly halfWidths?: readonly (number | undefined)[];
}

/** How a goal is reached. */
export interface GoalAnswer {
  readonly kind: 'goal';
  readonly goal: Goal;
  /** Whether any design that was searched meets all constraints. */
  readonly found: boolean;
  /** The design; the nearest miss where none is found. */
  readonly design: readonly DesignValue[];
  /** Value that is sought. */
  readonly value?: number;
  /** The constrained measures of the design, in the order of the goal; undefined where it has no such measure. */
  readonly measures: readonly (number | undefined)[];
  /** How they are known, the least of all (core/measures/best-known.ts). */
  readonly known: Ranked;
  /** Half of the 95 % intervals of those that are simulated, in the order of `measures`. */
  readonly halfWidths?: readonly (number | undefined)[];
  /** What the method says of them, where the designs that decide were simulated. */
  readonly solved?: readonly (number | undefined)[];
  /** Designs that were simulated since the method only approximates them. */
  readonly simulations?: number;
  /** Which one it is, by name, of constrained measures that are the largest of many: `resources.bus.utilization` of `network.maxUtilization`. */
  readonly largest: readonly (string | undefined)[];
  /** bisection: the constraint changes sides once. exhaustive: all designs were looked at. search: by descent from several starts. */
  readonly method: 'bisection' | 'exhaustive' | 'search';
  /** Is it proven that no better design exists among those in the range? Of bisection: on every value that was looked at. */
  readonly proven: boolean;
  /** Between what the measures lie, where the inputs as they are known leave them open, in the order of `measures`. */
  readonly open?: readonly (Span | undefined)[];
  /** Whether a constraint holds turns on such an input: nothing is proven. */
  readonly hangs?: true;
  /** The designs beside it, one step better each, and what fails there. */
  readonly neighbours: readonly GoalNeighbour[];
  /** Designs that were answered. */
  readonly looks: number;
  /** What to know before believing it. */
  readonly remark?: string;
}

/** How far the search for a goal is. */
export interface GoalProgress {
  /** Designs that are answered. */
  readonly looks: number;
  /** The one that is being answered. */
  readonly design: readonly DesignValue[];
}

export interface DesignValue {
  readonly path: string;
  readonly value: ParameterValue;
}

export interface GoalNeighbour {
  readonly design: readonly DesignValue[];
  /** Value that is sought. */
  readonly value?: number;
  /** The first constraint that does not hold, and what it is there. */
  readonly fails?: Constraint & {
    readonly found?: number;
    /** Which one it is, by name, of a measure that is the largest of many. */
    readonly largest?: string;
  };
  /** Outside the range that was searched. */
  readonly isOutside?: true;
}

/** One bar of a tornado chart. */
export interface Sensitivity {
  readonly path: string;
  readonly words: string;
  readonly low: SensitivityEnd;
  readonly high: SensitivityEnd;
  /** Share by which the measure changes for each share that the input changes; at the value that is drawn. */
  readonly elasticity?: number;
}

export interface SensitivityEnd {
  readonly input: number;
  readonly value?: number;
  readonly reason?: string;
}

/** A measure of two designs. */
export interface PairedDifference {
  readonly measure: string;
  readonly first?: number;
  readonly second?: number;
  /** Second minus first. */
  readonly difference?: number;
  /** Half of the 95 % interval of the difference, over pairs of replications with the same random numbers; 0 of a solved one. */
  readonly halfWidth?: number;
  /** How well either is known, where it is solved. */
  readonly known?: { readonly first?: Ranked; readonly second?: Ranked };
}

export interface ComparisonAnswer {
  readonly kind: 'comparison';
  readonly differences: readonly PairedDifference[];
  /** Pairs of replications; absent where both are solved. */
  readonly pairs?: number;
}

/** One step of growth: what is done, how far the input can grow then, and what gets through. */
export interface GrowthStep {
  readonly stage: NodeId;
  /** Shared resource, where that gets a unit more. */
  readonly resource?: string;
  /** All input times this saturates the servers of what saturates first, finite queues aside; of a closed network, its jobs times this. */
  readonly from: number;
  /** One more server or one more unit; and the capacity, where more servers need more places. */
  readonly fix: readonly DesignValue[];
  /** All input times this saturates them after the fix. */
  readonly to: number;
  /** `to / from`. */
  readonly gain: number;
  /** Before and after the fix at the present input, 1/s, where finite queues hold load back or lose it. */
  readonly throughput?: readonly [number, number];
  /** Cost of all fixes so far. */
  readonly cost: number;
}

/** Stages on platforms. */
export interface MappingAnswer {
  readonly kind: 'mapping';
  readonly method: 'exhaustive' | 'search';
  /** Mappings that were answered. */
  readonly looks: number;
  /** All there are. */
  readonly mappings: number;
  /** The best first, at most as many as asked for. */
  readonly best: readonly MappedDesign[];
}

export interface MappedDesign {
  readonly platforms: Readonly<Record<NodeId, Platform>>;
  readonly status: PointStatus;
  /** In the order of the study's measures. */
  readonly values: readonly (number | undefined)[];
}

/** A point of a study as it is known best, measures in the order of the study. */
export interface DecidedPoint {
  readonly point: number;
  readonly values: readonly (number | undefined)[];
  /** Half of the 95 % intervals of those that are simulated. */
  readonly halfWidths: readonly (number | undefined)[];
  /** Undefined of a measure that the point does not have. */
  readonly known: readonly (Ranked | undefined)[];
  /** What the method says. */
  readonly solved: readonly (number | undefined)[];
  /** Between what they lie, where the inputs as they are known leave them open. */
  readonly open: readonly (Span | undefined)[];
}

/** What the depths of FIFOs are wanted for. */
export interface DepthsQuestion {
  readonly scenario: Scenario;
  /** What cost is counted in. */
  readonly unit: 'slots' | 'bits' | 'memory';
  /** With `memory`: what blocks there are and what they cost. */
  readonly memory?: readonly MemoryShape[];
  /** Ends at the first depths that reach it, firings (services) of the measured stages per second. */
  readonly wanted?: number;
  /** Only the last depths of an exact front get their proof; when absent all do that get it within seconds. */
  readonly provesLast?: true;
}

/** Depths in the order of the queues. */
export interface FoundDepths {
  readonly depths: readonly number[];
  readonly cost: number;
  /** Firings (services) of the measured stages per second. */
  readonly throughput: number;
  /** Share of the greatest throughput that the decomposition predicts, where it sought the depths. */
  readonly predicted?: number;
  /** Simulated share of the greatest throughput, pair by pair with common random numbers; absent until simulated. */
  readonly share?: Estimate;
  /** Half of the 95 % interval of `throughput`; absent where that is exact. */
  readonly halfWidth?: number;
  /** Found by execution, and proven: no cheaper depths are as fast. */
  readonly isLeast?: true;
  /** Each depth one step less, where that is allowed: what proves that these are least. Absent where not looked at. */
  readonly smaller?: readonly FoundDepths[];
}

export interface DepthsFound {
  readonly kind: 'depths';
  /**
   * exact: no cheaper depths are as fast. execution: constant times, each throughput exact, but a FIFO that is deeper may slow
   * something down, as where a pipeline is held, so that cheaper depths may be as fast. simulation: the best that a search has found.
   * decomposition: capacities of ordinary stages, or depths of FIFOs one behind the other, sought by an approximation and simulated.
   */
  readonly by: 'exact' | 'execution' | 'simulation' | 'decomposition';
  readonly queues: readonly SizedQueue[];
  /** Whose firings (services) are counted; empty while it is not known. */
  readonly measured: readonly NodeId[];
  /** Cheapest first. */
  readonly front: readonly FoundDepths[];
  /** No depths are faster than the last, or the wanted throughput is reached. */
  readonly complete: boolean;
  /** Settings of the depths that were looked at. */
  readonly evaluated: number;
  /** No depths are faster, firings of the measured stage per second; absent where that is not known. */
  readonly fastest?: number;
  /** While an exact front is sought: all depths that cost less were looked at. */
  readonly below?: number;
}

/** The time from entering a network to a sink that 99 % do not exceed, by an analytic method; or why none tells it. */
export type LatencyTail =
  | { readonly kind: 'p99'; readonly value: number; readonly exact: boolean }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface LatencyService {
  latencyTail(scenario: Scenario, answer: SolveAnswer): LatencyTail;
}

/** Worker interface. */
export interface ExplorerService {
  /** The columns, or what is wrong with the study. */
  plan(study: Study): StudyTable | StudyFaults;
  /**
   * Answers the points of the ranges in order, some at a time, at most ten batches a second unless points are slow.
   * Resolves when all are answered or `cancel` was called. To go on later: ask for those that are missing.
   */
  explore(
    study: Study,
    ranges: readonly PointRange[],
    onBatch: (batch: PointBatch) => void,
  ): Promise<'done' | 'cancelled' | StudyFaults>;
  /** Holds the run until `resume` or `cancel`. */
  pause(): void;
  resume(): void;
  cancel(): void;
  /** `onProgress`: told before a design is answered, at most ten times a second. */
  seek(study: Study, goal: Goal, onProgress?: (progress: GoalProgress) => void): GoalAnswer | StudyFaults;
  /** Each input of the study alone at the ends of its range, or by `swing` (a share) around what is drawn; largest effect first. */
  sensitivities(study: Study, measure: string, swing?: number): readonly Sensitivity[] | StudyFaults;
  /** The study's measures of its scenario and another. */
  compare(study: Study, other: Study['scenario']): ComparisonAnswer | StudyFaults;
  /** Rows of the points that no other beats in all measures; a row with NaN is out. `senses`: what is better, by measure. */
  front(rows: readonly ArrayLike<number>[], senses: readonly ('least' | 'largest')[]): readonly number[];
  /** Points that decide, solved in full and simulated where a measure is approximate; `tell`: those that are done. */
  decide(
    study: Study,
    points: readonly number[],
    tell?: (decided: readonly DecidedPoint[]) => void,
  ): readonly DecidedPoint[] | StudyFaults;
  /** Depths of the FIFOs of dataflow stages, or else capacities of limited stages; `tell`: what is found so far. */
  depths(question: DepthsQuestion, tell?: (found: DepthsFound) => void): DepthsFound | StudyFaults;
  growth(study: Study, steps: number): readonly GrowthStep[] | StudyFaults;
  /** Stages with alternatives on all platforms that they know; `best` by the first measure, `largest` or `least`. */
  mapping(study: Study, find: 'least' | 'largest', most?: number): MappingAnswer | StudyFaults;
}
