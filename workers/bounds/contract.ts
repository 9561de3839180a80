/** Bounds that hold for every run (network calculus), not on average. Plain data. */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';

/** In any time t no more than burst + rate * t elements come. */
export interface TokenBucket {
  /** 1/s. */
  readonly rate: number;
  /** Elements. */
  readonly burst: number;
}

/** While elements are there, at least rate * (t - latency) of them leave within any time t. */
export interface RateLatency {
  /** Elements per second. */
  readonly rate: number;
  /** s. */
  readonly latency: number;
}

/** Bounds of one stage or delay, in its native unit. */
export interface StageBounds {
  /** Each of these holds; the tightest at short times first. */
  readonly arrivals: readonly TokenBucket[];
  /** Absent for a delay, which has as many servers as elements. */
  readonly service?: RateLatency;
  /** Most elements at any time: a capacity of as many is never too small. */
  readonly backlog: number;
  /** Longest time that any element stays, s; absent where it may wait for ever for a batch to fill. */
  readonly delay?: number;
  /** Whether the capacity is at least `backlog`; absent where it is unbounded. */
  readonly fits?: boolean;
}

export interface PathBound {
  readonly source: NodeId;
  /** Longest time that an element of this source needs to any sink, s; absent where some stage has no bound on its way. */
  readonly delay?: number;
  /** How it was found: as the sum over stages, or with all stages of a line as one, so that a burst is paid for once. */
  readonly by: 'sum' | 'concatenation';
}

export interface BoundsAnswer {
  readonly kind: 'worstCase';
  readonly stages: Readonly<Record<NodeId, StageBounds>>;
  readonly sources: readonly PathBound[];
  readonly verdicts: readonly Verdict[];
}

/** Part of the solver worker's interface. */
export interface BoundsService {
  bounds(scenario: Scenario): BoundsAnswer | NoAnswer;
}
