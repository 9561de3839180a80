/** For tests: what is known of a scenario from elsewhere, and where a simulation says it. */
import type { Estimate } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { SimulationResult } from './contract.ts';

export interface Claim {
  readonly what: string;
  readonly value: number;
  readonly of: (result: SimulationResult) => Estimate | undefined;
}

type StageMeasure = 'meanOccupancy' | 'meanQueueLength' | 'throughput' | 'utilization' | 'blockedFraction';
type OtherMeasure =
  | 'lossProbability'
  | 'meanSojournTime'
  | 'meanWaitingTime'
  | 'fullProbability'
  | 'arrivalRate';

/** A claim about one measure of one stage. */
export const at = (id: NodeId, measure: StageMeasure | OtherMeasure, value: number): Claim => ({
  what: `${measure} of ${id}`,
  value,
  of: (result) => result.stages[id]?.[measure],
});

/** A claim about the share of time with n elements in a stage. */
export const level = (id: NodeId, n: number, value: number): Claim => ({
  what: `P[${n}] of ${id}`,
  value,
  of: (result) => result.stages[id]?.occupancyDistribution?.[n],
});

/** A claim about the elements that reach the sinks per second. */
export const delivered = (value: number): Claim => ({
  what: 'throughput of the network',
  value,
  of: (result) => result.network.throughput,
});

export const networkTime = (value: number): Claim => ({
  what: 'time through the network',
  value,
  of: (result) => result.network.meanSojournTime,
});
