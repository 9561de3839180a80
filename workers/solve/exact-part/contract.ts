/**
 * The part of a scenario that feeds the rest and is not fed back: its means come from its own Markov chain where a
 * simulation cannot reach the precision that is asked for. Plain data.
 */

import type { StageMeasures } from '../../../core/measures/measures.ts';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';

/** What of a stage is taken from the chain: what a run can be asked to know to a precision. */
export const PRECISION_MEASURES = [
  'meanOccupancy',
  'meanQueueLength',
  'throughput',
  'utilization',
  'meanSojournTime',
  'meanWaitingTime',
] as const;
export type PrecisionMeasure = (typeof PRECISION_MEASURES)[number];

export interface ExactPartQuestion {
  /** Stages of which the run does not get to know enough, in the order of the file. */
  readonly stages: readonly NodeId[];
  /** Stages with a capacity that were never seen full: they may stay outside the part, though it feeds them. */
  readonly neverFull: readonly NodeId[];
}

export interface ExactPart {
  readonly kind: 'exactPart';
  /** Such as `Markov chain, 75,542 states`. */
  readonly model: string;
  /** All stages and delays of the part. */
  readonly stages: Readonly<Record<NodeId, Pick<StageMeasures<number>, PrecisionMeasure>>>;
  /** The stages outside that would hold the part up if they were full: the numbers count only where they never were. */
  readonly edge: readonly EdgeStage[];
}

interface EdgeStage {
  readonly stage: NodeId;
  /** The share of time that it is full is no larger, whatever the run saw; absent where no bound is known. */
  readonly mostFull?: number;
}

/** Worker interface. */
export interface ExactPartService {
  exactPart(
    scenario: Scenario,
    question: ExactPartQuestion,
  ): ExactPart | NoAnswer | Promise<ExactPart | NoAnswer>;
}
