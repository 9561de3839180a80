/** What is known of a stage alone, and what a fit says of it. */
import { type ArrivalDistribution, isPoisson } from '../../../core/distributions/index.ts';
import type { ModelAssumption } from '../../../core/measures/verdicts.ts';
import { batchSizes, largestBatch } from '../../../core/rules/bulk.ts';
import { type Admission, admissionOf, blocksSenders } from '../../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { Queue, Saturated } from './queue.ts';

export interface StationCase {
  readonly stage: StageNode;
  /** 1/s, native unit: offered, or accepted where the stage holds its senders up. */
  readonly lambda: number;
  /** Services of one server, 1/s. */
  readonly mu: number;
  readonly stream?: {
    readonly distribution: ArrivalDistribution;
    /** Elements that come at once, native unit, integer >= 1. */
    readonly batch: number;
  };
}

export interface Facts extends StationCase {
  readonly c: number;
  readonly K: number;
  /** Fewest elements that a service starts with. */
  readonly a: number;
  /** Most elements of a service. */
  readonly b: number;
  readonly arrivals: ArrivalDistribution;
  readonly batch: number;
  readonly admission: Admission;
  /** Full means lost, not held back. */
  readonly loses: boolean;
}

export interface FittedStation {
  readonly queue: Queue | Saturated;
  /** What it takes for granted. */
  readonly assumptions: readonly ModelAssumption[];
  /** Right to rounding for these arrivals. */
  readonly exact: boolean;
}

export function factsOf(stationCase: StationCase): Facts {
  const { stage, stream } = stationCase;
  const { bulk } = stage;
  return {
    ...stationCase,
    c: serverCountOf(stage),
    K: capacityOf(stage),
    a: batchSizes(bulk).least,
    b: largestBatch(bulk),
    arrivals: stream && !isPoisson(stream.distribution) ? stream.distribution : POISSON,
    batch: stream?.batch ?? 1,
    admission: admissionOf(stage),
    loses: !blocksSenders(stage),
  };
}

const POISSON: ArrivalDistribution = { distribution: 'exponential', rate: 1 };

export const isPoissonStream = ({ arrivals }: Facts): boolean => arrivals === POISSON;

export const exactly = (queue: Queue | Saturated): FittedStation => ({
  queue,
  assumptions: [],
  exact: true,
});

/** The nearest model, and what it takes for granted. */
export function assuming(
  queue: Queue | Saturated,
  assumed: readonly (ModelAssumption | undefined)[],
): FittedStation {
  const assumptions = assumed.filter((each) => each !== undefined);
  return { queue, assumptions, exact: assumptions.length === 0 };
}
